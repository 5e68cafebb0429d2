"""Use cases of cups: made, joined, left, begun, called off; and what time does with them.

Law: each change is decided on one version of the cup and written with its games and posts in one
transaction. Killed between two, the next look goes on where the last one ended.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.cups import course as courses
from bot.features.cups.model import (
    FEWEST,
    LARGEST,
    LARGEST_ROBIN,
    RULE_SETS,
    Cup,
    CupResult,
    Entry,
    Form,
    Given,
    Link,
    Repeat,
    ended,
    next_edition,
)
from bot.features.cups.refusals import CupNo
from bot.features.cups.tables import CUPS, CupTables, join, keep_step, open_league, repeat
from bot.model.club import LONGEST_NAME, Status, opened, pace_of, read_name
from bot.model.people import FORMER
from bot.model.servers import Place
from bot.service import club
from bot.service.at_time import LATER, at_once, look_at_each
from bot.service.balance import are_near
from bot.service.begin import Beginning, arranged, draws_lot
from bot.service.club import Drafts, leaving, resign_all, written
from bot.service.limits import unless_barred
from bot.service.refusals import No, Refusal
from bot.service.services import retrying
from bot.service.settings import server_of
from bot.service.strengths import strengths
from bot.service.usual import usual_rule_set
from bot.store.changes import Change, Stale
from games import catalogue
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from bot.features.cups.course import Course, Step
    from bot.features.cups.model import Pairing
    from bot.model.people import Player
    from bot.model.posts import Post
    from bot.model.servers import Guild
    from bot.model.times import Instant
    from bot.service.services import Services
    from games.core import Side
    from games.tournament.standings import Entrant


def tables(services: Services) -> CupTables:
    """What is stored of cups."""
    return CupTables(services.store.database)


async def course_of(
    services: Services, number: int, guild: int | None, player: Player | None = None
) -> Course:
    """A cup of this server, or one that this person is in; refused where there is none."""
    course = await tables(services).course(number)
    if course is None or course.cup.status is Status.DRAFT:
        raise Refusal(CupNo.NO_SUCH_CUP)
    if course.cup.guild != guild and (player is None or course.seat_of(player) is None):
        raise Refusal(CupNo.NO_SUCH_CUP)
    return course


async def live_in(services: Services, guild: int) -> list[Course]:
    """The cups of a server that are not over, the oldest first."""
    live = await tables(services).live_in(guild)
    courses = [await tables(services).course(cup.id) for cup in live]
    return [course for course in courses if course]


# Made


def usual_cup(server: Guild, by: Player, form: Form, now: Instant) -> Cup:
    """A cup as a server has its games, in the channel for its news, if there is one."""
    channel = server.news or 0
    return Cup(
        guild=server.id,
        channel=channel,
        card_in=channel,
        by=by,
        name="",
        form=form,
        rules=usual_rule_set(server),
        pace=pace_of(3, weekends=server.weekends),
        rated=server.rated,
        made=now,
    )


def _checked(services: Services, cup: Cup) -> Cup:
    """The cup as it may be; refused where it may not."""
    name = read_name(cup.name)
    if name is None:
        raise Refusal(No.NO_CUP_NAME, limit=LONGEST_NAME)
    sets = tuple(dict.fromkeys(catalogue.game(rules).name for rules in cup.rule_sets))
    if not 0 < len(sets) <= RULE_SETS:
        raise Refusal(CupNo.TOO_MANY_RULES, limit=RULE_SETS)
    size = min(cup.size, LARGEST_ROBIN if cup.form is Form.ROBIN else LARGEST)
    games = cup.games if are_near(services.measured, sets) else 2
    after = replace(cup, name=name, rules=" ".join(sets), size=size, games=games)
    if cup.form is Form.LEAGUE:
        return replace(after, size=LARGEST, repeats=Repeat.SEASON)
    return after


_DRAFTS = Drafts(CUPS, _checked, Refusal(CupNo.NO_SUCH_CUP))
draft_of, cup_before = _DRAFTS.of, _DRAFTS.of_or_open
change_draft, discard, open_draft = _DRAFTS.change, _DRAFTS.discard, _DRAFTS.open
fill_draft, refuse_more = _DRAFTS.fill, _DRAFTS.refuse_more


# Joined and left


async def join_cup(services: Services, number: int, guild: int | None, player: Player) -> Course:
    """Give a person a seat; refused where they have one, or where none is left.

    Who rests in a league is back with it.
    """

    async def attempt() -> Course:
        course, now = await course_of(services, number, guild), services.now()
        cup = course.cup
        if not cup.takes_in or (cup.status is Status.OPEN and now >= cup.closes):
            raise Refusal(No.CUP_IS_CLOSED)
        seat = course.seat_of(player)
        if cup.status is Status.RUNNING and seat is not None and course.rests(seat):
            return await come_back(services, number, guild, player)
        also = partial(join, cup=cup, player=player, now=now)
        card = CUPS.card_of(cup, now)
        limits = unless_barred(player, cup.guild, Refusal(No.BARRED))
        await services.commit(Change(posts=(card,), also=also, limits=limits))
        return await course_of(services, number, guild)

    return await retrying(attempt)


def has_league(server: Guild) -> bool:
    """Whether there is a league for all who press its button: with seasons that are told of."""
    return server.seasons and server.news is not None


async def join_league(services: Services, guild: int | None, player: Player, name: str) -> Course:
    """Give a person a seat in the league of a server. Where none is under way, one opens."""

    async def attempt() -> Course:
        server = await server_of(services, Place(guild, 0))
        if guild is None or not has_league(server):
            raise Refusal(CupNo.NO_LEAGUE)
        if await tables(services).league_in(guild) is None:
            await _open_league(services, server, player, name)
        league = await tables(services).league_in(guild)
        if league is None:  # called off meanwhile
            raise Stale
        return await join_cup(services, league.id, guild, player)

    return await retrying(attempt)


async def _open_league(services: Services, server: Guild, player: Player, name: str) -> None:
    """Open a league that is nobody's, so that only moderators keep it in order."""
    now = services.now()
    blank = replace(usual_cup(server, FORMER, Form.LEAGUE, now), name=name)
    also = partial(open_league, cup=opened(_checked(services, blank), now))
    limits = unless_barred(player, server.id, Refusal(No.BARRED))
    await services.commit(Change(also=also, limits=limits))


