"""Challenges: made, changed, accepted, declined, cancelled, expired; and rematches.

Invariant: a match has at most one open rematch; see `Change` in bot.store.changes.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.challenges import Challenge, Standing, Terms
from bot.model.people import CHANNEL, FORMER
from bot.model.posts import (
    ChallengeOver,
    ChallengePost,
    DeleteChallenge,
    EditChallenge,
    SentMessage,
)
from bot.service import pings
from bot.service.begin import Beginning, begins, draws_lot, new_match
from bot.service.limits import OPEN_FOR, limits_on_acceptance, limits_on_challenge
from bot.service.lookup import readable_records, side_of
from bot.service.refusals import No, Refusal
from bot.service.schedule import with_schedule
from bot.service.services import retry_if_stale
from bot.service.settings import FREE, place_to_post
from bot.service.usual import usual_games
from bot.store.changes import Change, Stale
from games import catalogue
from games.core import Side
from games.errors import GameError
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.posts import Post
    from bot.model.servers import WritablePlace
    from bot.model.times import Instant
    from bot.service.services import Services
    from bot.service.settings import Access

ANSWERED_WITHIN = 20  # seconds in which the command's answer should post the challenge
_SECOND_THOUGHTS = 2 * 60  # seconds in which cancelling costs nothing


async def make_challenge(
    services: Services, place: WritablePlace, by: Player, opponent: Player | None, terms: Terms
) -> tuple[Challenge, int]:
    """Make a challenge; return it with the number of its post, which the answer can send."""
    if opponent == by:
        raise Refusal(No.YOURSELF)
    now = services.now()
    challenge = Challenge(
        id=0,
        place=place,
        by=by,
        opponent=opponent,
        terms=_in_order(terms),
        made=now,
        until=now + OPEN_FOR,
    )
    return await write_challenge(services, challenge)


def _in_order(terms: Terms) -> Terms:
    """Return the terms with their rule set's full name."""
    return replace(terms, rules=catalogue.game(terms.rules).name)


async def write_challenge(services: Services, challenge: Challenge) -> tuple[Challenge, int]:
    """Write a new challenge and its post; return both, or refuse if it isn't allowed."""
    limits = limits_on_challenge(services.limits, challenge, services.now())
    post = ChallengePost(0, due=challenge.made + ANSWERED_WITHIN)
    committed = await services.commit(Change(challenge=challenge, posts=(post,), limits=limits))
    assert committed.challenge is not None
    return replace(challenge, id=committed.challenge), committed.posts[0]


async def note_posted(
    services: Services,
    challenge: Challenge,
    post: int,
    message: int | None,
    later: Sequence[Post] = (),
) -> None:
    """Note that the answer to the command was the challenge's post.

    `message`: where it is shown. `later`: the posts that ping the opponent, if that can't be done
    now.
    """
    sent = ChallengePost(challenge.id, id=post)
    await services.store.posts.done(sent, SentMessage(message, later=later))


async def late_pings_of_challenge(services: Services, challenge: Challenge) -> Sequence[Post]:
    """Return the posts that ping a challenge's opponent later, if they can't be pinged now."""
    if challenge.opponent is None:
        return ()
    opponent = await services.store.people.person(challenge.opponent)
    return pings.late_pings(services, ChallengePost(challenge.id), [opponent])


async def post_now(services: Services, post: int) -> None:
    """Have the outbox send a post at once, unless it was sent already."""
    await services.store.posts.retry(post, services.now())


def refuse_closed(challenge: Challenge, now: int) -> None:
    """Refuse a challenge that isn't open any more."""
    if challenge.standing is not Standing.OPEN:
        raise Refusal(No.CHALLENGE_OVER, standing=challenge.standing)
    if now >= challenge.until:
        raise Refusal(No.CHALLENGE_OVER, standing=Standing.EXPIRED)


