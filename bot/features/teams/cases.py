"""Use cases of team matches: made, joined, left, begun, called off; and what time does with them.

Law: each change is decided on one version of the team match and written with its games and posts in
one transaction. Killed between two, the next look goes on where the last one ended.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.teams.course import has_left, lined_up, sides
from bot.features.teams.model import BOARDS, FEWEST, LONGEST_TEAM, Link, Team, TeamMatch, TeamResult
from bot.features.teams.refusals import TeamNo
from bot.features.teams.tables import CONTESTS, TeamTables, join
from bot.model.club import Status, pace_of, read_name
from bot.model.servers import Place
from bot.service import club
from bot.service.at_time import LATER, at_once, look_at_each
from bot.service.balance import are_near
from bot.service.begin import Beginning, arranged, draws_lot
from bot.service.club import Drafts, leaving, resign_all, written
from bot.service.limits import unless_barred
from bot.service.refusals import No, Refusal
from bot.service.services import retrying
from bot.service.strengths import strengths
from bot.service.usual import usual_rule_set
from bot.store.changes import Change
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.teams.course import Board, Course
    from bot.features.teams.model import Member
    from bot.model.people import Player
    from bot.model.servers import Guild
    from bot.model.times import Instant
    from bot.service.services import Services


def tables(services: Services) -> TeamTables:
    """What is stored of team matches."""
    return TeamTables(services.store.database)


async def course_of(
    services: Services, number: int, guild: int | None, player: Player | None = None
) -> Course:
    """One of this server, or one that this person is in; refused where there is none."""
    course = await tables(services).course(number)
    if course is None or course.contest.status is Status.DRAFT:
        raise Refusal(TeamNo.NO_SUCH_TEAM_MATCH)
    if course.contest.guild != guild and course.member(player) is None:
        raise Refusal(TeamNo.NO_SUCH_TEAM_MATCH)
    return course


async def live_in(services: Services, guild: int) -> list[Course]:
    """Those of a server that are not over, the oldest first."""
    live = await tables(services).live_in(guild)
    courses = [await tables(services).course(contest.id) for contest in live]
    return [course for course in courses if course]


# Made


def usual_contest(server: Guild, by: Player, channel: int, now: Instant) -> TeamMatch:
    """A team match as a server has its games, played in that channel."""
    return TeamMatch(
        guild=server.id,
        channel=channel,
        card_in=0,
        by=by,
        red="",
        blue="",
        rules=usual_rule_set(server),
        pace=pace_of(3, weekends=server.weekends),
        rated=server.rated,
        made=now,
    )


def _checked(services: Services, contest: TeamMatch) -> TeamMatch:
    """The team match as it may be; refused where it may not."""
    red, blue = (read_name(contest.name(team), LONGEST_TEAM) for team in Team)
    if red is None or blue is None:
        raise Refusal(No.NO_CUP_NAME, limit=LONGEST_TEAM)
    if red.casefold() == blue.casefold():
        raise Refusal(TeamNo.SAME_TEAM_NAMES)
    rules = catalogue.game(contest.rules).name
    games = contest.games if are_near(services.measured, (rules,)) else 2
    boards = min(max(contest.boards, FEWEST), max(BOARDS))
    return replace(contest, red=red, blue=blue, rules=rules, games=games, boards=boards)


_DRAFTS = Drafts(CONTESTS, _checked, Refusal(TeamNo.NO_SUCH_TEAM_MATCH))
draft_of, contest_before = _DRAFTS.of, _DRAFTS.of_or_open
change_draft, discard, open_draft = _DRAFTS.change, _DRAFTS.discard, _DRAFTS.open
fill_draft, refuse_more = _DRAFTS.fill, _DRAFTS.refuse_more


# Joined and left


async def join_team(
    services: Services, number: int, guild: int | None, player: Player, team: Team
) -> Course:
    """Give a person a seat in a team; refused where they have one, or where none may be had."""

    async def attempt() -> Course:
        course, now = await course_of(services, number, guild), services.now()
        contest = course.contest
        if contest.status is not Status.OPEN or now >= contest.closes:
            raise Refusal(No.CUP_IS_CLOSED)
        also = partial(join, contest=contest, team=team, player=player, now=now)
        card = CONTESTS.card_of(contest, now)
        limits = unless_barred(player, contest.guild, Refusal(No.BARRED))
        await services.commit(Change(posts=(card,), also=also, limits=limits))
        return await course_of(services, number, guild)

    return await retrying(attempt)


async def leave_team(services: Services, number: int, guild: int | None, player: Player) -> Course:
    """Give up a seat; once it is played, the games too that they play in it."""

    async def attempt() -> Member | None:
        course, now = await course_of(services, number, guild, player), services.now()
        contest, member = course.contest, course.member(player)
        if member is None or not course.may_leave(member):
            raise Refusal(No.NOT_IN_CUP)
        if has_left(member):  # killed before they had given up these games
            return member
        await services.commit(leaving(CONTESTS, contest, member, now))
        return member

    member = await retrying(attempt)
    course = await tables(services).course(number)
    assert course
    if member:
        await resign_all(services, [game.match for game in course.running(member)], player)
    return course


# Kept in order


async def close_sign_up(services: Services, number: int, guild: int | None) -> Course:
    """End the sign-up now, so that it begins."""

    async def attempt() -> None:
        course, now = await course_of(services, number, guild), services.now()
        if course.contest.status is Status.OPEN:
            if not lined_up(course, {}):
                raise Refusal(TeamNo.TEAMS_TOO_SMALL, limit=FEWEST)
            await tables(services).change(replace(course.contest, closes=now, due=now))

    await retrying(attempt)
    await at_once(look_at(services, number))
    return await course_of(services, number, guild)


async def call_off(services: Services, number: int, guild: int | None) -> Course:
    """End it without a winner. Games under way go on; called off twice, it is once."""

    async def attempt() -> None:
        course, now = await course_of(services, number, guild), services.now()
        if course.contest.is_live:
            await _end(services, course.contest, Status.CALLED_OFF, now)

    await retrying(attempt)
    return await course_of(services, number, guild)


async def _end(
    services: Services, contest: TeamMatch, status: Status, now: Instant, *, told: bool = False
) -> None:
    """End it; `told`: with a post that tells of that."""
    after = replace(contest, status=status, ended=now, due=None)
    posts = (TeamResult(contest.id, place=contest.card_place),) if told else ()
    await services.commit(written(CONTESTS, after, now), Change(posts=posts))


async def card_again(services: Services, contest: TeamMatch, card_in: int) -> None:
    """Post the card anew, which was deleted, in that channel."""
    await club.card_again(services, tables(services), contest, card_in)


# What time does


async def look_at_contests(services: Services) -> None:
    """Do what is to be done with those that are due. One that fails is no obstacle to others."""
    await look_at_each(services, tables(services), look_at)


async def look_at(services: Services, number: int) -> None:
    """Do all that is to be done with a team match now."""
    await retrying(partial(_advance, services, number))


async def _advance(services: Services, number: int) -> None:
    course, now = await tables(services).course(number), services.now()
    if course is None:  # it cannot be read
        await tables(services).put_off(number, now, now + LATER)
        return
    contest = course.contest
    if contest.status is Status.DRAFT:
        if contest.due is not None and contest.due <= now:
            await tables(services).delete_draft(number)
    elif contest.is_live and await services.store.servers.has_departed(contest.guild):
        await tables(services).change(replace(contest, due=now + LATER))
    elif contest.status is Status.OPEN:
        await _begin_if_due(services, course, now)
    elif contest.status is Status.RUNNING:
        await _go_on(services, course, now)


async def _begin_if_due(services: Services, course: Course, now: Instant) -> None:
    """Begin what is full, or whose sign-up is over; call it off where too few have joined."""
    contest = course.contest
    players = [member.player for member in course.members if not course.is_out(member)]
    known = await strengths(services, contest.guild, contest.rules, players)
    lined = lined_up(course, known)
    full = len(lined) == 2 * contest.boards
    if now < contest.closes and not full:
        if contest.due != contest.closes:
            await tables(services).change(replace(contest, due=contest.closes))
    elif gone := await services.left(contest.guild, [member.player for member in lined]):
        members = [member for member in lined if member.player in gone]
        await services.commit(*[leaving(CONTESTS, contest, member, now) for member in members])
        await _advance(services, contest.id)
    elif lined:
        await _begin(services, course, lined, now)
    else:
        await _end(services, contest, Status.CALLED_OFF, now, told=bool(course.members))


async def _begin(services: Services, course: Course, lined: Sequence[Member], now: Instant) -> None:
    """Begin all games at once."""
    contest = course.contest
    closes = min(now, contest.closes)
    after = replace(contest, status=Status.RUNNING, began=now, closes=closes, due=None)
    gone = [replace(m, left=now) for m in course.members if course.is_out(m) and not has_left(m)]
    decided = written(CONTESTS, after, now, (*lined, *gone))
    begun = replace(course, contest=after, members=tuple(lined))
    games = [change for board in begun.boards for change in _games(services, begun, board, now)]
    await services.commit(decided, *games)


def _games(services: Services, course: Course, board: Board, now: Instant) -> Iterator[Change]:
    """The games of a board: both at once, so that each of the two has one to begin."""
    contest = course.contest
    lot = services.draw_lot() if draws_lot(contest.rules) else None
    player = {member.seat: member.player for member in (board.red, board.blue)}
    seats = sides(board.number, board.red.seat, board.blue.seat, contest.games)
    for leg, (dark, light) in enumerate(seats, 1):
        beginning = Beginning(
            place=Place(contest.guild, contest.channel),
            dark=player[dark],
            light=player[light],
            rules=contest.rules,
            pace=contest.pace,
            lot=lot,
            rated=contest.rated,
        )
        link = Link(
            match=0, contest=contest.id, board=board.number, leg=leg, dark=dark, light=light
        )
        yield arranged(beginning, now, partial(CONTESTS.link_game, link=link))


async def _go_on(services: Services, course: Course, now: Instant) -> None:
    """End it once all boards are over, and tell of that."""
    contest = course.contest
    if course.to_go:
        if contest.due is not None:
            await tables(services).change(replace(contest, due=None))
        return
    await _end(services, contest, Status.OVER, now, told=True)


# What is asked


async def course_with(services: Services, match: int) -> tuple[Course, Board] | None:
    """The team match of which a match is a game, and its board; None where it is none."""
    link = await tables(services).link(match)
    course = link and await tables(services).course(link.contest)
    if not link or not course:
        return None
    board = next((board for board in course.boards if board.number == link.board), None)
    return board and (course, board)