async def leave_cup(services: Services, number: int, guild: int | None, player: Player) -> Course:
    """Give up a seat; once the cup has begun, the games too that they play in it."""

    async def attempt() -> Course:
        course, now = await course_of(services, number, guild, player), services.now()
        seat, cup = course.seat_of(player), course.cup
        if seat is None or not course.may_leave(seat):
            raise Refusal(No.NOT_IN_CUP)
        if course.has_left(seat):  # killed before they had given up these games
            return course
        await services.commit(leaving(CUPS, cup, course.entry[seat], now))
        return course

    course = await retrying(attempt)
    running = course.running(course.seat_of(player))
    await resign_all(services, [game.match for game in running], player)
    return await tables(services).course(number) or course


async def come_back(services: Services, number: int, guild: int | None, player: Player) -> Course:
    """Have games again, after absences."""

    async def attempt() -> Course:
        course, now = await course_of(services, number, guild, player), services.now()
        seat = course.seat_of(player)
        if seat is None or course.has_left(seat):
            raise Refusal(No.NOT_IN_CUP)
        if course.cup.status is not Status.RUNNING or not course.rests(seat):
            raise Refusal(CupNo.NOT_RESTING)
        after, entry = replace(course.cup, due=now), replace(course.entry[seat], back=now)
        limits = unless_barred(player, course.cup.guild, Refusal(No.BARRED))
        change = replace(written(CUPS, after, now, [entry]), limits=limits)
        await services.commit(change)
        return await course_of(services, number, guild, player)

    return await retrying(attempt)


# Kept in order


async def close_sign_up(services: Services, number: int, guild: int | None) -> Course:
    """End the sign-up now, so that the cup begins."""

    async def attempt() -> None:
        course, now = await course_of(services, number, guild), services.now()
        if course.cup.status is Status.OPEN:
            if len(course.present) < FEWEST:
                raise Refusal(CupNo.TOO_FEW_JOINED, limit=FEWEST)
            await tables(services).change(replace(course.cup, closes=now, due=now))

    await retrying(attempt)
    await at_once(look_at(services, number))
    return await course_of(services, number, guild)


async def call_off(services: Services, number: int, guild: int | None) -> Course:
    """End a cup without a winner. Games under way go on; called off twice, it is once."""

    async def attempt() -> None:
        course, now = await course_of(services, number, guild), services.now()
        if course.cup.is_live:
            never = replace(course.cup, repeats=Repeat.NEVER)
            after = ended(never, Status.CALLED_OFF, now)
            await services.commit(written(CUPS, after, now))

    await retrying(attempt)
    return await course_of(services, number, guild)