@retry_if_stale
async def correct(
    services: Services,
    number: int,
    by: Player,
    change: Callable[[Terms], Terms],
    seen: int | None = None,
) -> Challenge:
    """Change the terms of an open challenge; its rules only if it doesn't start from a position.

    `seen`: the version that the challenger read.
    """
    challenge = await services.challenge(number)
    if challenge.by != by:
        raise Refusal(No.CHALLENGER_ONLY)
    refuse_closed(challenge, services.now())
    if seen not in (None, challenge.version):
        raise Refusal(No.CHANGED)
    terms = _in_order(change(challenge.terms))
    if terms == challenge.terms:
        return challenge
    if challenge.terms.start is not None and terms.rules != challenge.terms.rules:
        raise Refusal(No.FROM_A_POSITION)
    return await _write(services, replace(challenge, terms=terms))


async def customise(services: Services, number: int, by: Player, rules: str) -> Challenge:
    """Change the rules of an open challenge; refused if it starts from a position.

    If the number of games was the old rules' default, it becomes the new rules' default.
    """
    name = catalogue.game(rules).name
    leans = await services.leans((await services.challenge(number)).place.guild)

    def change(terms: Terms) -> Terms:
        usual = terms.games == usual_games(leans, terms.rules)
        games = usual_games(leans, name) if usual else terms.games
        return replace(terms, rules=name, games=games)

    return await correct(services, number, by, change)


async def use_rules(services: Services, number: int, by: Player, rules: str) -> Challenge:
    """Change an open challenge to these rules and their usual number of games, like `customise`."""
    name = catalogue.game(rules).name
    leans = await services.leans((await services.challenge(number)).place.guild)
    usual = usual_games(leans, name)
    return await correct(
        services, number, by, lambda terms: replace(terms, rules=name, games=usual)
    )


@retry_if_stale
async def counter(
    services: Services, number: int, by: Player, terms: Terms, seen: int | None = None
) -> Challenge:
    """Answer a challenge with other terms, as the person who was challenged.

    Asked twice, returns the same challenge. `seen`: the version that the player read.
    """
    challenge = await services.challenge(number)
    if challenge.opponent != by:
        raise Refusal(No.NOT_FOR_YOU, player=challenge.opponent)
    for answer in await services.store.challenges.open_of(by):
        if answer.counter_of == number:
            return answer
    refuse_closed(challenge, services.now())
    if challenge.terms.by_vote:
        raise Refusal(No.CHANNEL_TAKES_NO_TERMS)
    if seen not in (None, challenge.version):
        raise Refusal(No.CHANGED)
    return await _write_counter(
        services, challenge, _counter_challenge(challenge, terms, services.now())
    )


def _counter_challenge(challenge: Challenge, terms: Terms, now: int) -> Challenge:
    """Return the challenge that answers another; it keeps the start position."""
    assert challenge.opponent is not None
    terms = replace(terms, start=challenge.terms.start)
    if challenge.terms.start is not None:
        terms = replace(terms, rules=challenge.terms.rules)
    terms = _in_order(terms)
    if terms == swapped_terms(challenge.terms):
        raise Refusal(No.SAME_TERMS)
    return Challenge(
        id=0,
        place=challenge.place,
        by=challenge.opponent,
        opponent=challenge.by,
        terms=terms,
        made=now,
        until=now + OPEN_FOR,
        counter_of=challenge.id,
    )


def swapped_terms(terms: Terms) -> Terms:
    """Return the terms as the opponent would propose them: for the other side."""
    return replace(terms, side=terms.side and terms.side.other)


async def _write_counter(services: Services, challenge: Challenge, answer: Challenge) -> Challenge:
    """Close a challenge and open its answer, in one transaction."""
    limits = limits_on_challenge(services.limits, answer, services.now())
    post = ChallengePost(0, due=answer.made)
    opening = Change(challenge=answer, posts=(post,), limits=limits)
    closing = _change_to(services, replace(challenge, standing=Standing.COUNTERED))
    committed = await services.commit(opening, closing)
    assert committed.challenge is not None
    return replace(answer, id=committed.challenge)


async def _write(services: Services, challenge: Challenge) -> Challenge:
    """Write a challenge's new state."""
    change = _change_to(services, challenge)
    await services.commit(change)
    assert change.challenge
    return change.challenge


def _change_to(services: Services, challenge: Challenge) -> Change:
    """Return the change that stores a challenge, with the posts that show it and its end."""
    is_over = challenge.standing in (Standing.DECLINED, Standing.EXPIRED)
    notices = (ChallengeOver(challenge.id),) if is_over else ()
    posts = (EditChallenge(challenge.id), *notices, *_deletion(services, challenge))
    return Change(challenge=replace(challenge, version=challenge.version + 1), posts=posts)


