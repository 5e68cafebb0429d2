"""Team matches in SQLite: their tables, beside what all competitions have there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bot.features.teams.course import Course, is_ahead
from bot.features.teams.model import Game, Link, Member, Team, TeamCard, TeamMatch, TeamResult
from bot.features.teams.refusals import TeamNo
from bot.model.club import MOST_JOINED, MOST_OPEN, Status
from bot.model.personal_data import moment_text
from bot.service.refusals import Refusal
from bot.store import rows, servers
from bot.store.changes import Stale
from bot.store.club import Competitions, CompetitionTables, Statements
from bot.store.extension import Extension, PostKind

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.store.changes import Committed
    from bot.store.database import Database
    from bot.store.extension import MatchWritten

STATEMENTS = Statements(
    "team_match", TeamMatch, "team_member", Member, "team_game", Link, "contest"
)
CONTESTS = Competitions(
    TeamMatch,
    Member,
    statements=STATEMENTS,
    card=TeamCard,
    of="contest",
    too_many=Refusal(TeamNo.TOO_MANY_TEAM_MATCHES, limit=MOST_OPEN),
    too_many_joined=Refusal(TeamNo.TOO_MANY_TEAMS_JOINED, limit=MOST_JOINED),
)
TEAM_GAMES: Final = """
    SELECT team_game.*, m.turn, m.winner, m.reason, m.since
    FROM team_game JOIN "match" AS m ON m.id = team_game."match" WHERE contest = :contest"""


class TeamTables(CompetitionTables[TeamMatch, Member]):
    """What is read of team matches, and their drafts."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, CONTESTS)

    async def course(self, number: int) -> Course | None:
        """A team match with all that belongs to it, as one moment has it."""
        return await self._database.read(partial(read_course, number))

    async def link(self, match: int) -> Link | None:
        """Which game of a team match a match is, if it is one."""
        return await self._database.one(Link, STATEMENTS.one_link, match=match)


def read_course(number: int, db: sqlite3.Connection) -> Course | None:
    """A team match with all that belongs to it."""
    contest = CONTESTS.one(db, number)
    if contest is None:
        return None
    members = CONTESTS.seats(db, number)
    return Course(
        contest,
        tuple(members),
        tuple(rows.many(Game, db, TEAM_GAMES, contest=number)),
        servers.barred_among(db, contest.guild, [member.player for member in members]),
    )


def join(
    db: sqlite3.Connection,
    _: Committed,
    *,
    contest: TeamMatch,
    team: Team,
    player: Player,
    now: Instant,
) -> None:
    """Give a person a seat; the last one closes the sign-up."""
    now_is = CONTESTS.one(db, contest.id)
    if now_is is None or now_is.status is not Status.OPEN:
        raise Stale
    known = CONTESTS.seats(db, contest.id)
    _refuse_seat(known, contest, team, player)
    CONTESTS.refuse_many_joined(db, player)
    seat = max((member.seat for member in known), default=0) + 1
    new = Member(contest=contest.id, seat=seat, team=team, player=player, joined=now)
    CONTESTS.keep_seats(db, [new])
    full = len(known) + 1 == 2 * contest.boards
    CONTESTS.mark_at(db, contest.id, now if full else contest.closes)


def _refuse_seat(known: Sequence[Member], contest: TeamMatch, team: Team, player: Player) -> None:
    """Refuse who has a seat, a team that is full, and one that would be two ahead."""
    own = next((member for member in known if member.player == player), None)
    names = {"team": contest.name(team), "other": contest.name(team.other)}
    if own and own.team is team:
        raise Refusal(TeamNo.IN_THIS_TEAM, **names)
    if own:
        raise Refusal(TeamNo.IN_THE_OTHER_TEAM, **names)
    if sum(member.team is team for member in known) >= contest.boards:
        raise Refusal(TeamNo.TEAM_IS_FULL, **names)
    if is_ahead(known, team):
        raise Refusal(TeamNo.TEAM_IS_AHEAD, **names)


# What they add to the store


def _match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
    """A game of a team match that is over: look at that."""
    if written.record.match.verdict is None:
        return
    if link := rows.one(Link, db, STATEMENTS.one_link, match=written.number):
        CONTESTS.mark(db, link.contest, written.now)


def _personal_data(db: sqlite3.Connection, player: Player) -> Mapping[str, Sequence[Any]]:
    return {
        "team-matches": [
            {
                "teams": [contest.red, contest.blue],
                "team": contest.name(member.team),
                "server": str(contest.guild),
                "joined": moment_text(member.joined),
                "board": member.board,
                "left": None if member.left is None else moment_text(member.left),
            }
            for member, contest in CONTESTS.seats_of(db, player)
        ],
        "team-matches-begun": [
            {
                "teams": [contest.red, contest.blue],
                "server": str(contest.guild),
                "at": moment_text(contest.made),
            }
            for contest in CONTESTS.made_by(db, player)
        ],
    }


EXTENSION = Extension(
    posts=(PostKind(TeamCard, CONTESTS.card_sent), PostKind(TeamResult)),
    match_written=_match_written,
    server_changed=CONTESTS.server_changed,
    clocks_changed=CONTESTS.mark_all,
    barred=CONTESTS.barred,
    retire=CONTESTS.retire,
    erase=CONTESTS.erase,
    personal_data=_personal_data,
    people=CONTESTS.people,
    servers=CONTESTS.servers,
    clear_server=CONTESTS.clear_server,
    tables={
        "team_match": partial(rows.read, TeamMatch),
        "team_member": partial(rows.read, Member),
        "team_game": partial(rows.read, Link),
    },
)