async def repeat_no_more(services: Services, number: int, guild: int | None) -> Course:
    """It does not open again by itself."""

    async def attempt() -> Course:
        course, now = await course_of(services, number, guild), services.now()
        if course.cup.repeats is not Repeat.NEVER:
            due = course.cup.due if course.cup.is_live else None
            after = replace(course.cup, repeats=Repeat.NEVER, due=due)
            await services.commit(written(CUPS, after, now))
        return await course_of(services, number, guild)

    return await retrying(attempt)


async def card_again(services: Services, cup: Cup, card_in: int) -> None:
    """Post the card anew, which was deleted, in that channel."""
    await club.card_again(services, tables(services), cup, card_in)


# What time does


async def look_at_cups(services: Services) -> None:
    """Do what is to be done with the cups that are due. One that fails is no obstacle to others."""
    await look_at_each(services, tables(services), look_at)


async def look_at(services: Services, number: int) -> None:
    """Do all that is to be done with a cup now."""
    while await retrying(partial(_advance, services, number)):
        pass


async def _advance(services: Services, number: int) -> bool:
    """Take one step; whether there may be another at once."""
    course, now = await tables(services).course(number), services.now()
    if course is None:  # it cannot be read
        await tables(services).put_off(number, now, now + LATER)
        return False
    return await _advance_course(services, course, now)


async def _advance_course(services: Services, course: Course, now: Instant) -> bool:
    if not (course.cup.is_live or _is_due(course.cup, now)):
        return False
    if course.cup.status is Status.DRAFT:
        await tables(services).delete_draft(course.cup.id)
        return False
    if await services.store.servers.has_departed(course.cup.guild):
        await tables(services).change(replace(course.cup, due=now + LATER))
        return False
    if not course.cup.is_live:
        return await _repeat(services, course, now)
    if course.cup.status is Status.OPEN:
        return await _begin_if_due(services, course, now)
    return await _go_on(services, course, now)


def _is_due(cup: Cup, now: Instant) -> bool:
    return cup.due is not None and cup.due <= now


async def _begin_if_due(services: Services, course: Course, now: Instant) -> bool:
    """Begin a cup whose sign-up is over, or call it off where too few have joined."""
    cup = course.cup
    present = course.present
    full = len(course.entries) >= cup.size
    if now < cup.closes and not full:
        if cup.due != cup.closes:
            await tables(services).change(replace(cup, due=cup.closes))
        return False
    if gone := await services.left(cup.guild, [entry.player for entry in present]):
        await _leave(services, course, gone, now)
        return True
    if len(present) < FEWEST:
        after = ended(replace(cup, lapses=cup.lapses + 1), Status.CALLED_OFF, now)
        told = (_result(cup),) if course.entries else ()
        await services.commit(written(CUPS, after, now), Change(posts=told))
        return True
    players = [entry.player for entry in present]
    ratings = await strengths(services, cup.guild, cup.rule_sets[0], players)
    gone = [replace(e, left=now) for e in course.entries if course.is_out(e.seat)]
    entries = (*_divided(cup, courses.seeded(present, ratings)), *gone)
    begun = replace(cup, status=Status.RUNNING, began=now, lapses=0)
    after = replace(begun, closes=min(now, cup.closes), due=now)
    await services.commit(written(CUPS, after, now, entries))
    return True


async def _leave(
    services: Services, course: Course, gone: Collection[Player], now: Instant
) -> None:
    """Take those out of a cup who have left its server."""
    entries = [entry for entry in course.entries if entry.player in gone]
    if course.cup.status is Status.OPEN:
        await services.commit(*[leaving(CUPS, course.cup, entry, now) for entry in entries])
        return
    absent = [replace(entry, left=now) for entry in entries]
    await services.commit(written(CUPS, replace(course.cup, due=now), now, absent))


def _result(cup: Cup) -> CupResult:
    """What tells of its end."""
    return CupResult(cup.id, place=cup.card_place)


def _divided(cup: Cup, entries: Sequence[Entry]) -> Sequence[Entry]:
    """Those of a league, in its divisions; others as they are."""
    if cup.form is not Form.LEAGUE:
        return entries
    return [
        replace(entry, pool=pool)
        for pool, members in enumerate(courses.divided(entries), 1)
        for entry in members
    ]