def _deletion(services: Services, challenge: Challenge) -> tuple[Post, ...]:
    """Return the post that deletes a challenge's message once that says nothing more.

    A thread starts from the message, and a guest can't delete it by then.
    """
    waits = challenge.standing in (Standing.OPEN, Standing.DRAFT)
    if waits or challenge.terms.thread or challenge.place.remote or not challenge.place.guild:
        return ()
    until = services.now() + DAY
    return (DeleteChallenge(challenge.id, until, due=until),)


@retry_if_stale
async def accept(services: Services, number: int, by: Player, seen: int | None = None) -> Record:
    """Start the match; accepting twice returns the same match.

    `seen`: the version of the challenge that the player read; refused if it has changed since.
    """
    challenge = await services.challenge(number)
    if challenge.match is not None and by == challenge.opponent:
        return await services.record(challenge.match)
    refuse_closed(challenge, services.now())
    if by == challenge.by:
        raise Refusal(No.OWN_CHALLENGE)
    if challenge.opponent not in (None, by):
        raise Refusal(No.NOT_FOR_YOU, player=challenge.opponent)
    if seen not in (None, challenge.version):
        raise Refusal(No.CHANGED)
    return await _begin_match(services, challenge, by)


async def _begin_match(services: Services, challenge: Challenge, by: Player) -> Record:
    """Start the match of an accepted challenge; for two games, the first."""
    limits = limits_on_acceptance(services.limits, challenge, by)
    terms = challenge.terms
    side = terms.side or services.draw_lot()
    proposer = CHANNEL if terms.by_vote else challenge.by
    beginning = Beginning(
        place=challenge.place,
        dark=proposer if side is Side.DARK else by,
        light=proposer if side is Side.LIGHT else by,
        rules=terms.rules,
        pace=terms.pace,
        lot=services.draw_lot() if draws_lot(terms.rules, terms.start) else None,
        start=terms.start,
        rated=terms.counts,
        thread=terms.thread,
    )
    begun = new_match(beginning, services.now())
    record = replace(begun, challenge=challenge.id, games=terms.games, level=terms.level)
    record = await with_schedule(services, None, record)
    accepted = replace(
        challenge, opponent=by, standing=Standing.ACCEPTED, version=challenge.version + 1
    )
    change = begins(record)
    posts = (EditChallenge(challenge.id), *change.posts, *_deletion(services, accepted))
    committed = await services.commit(
        replace(change, challenge=accepted, posts=posts, limits=limits)
    )
    assert committed.match is not None
    return replace(record, id=committed.match)


async def decline(services: Services, number: int, by: Player) -> Challenge:
    """Decline a challenge; only the challenged person can."""

    def check(challenge: Challenge) -> None:
        if challenge.opponent != by:
            raise Refusal(No.NOT_FOR_YOU, player=challenge.opponent)

    return await _close(services, number, Standing.DECLINED, check)


async def withdraw(services: Services, number: int, by: Player) -> Challenge:
    """Cancel a challenge; only the challenger can."""

    def check(challenge: Challenge) -> None:
        if challenge.by != by:
            raise Refusal(No.CHALLENGER_ONLY)

    return await _close(services, number, Standing.WITHDRAWN, check)


def _closed(services: Services, challenge: Challenge, standing: Standing) -> Challenge:
    """Return a challenge as closed; cancelling soon after opening costs no pause."""
    opened = challenge.until - OPEN_FOR
    soon = services.now() - opened <= _SECOND_THOUGHTS
    return replace(challenge, standing=standing, excused=soon and standing is Standing.WITHDRAWN)


@retry_if_stale
async def _close(
    services: Services, number: int, standing: Standing, check: Callable[[Challenge], None]
) -> Challenge:
    """Close an open challenge as declined or cancelled; harmless if repeated."""
    challenge = await services.challenge(number)
    check(challenge)
    if challenge.standing is standing:
        return challenge
    refuse_closed(challenge, services.now())
    return await _write(services, _closed(services, challenge, standing))


