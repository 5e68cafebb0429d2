"""Challenges: made, customised, accepted, declined, withdrawn, expired; and rematches.

Law: of one match there is at most one open rematch; see bot.service.ports.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service import pings
from bot.service.clocks import with_clock
from bot.service.house import retrying
from bot.service.limits import OPEN_FOR, of_acceptance, of_challenge
from bot.service.lookup import readable, side_of
from bot.service.model import FORMER, Challenge, Kind, Post, Record, Standing, Terms
from bot.service.ports import Change, Stale
from bot.service.refusals import Bar, No, Refusal
from bot.service.settings import refuse_elsewhere, server_of
from games import catalogue
from games.core import Side
from games.events import Created
from games.match import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.service.house import House
    from bot.service.model import Instant, Place, Player

ANSWERED_WITHIN = 20  # seconds in which the answer to the command should post the challenge


async def challenge(
    house: House, place: Place, by: Player, opponent: Player | None, terms: Terms
) -> tuple[Challenge, int]:
    """A new challenge and the number of its post, which the answer to the command may send."""
    if opponent == by:
        raise Refusal(No.YOURSELF)
    now = house.now()
    made = Challenge(
        id=0,
        place=place,
        by=by,
        opponent=opponent,
        terms=replace(terms, rules=catalogue.game(terms.rules).name),
        made=now,
        until=now + OPEN_FOR,
    )
    return await propose(house, made)


async def propose(house: House, made: Challenge) -> tuple[Challenge, int]:
    """Write a new challenge and its post; returns both, or refuses where it is not allowed."""
    server = await server_of(house, made.place)
    limits = of_challenge(house.limits, server, made, house.now())
    post = Post(Kind.CHALLENGE, challenge=0, due=made.made + ANSWERED_WITHIN)
    committed = await house.commit(Change(challenge=made, posts=(post,), limits=limits))
    assert committed.challenge is not None
    return replace(made, id=committed.challenge), committed.posts[0]


async def posted(
    house: House, made: Challenge, post: int, message: int | None, later: Sequence[Post] = ()
) -> None:
    """The answer to the command was the challenge's post; it stands in this message.

    `later`: what pings the opponent, if that may not be now.
    """
    done = Post(Kind.CHALLENGE, challenge=made.id, id=post)
    await house.store.post_done(done, message, later=later)
    if later:
        house.outbox.wake()


async def unheard(house: House, made: Challenge) -> Sequence[Post]:
    """The posts that ping the opponent of this challenge later, where it may not be now."""
    if made.opponent is None:
        return ()
    post = Post(Kind.CHALLENGE, challenge=made.id)
    return pings.later(house, post, [await house.store.person(made.opponent)])


async def post_now(house: House, post: int) -> None:
    """Have the outbox send the post at once, unless it was sent already."""
    await house.store.retry_post(post, house.now())
    house.outbox.wake()


def refuse_closed(found: Challenge, now: int) -> None:
    """Refuse what is no longer open."""
    if found.standing is not Standing.OPEN:
        raise Refusal(No.CHALLENGE_OVER, standing=found.standing)
    if now >= found.until:
        raise Refusal(No.CHALLENGE_OVER, standing=Standing.EXPIRED)


async def customise(house: House, number: int, by: Player, rules: str) -> Challenge:
    """Change the rules of an open challenge; refused where it starts from a position."""

    async def case() -> Challenge:
        found = await house.challenge(number)
        if found.by != by:
            raise Refusal(No.CHALLENGER_ONLY)
        refuse_closed(found, house.now())
        if found.terms.start is not None:
            raise Refusal(No.FROM_A_POSITION)
        terms = replace(found.terms, rules=catalogue.game(rules).name)
        if terms == found.terms:
            return found
        return await _change(house, replace(found, terms=terms))

    return await retrying(case)


async def counter(
    house: House, number: int, by: Player, terms: Terms, seen: int | None = None
) -> Challenge:
    """Answer a challenge with one of other terms, from the person who was challenged.

    Asked twice, the same one is returned. `seen`: the version that the player read.
    """

    async def case() -> Challenge:
        found = await house.challenge(number)
        if found.opponent != by:
            raise Refusal(No.NOT_FOR_YOU, player=found.opponent)
        for each in await house.store.open_challenges(by):
            if each.counter_of == number:
                return each
        refuse_closed(found, house.now())
        if seen not in (None, found.version):
            raise Refusal(No.CHANGED)
        return await _counter(house, found, _countering(found, terms, house.now()))

    return await retrying(case)


def _countering(found: Challenge, terms: Terms, now: int) -> Challenge:
    """The challenge that goes back; what it starts from stays as it was."""
    assert found.opponent is not None
    kept = replace(terms, start=found.terms.start)
    if found.terms.start is not None:
        kept = replace(kept, rules=found.terms.rules)
    if kept == swapped(found.terms):
        raise Refusal(No.SAME_TERMS)
    return Challenge(
        id=0,
        place=found.place,
        by=found.opponent,
        opponent=found.by,
        terms=replace(kept, rules=catalogue.game(kept.rules).name),
        made=now,
        until=now + OPEN_FOR,
        counter_of=found.id,
    )


def swapped(terms: Terms) -> Terms:
    """The same terms as the other person would propose them."""
    return replace(terms, side=terms.side and terms.side.other)


async def _counter(house: House, found: Challenge, made: Challenge) -> Challenge:
    """Close the one and open the other, in one transaction."""
    server = await server_of(house, made.place)
    limits = of_challenge(house.limits, server, made, house.now())
    opened = Change(
        challenge=made, posts=(Post(Kind.CHALLENGE, challenge=0, due=made.made),), limits=limits
    )
    committed = await house.commit(opened, _changed(replace(found, standing=Standing.COUNTERED)))
    assert committed.challenge is not None
    return replace(made, id=committed.challenge)


async def _change(house: House, found: Challenge) -> Challenge:
    """Write what has become of a challenge."""
    change = _changed(found)
    await house.commit(change)
    assert change.challenge
    return change.challenge


def _changed(found: Challenge) -> Change:
    """What has become of it; its message is edited, and the challenger told how it ended."""
    posts = [Post(Kind.CHALLENGE_CHANGED, challenge=found.id, message=found.message)]
    if found.standing in (Standing.DECLINED, Standing.EXPIRED):
        posts.append(Post(Kind.NOTICE, challenge=found.id))
    return Change(challenge=replace(found, version=found.version + 1), posts=tuple(posts))


async def accept(house: House, number: int, by: Player, seen: int | None = None) -> Record:
    """Begin the match; accepted twice, it is the same match.

    `seen`: the version of the challenge that the player read; refused where it changed since.
    """

    async def case() -> Record:
        found = await house.challenge(number)
        if found.match is not None and by == found.opponent:
            return await house.record(found.match)
        refuse_closed(found, house.now())
        if by == found.by:
            raise Refusal(No.OWN_CHALLENGE)
        if found.opponent not in (None, by):
            raise Refusal(No.NOT_FOR_YOU, player=found.opponent)
        if seen not in (None, found.version):
            raise Refusal(No.CHANGED)
        return await _begin(house, found, by)

    return await retrying(case)


async def _begin(house: House, found: Challenge, by: Player) -> Record:
    server = await server_of(house, found.place)
    limits = of_acceptance(house.limits, server, found, by)
    terms = found.terms
    game = catalogue.game(terms.rules)
    own = terms.side or house.draw_lot()
    by_lot = game.data["first"] is None and terms.start is None
    lot = house.draw_lot() if by_lot else None  # who begins
    created = Created(at=house.now(), rules=game.data, lot=lot, start=terms.start)
    record = Record(
        id=0,
        place=found.place,
        dark=found.by if own is Side.DARK else by,
        light=found.by if own is Side.LIGHT else by,
        match=fold((created,)),
        pace=terms.pace,
        challenge=found.id,
        thread=terms.thread,
        games=terms.games,
        rated=terms.counts,
    )
    record = await with_clock(house, None, record)
    accepted = replace(found, opponent=by, standing=Standing.ACCEPTED, version=found.version + 1)
    posts = (
        Post(Kind.CHALLENGE_CHANGED, challenge=found.id, message=found.message),
        Post(Kind.BOARD, match=0, number=1),
    )
    committed = await house.commit(
        Change(challenge=accepted, record=record, events=(created,), posts=posts, limits=limits)
    )
    assert committed.match is not None
    return replace(record, id=committed.match)


async def decline(house: House, number: int, by: Player) -> Challenge:
    """Decline; only the person who is challenged may."""

    def check(found: Challenge) -> None:
        if found.opponent != by:
            raise Refusal(No.NOT_FOR_YOU, player=found.opponent)

    return await _close(house, number, Standing.DECLINED, check)


async def withdraw(house: House, number: int, by: Player) -> Challenge:
    """Withdraw; only the challenger may."""

    def check(found: Challenge) -> None:
        if found.by != by:
            raise Refusal(No.CHALLENGER_ONLY)

    return await _close(house, number, Standing.WITHDRAWN, check)


async def _close(
    house: House, number: int, standing: Standing, check: Callable[[Challenge], None]
) -> Challenge:
    async def case() -> Challenge:
        found = await house.challenge(number)
        check(found)
        if found.standing is standing:
            return found
        refuse_closed(found, house.now())
        return await _change(house, replace(found, standing=standing))

    return await retrying(case)


async def dismiss(house: House, player: Player) -> None:
    """Close all open challenges of and to a player."""
    for each in await house.store.open_challenges(player):
        with suppress(Stale):  # it was answered meanwhile
            await _change(house, replace(each, standing=_closed_by(each, player)))


async def bar(house: House, guild: int, player: Player) -> int:
    """Bar a person in a server and withdraw their challenges there; returns how many there were."""

    async def case() -> int:
        found = await house.store.open_challenges(player)
        theirs = [each for each in found if each.by == player and each.place.guild == guild]
        closed = (_changed(replace(each, standing=Standing.WITHDRAWN)) for each in theirs)
        await house.commit(Change(bar=Bar(guild, player, house.now())), *closed)
        return len(theirs)

    return await retrying(case)


def ended(found: Challenge, player: Player) -> Change:
    """An open challenge ended by this player: withdrawn where it is theirs, else declined."""
    return _changed(replace(found, standing=_closed_by(found, player)))


def _closed_by(found: Challenge, player: Player) -> Standing:
    return Standing.WITHDRAWN if found.by == player else Standing.DECLINED


async def expire(house: House) -> int:
    """Close every challenge whose time is over; returns how many. One that fails stops no other."""
    old, failed = await house.store.expired(house.now()), list[Exception]()
    for each in old:
        try:
            with suppress(Stale):  # it was answered meanwhile
                await _expire(house, each)
        except Exception as error:  # noqa: BLE001  raised below
            failed.append(error)
    if failed:
        raise ExceptionGroup("challenges could not be closed", failed)
    return len(old)


async def _expire(house: House, old: Challenge) -> None:
    expired = replace(old, standing=Standing.EXPIRED)
    if old.standing is Standing.DRAFT:  # it was never posted, so there is nothing to edit
        await house.commit(Change(challenge=replace(expired, version=old.version + 1)))
    else:
        await _change(house, expired)


async def rematch(
    house: House, number: int, by: Player, parent: int | None = None
) -> tuple[Challenge, int] | Record:
    """A new challenge and its post; or the match, when the opponent has already asked.

    Asked twice, the same challenge is returned, with 0 for the post. Refused where the opponent has
    customised theirs since: it is not the game that was played. `parent`: the channel of the thread
    in which they played.
    """

    async def case() -> tuple[Challenge, int] | Record:
        record = await house.record(number)
        side = side_of(record, by)
        if record.match.verdict is None:
            raise Refusal(No.NOT_OVER)
        if record.player(side.other) == FORMER:
            raise Refusal(No.FORMER_PLAYER)
        for each in await house.store.open_challenges(by):
            if each.rematch_of == number:
                return (each, 0) if each.by == by else await accept(house, each.id, by, seen=0)
        if playing := await _rematch_under_way(house, record, by):
            return playing
        await refuse_elsewhere(house, record.place, parent)
        return await propose(house, _reversed(record, side, house.now()))

    return await retrying(case)


async def _rematch_under_way(house: House, played: Record, by: Player) -> Record | None:
    """The running rematch of this match, if there is one."""
    players = {played.dark, played.light}
    running = await house.store.running(by)
    between = (each for each in running if {each.dark, each.light} == players)
    async for _, record in readable(house, between):
        origin = record.challenge and await house.store.challenge(record.challenge)
        if origin and origin.rematch_of == played.id:
            return record
    return None


def _reversed(played: Record, side: Side, now: Instant) -> Challenge:
    """The same terms and start, with the player of this side challenging for the other."""
    game = played.match.game
    same = catalogue.game(game.name).data == game.data  # else the position may not fit the rules
    start = played.start if same else None
    return Challenge(
        id=0,
        place=played.place,
        by=played.player(side),
        opponent=played.player(side.other),
        terms=Terms(
            *(game.name, side.other, played.pace),
            games=played.games,
            start=start,
            rated=played.rated,
        ),
        made=now,
        until=now + OPEN_FOR,
        rematch_of=played.id,
    )