async def _go_on(services: Services, course: Course, now: Instant) -> bool:
    """Begin what is to be begun; or end the cup, with its winner."""
    step = courses.step(course, now)
    if step.is_nothing:
        if step.due != course.cup.due:
            await tables(services).change(replace(course.cup, due=step.due))
        return False
    met = {seat for pairing in step.pairings for seat in pairing.seats if not course.is_out(seat)}
    if gone := await services.left(course.cup.guild, [course.player(seat) for seat in met]):
        await _leave(services, course, gone, now)
        return True
    cup = replace(course.cup, due=now)  # killed after this, the next look says when to look again
    told: tuple[Post, ...] = ()
    if step.over:
        cup = ended(cup, Status.OVER, now)
        told = (_result(cup),)
    finalists, winners = {*step.finalists}, {*step.winners}
    entries = [
        replace(e, finalist=e.seat in finalists or e.finalist, won=e.seat in winners)
        for e in course.entries
        if e.seat in finalists | winners
    ]
    also = partial(keep_step, after=cup, seats=entries, pairings=step.pairings)
    decided = Change(posts=(CUPS.card_of(cup, now), *told), also=also)
    await services.commit(decided, *_games(services, course, step, now))
    return True


async def _repeat(services: Services, course: Course, now: Instant) -> bool:
    """Have a cup once more, of which that is due; later, where the server has too many.

    A league goes on with those who are in it, if there are two of them.
    """
    cup = course.cup
    server = await services.store.servers.guild(cup.guild)
    again = next_edition(cup, server.news or cup.card_in, now)
    entries = _next_season(course) if cup.form is Form.LEAGUE else ()
    if len(entries) >= FEWEST:
        again = replace(again, status=Status.RUNNING, began=now, closes=now, due=now, lapses=0)
    else:
        entries = [replace(entry, seed=None, pool=0) for entry in entries]
    before = replace(cup, due=None, repeats=Repeat.NEVER)
    also = partial(repeat, cup=before, again=again, entries=entries)
    try:
        await services.commit(Change(also=also))
    except Refusal:
        await tables(services).change(replace(cup, due=now + DAY))
        return False
    return False


def _next_season(course: Course) -> Sequence[Entry]:
    """Who goes on in a league, in their divisions."""
    entries = [
        Entry(
            cup=0,
            seat=place,
            player=course.player(seat),
            joined=course.entry[seat].joined,
            seed=place,
        )
        for place, seat in enumerate(courses.promoted(course), 1)
    ]
    return _divided(course.cup, entries) if entries else ()


def _games(services: Services, course: Course, step: Step, now: Instant) -> Iterator[Change]:
    """What begins the games of these pairings."""
    for pairing in step.pairings:
        if pairing.given is Given.PLAYED:
            yield from _games_of(services, course, pairing, now)


def _games_of(
    services: Services, course: Course, pairing: Pairing, now: Instant
) -> Iterator[Change]:
    """The games of a pairing: both at once, so that each of the two has one to begin."""
    other = pairing.other
    assert other is not None
    lot = services.draw_lot() if draws_lot(pairing.rules) else None
    sides = ((pairing.one, other), (other, pairing.one))[: course.cup.games]
    for leg, (dark, light) in enumerate(sides, 1):
        link = _link(pairing, leg, dark, light)
        beginning = _beginning(course, pairing, link, lot)
        yield arranged(beginning, now, partial(CUPS.link_game, link=link))


def _beginning(course: Course, pairing: Pairing, link: Link, lot: Side | None) -> Beginning:
    """How this game of a pairing begins."""
    cup, thread = course.cup, courses.is_in_thread(course, pairing)
    return Beginning(
        place=Place(cup.guild, cup.card_in if thread else cup.channel),
        dark=course.player(link.dark),
        light=course.player(link.light),
        rules=pairing.rules,
        pace=cup.pace,
        lot=lot,
        rated=cup.rated,
        thread=thread,
    )


def _link(pairing: Pairing, leg: int, dark: Entrant, light: Entrant) -> Link:
    """That a match is a game of this pairing; the match has no number yet."""
    pool, number, board = pairing.key
    return Link(
        match=0,
        cup=pairing.cup,
        pool=pool,
        round=number,
        board=board,
        leg=leg,
        dark=dark,
        light=light,
    )


# What is asked


async def course_with(services: Services, match: int) -> tuple[Course, Pairing] | None:
    """The cup of which a match is a game, and the pairing; None where it is none."""
    link = await tables(services).link(match)
    course = link and await tables(services).course(link.cup)
    if not link or not course:
        return None
    key = link.pool, link.round, link.board
    pairing = next((pairing for pairing in course.pairings if pairing.key == key), None)
    return pairing and (course, pairing)


async def winners(services: Services, player: Player) -> Sequence[Cup]:
    """The cups that this person has won, the newest first."""
    return await tables(services).won_by(player)