async def close_challenges(services: Services, player: Player) -> None:
    """Close all open challenges of and to a player."""
    for challenge in await services.store.challenges.open_of(player):
        with suppress(Stale):  # it was answered meanwhile
            await services.commit(closing_change(services, challenge, player))


def closing_change(services: Services, challenge: Challenge, player: Player) -> Change:
    """Return a player's change to close a challenge: cancelled if it is theirs, else declined."""
    standing = Standing.WITHDRAWN if challenge.by == player else Standing.DECLINED
    return _change_to(services, replace(challenge, standing=standing))


async def expire_challenges(services: Services) -> int:
    """Close all expired challenges and return their number.

    If one fails, the others still close.
    """
    expired, failures = await services.store.challenges.expired(services.now()), list[Exception]()
    for challenge in expired:
        try:
            with suppress(Stale):  # it was answered meanwhile
                await _expire(services, challenge)
        except Exception as error:  # noqa: BLE001  raised below
            failures.append(error)
    if failures:
        raise ExceptionGroup("challenges could not be closed", failures)
    return len(expired)


async def _expire(services: Services, challenge: Challenge) -> None:
    expired = replace(challenge, standing=Standing.EXPIRED)
    if challenge.standing is Standing.DRAFT:  # it was never posted, so no message to edit
        await services.commit(Change(challenge=replace(expired, version=challenge.version + 1)))
    else:
        await _write(services, expired)


@retry_if_stale
async def rematch(
    services: Services, number: int, by: Player, access: Access = FREE
) -> tuple[Challenge, int] | Record:
    """Make a new challenge with its post; or return the match, if the opponent has already asked.

    Asked twice, returns the same challenge, with 0 for the post. Refused if the opponent has
    changed their challenge since: that is another game. `access`: to the channel of the match.
    """
    record = await services.record(number)
    side = _side_for_rematch(record, by)
    for challenge in await services.store.challenges.open_of(by):
        if challenge.rematch_of == number and challenge.by == by:
            return challenge, 0
        if challenge.rematch_of == number:
            return await accept(services, challenge.id, by, seen=0)
    if playing := await _rematch_under_way(services, record, by):
        return playing
    await place_to_post(services, record.place, access)
    return await write_challenge(services, _reversed(record, side, services.now()))


def _side_for_rematch(record: Record, by: Player) -> Side:
    """Return the side that a player had; refused if the game can have no rematch."""
    if record.of_partners:
        raise Refusal(No.PARTNERS_BEGIN_ANEW)
    side = side_of(record, by)
    if record.match.verdict is None:
        raise Refusal(No.NOT_OVER)
    if record.by_vote:
        raise Refusal(No.CHANNEL_HAS_NO_REMATCH)
    if record.player(side.other) == FORMER:
        raise Refusal(No.FORMER_PLAYER)
    return side


async def _rematch_under_way(services: Services, played: Record, by: Player) -> Record | None:
    """Return the running rematch of this match, if there is one."""
    players = {played.dark, played.light}
    running = await services.store.matches.running(by)
    between = (listing for listing in running if {listing.dark, listing.light} == players)
    async for _, record in readable_records(services, between):
        origin = record.challenge and await services.store.challenges.challenge(record.challenge)
        if origin and origin.rematch_of == played.id:
            return record
    return None


def _reversed(played: Record, side: Side, now: Instant) -> Challenge:
    """Return a rematch on the same terms: the player of this side challenges the other side.

    The rules are the current ones of that name; if they have changed, the game starts from their
    usual position, since the old one may not fit. Refused if no rules have that name. The date
    from which a tournament hurries its game isn't a term of the rematch.
    """
    game = played.match.game
    try:
        catalogue.game(game.name)
    except GameError:
        raise Refusal(No.OTHER_RULES) from None
    start = played.start if catalogue.is_current(game) else None
    return Challenge(
        id=0,
        place=played.place,
        by=played.player(side),
        opponent=played.player(side.other),
        terms=Terms(
            *(game.name, side.other, replace(played.pace, hurry_from=None)),
            games=played.games,
            start=start,
            rated=played.rated,
        ),
        made=now,
        until=now + OPEN_FOR,
        rematch_of=played.id,
    )
