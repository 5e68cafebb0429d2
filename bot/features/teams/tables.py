"""Team matches in SQLite: their rows, what is written of them at once, and their cards' posts.

What is decided of one is decided on one version of it: whoever is later decides again.
"""

# ruff: noqa: S608  every word that a statement is made of stands in this package

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bot.features.teams.course import Course, is_ahead
from bot.features.teams.model import Game, Link, Member, Team, TeamCard, TeamMatch, TeamResult
from bot.model.club import MOST_JOINED, MOST_OPEN, Status
from bot.model.people import FORMER
from bot.model.personal_data import moment_text
from bot.model.servers import Place
from bot.service.refusals import No, Refusal
from bot.store import posts, rows, servers, sql
from bot.store.changes import Stale
from bot.store.extension import Extension, PostKind

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from bot.model.people import Player
    from bot.model.posts import SentMessage
    from bot.model.times import Instant
    from bot.store.changes import Committed
    from bot.store.database import Database
    from bot.store.extension import MatchWritten

_HOUR = 3600
# Seconds from a change to the edit that tells of it. Discord allows few edits of a message that is
# older than an hour.
_WAIT, _WAIT_OLD = 2, 30

CONTEST = rows.columns(TeamMatch)
_LIVE = f"status IN ('{Status.OPEN}', '{Status.RUNNING}')"
_OVER = f"status IN ('{Status.OVER}')"

ONE_CONTEST: Final = "SELECT * FROM team_match WHERE id = :id"
INSERT_CONTEST: Final = sql.insert("team_match", sql.but(CONTEST, "id"))
UPDATE_CONTEST: Final = sql.update(
    "team_match",
    "id = :id AND version = :before",
    *sql.but(CONTEST, "id", "message", "version"),
    version=":before + 1",
)
LIVE_CONTESTS: Final = f"SELECT * FROM team_match WHERE guild = :guild AND {_LIVE}"
OVER_CONTESTS: Final = f"""
    SELECT * FROM team_match WHERE guild = :guild AND {_OVER} ORDER BY id DESC LIMIT :most"""
DUE_CONTESTS: Final = "SELECT id FROM team_match WHERE due <= :now ORDER BY due, id LIMIT :most"
CONTEST_DRAFTS_OF: Final = f"""
    DELETE FROM team_match WHERE "by" = :by AND guild = :guild AND status = '{Status.DRAFT}'"""
DELETE_CONTEST_DRAFT: Final = f"""
    DELETE FROM team_match WHERE id = :id AND status = '{Status.DRAFT}'"""
COUNT_LIVE_CONTESTS: Final = sql.count("team_match", f"guild = :guild AND {_LIVE}")
CONTEST_CARD_IS: Final = sql.update("team_match", "id = :id", "message")
FORGET_CONTEST_CARD: Final = sql.update("team_match", "id = :id AND message IS :seen", "message")
MARK_CONTEST: Final = sql.update("team_match", "id = :id", "due", version=sql.more("version"))
PUT_OFF_CONTEST: Final = sql.update("team_match", "id = :id AND due <= :now", due=":later")

MEMBERS: Final = "SELECT * FROM team_member WHERE contest = :contest ORDER BY contest, seat"
KEEP_MEMBER: Final = sql.keep("team_member", rows.columns(Member))
DELETE_MEMBER: Final = """
    DELETE FROM team_member WHERE contest = :contest AND seat = :seat AND player = :player"""
MEMBER_OF: Final = "SELECT * FROM team_member WHERE player = :player ORDER BY player, contest"
COUNT_TEAMS_JOINED: Final = f"""
    SELECT count(*) AS count FROM team_member JOIN team_match ON team_match.id = contest
    WHERE player = :player AND {_LIVE} AND "left" IS NULL"""
LIVE_CONTESTS_OF: Final = f"""
    SELECT team_match.* FROM team_member JOIN team_match ON team_match.id = contest
    WHERE player = :player AND {_LIVE} AND "left" IS NULL"""

TEAM_GAMES: Final = """
    SELECT team_game.*, m.turn, m.winner, m.reason, m.since
    FROM team_game JOIN "match" AS m ON m.id = team_game."match" WHERE contest = :contest"""
ONE_TEAM_GAME: Final = 'SELECT * FROM team_game WHERE "match" = :match'
INSERT_TEAM_GAME: Final = sql.insert("team_game", rows.columns(Link))


class TeamTables:
    """What is read of team matches, and their drafts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def course(self, number: int) -> Course | None:
        """A team match with all that belongs to it, as one moment has it."""
        return await self._database.read(partial(read_course, number))

    async def live_in(self, guild: int) -> Sequence[TeamMatch]:
        """Those of a server that one may join or that are played, the oldest first."""
        live = await self._database.many(TeamMatch, LIVE_CONTESTS, guild=guild)
        return sorted(live, key=lambda contest: contest.id)

    async def over_in(self, guild: int, most: int) -> Sequence[TeamMatch]:
        """Up to so many of a server that are over, the newest first."""
        return await self._database.many(TeamMatch, OVER_CONTESTS, guild=guild, most=most)

    async def live_of(self, player: Player) -> Sequence[TeamMatch]:
        """Those that a person is in and that are not over."""
        return await self._database.many(TeamMatch, LIVE_CONTESTS_OF, player=player)

    async def due(self, now: Instant, most: int) -> Sequence[int]:
        """The numbers of up to so many that are to be looked at."""
        return [row["id"] for row in await self._database.rows(DUE_CONTESTS, now=now, most=most)]

    async def put_off(self, number: int, now: Instant, later: Instant) -> None:
        """Look only later at one at which nobody can look now, so that it hides no other."""
        await self._database.execute(PUT_OFF_CONTEST, id=number, now=now, later=later)

    async def link(self, match: int) -> Link | None:
        """Which game of a team match a match is, if it is one."""
        return await self._database.one(Link, ONE_TEAM_GAME, match=match)

    async def new_draft(self, draft: TeamMatch) -> TeamMatch:
        """Keep a draft in the place of those that its maker has in that server."""

        def job(db: sqlite3.Connection) -> TeamMatch | None:
            db.execute(CONTEST_DRAFTS_OF, {"by": draft.by, "guild": draft.guild})
            number = sql.inserted(db.execute(INSERT_CONTEST, rows.row_of(draft)))
            return rows.one(TeamMatch, db, ONE_CONTEST, id=number)

        stored = await self._database.write(job)
        assert stored
        return stored

    async def delete_draft(self, number: int) -> None:
        """Forget a draft."""
        await self._database.execute(DELETE_CONTEST_DRAFT, id=number)

    async def change(self, after: TeamMatch) -> None:
        """Write a team match; Stale where it was changed since it was read."""
        await self._database.write(partial(update, after=after))

    async def mark(self, number: int, now: Instant) -> None:
        """Look at it, and bring its card up to date, as soon as can be."""
        await self._database.write(lambda db: _mark(db, number, now))

    async def forget_card(self, contest: TeamMatch, message: int | None) -> None:
        """Its card is gone for good (0), or to be posted anew (None), if it is still that one."""
        values = {"id": contest.id, "seen": contest.message, "message": message}
        await self._database.execute(FORGET_CONTEST_CARD, **values)


def read_course(number: int, db: sqlite3.Connection) -> Course | None:
    """A team match with all that belongs to it."""
    contest = rows.one(TeamMatch, db, ONE_CONTEST, id=number)
    if contest is None:
        return None
    members = tuple(rows.many(Member, db, MEMBERS, contest=number))
    return Course(
        contest,
        members,
        tuple(rows.many(Game, db, TEAM_GAMES, contest=number)),
        servers.barred_among(db, contest.guild, [member.player for member in members]),
    )


# Writing, as parts of jobs


def update(db: sqlite3.Connection, after: TeamMatch) -> None:
    """Write a team match; Stale where it was changed since it was read."""
    if not db.execute(UPDATE_CONTEST, {**rows.row_of(after), "before": after.version}).rowcount:
        raise Stale


def open_contest(db: sqlite3.Connection, _: Committed, *, contest: TeamMatch) -> None:
    """Have people join it, unless the server has as many already as it may."""
    update(db, contest)
    counted = sql.one(db, COUNT_LIVE_CONTESTS, {"guild": contest.guild})
    if counted and counted["count"] > MOST_OPEN:
        raise Refusal(No.TOO_MANY_TEAM_MATCHES, limit=MOST_OPEN)


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
    _refuse_closed(db, contest)
    known = rows.many(Member, db, MEMBERS, contest=contest.id)
    _refuse_seat(known, contest, team, player)
    joined = sql.one(db, COUNT_TEAMS_JOINED, {"player": player})
    if joined and joined["count"] >= MOST_JOINED:
        raise Refusal(No.TOO_MANY_TEAMS_JOINED, limit=MOST_JOINED)
    seat = max((member.seat for member in known), default=0) + 1
    new = Member(contest=contest.id, seat=seat, team=team, player=player, joined=now)
    db.execute(KEEP_MEMBER, rows.row_of(new))
    full = len(known) + 1 == 2 * contest.boards
    db.execute(MARK_CONTEST, {"id": contest.id, "due": now if full else contest.closes})


def _refuse_seat(known: Sequence[Member], contest: TeamMatch, team: Team, player: Player) -> None:
    """Refuse who has a seat, a team that is full, and one that would be two ahead."""
    own = next((member for member in known if member.player == player), None)
    names = {"team": contest.name(team), "other": contest.name(team.other)}
    if own and own.team is team:
        raise Refusal(No.IN_THIS_TEAM, **names)
    if own:
        raise Refusal(No.IN_THE_OTHER_TEAM, **names)
    if sum(member.team is team for member in known) >= contest.boards:
        raise Refusal(No.TEAM_IS_FULL, **names)
    if is_ahead(known, team):
        raise Refusal(No.TEAM_IS_AHEAD, **names)


def give_up_seat(
    db: sqlite3.Connection, _: Committed, *, contest: TeamMatch, member: Member
) -> None:
    """Take a person from a team match that has not begun."""
    _refuse_closed(db, contest)
    if not db.execute(DELETE_MEMBER, rows.row_of(member)).rowcount:
        raise Stale
    db.execute(MARK_CONTEST, {"id": contest.id, "due": contest.closes})


def _refuse_closed(db: sqlite3.Connection, contest: TeamMatch) -> None:
    """Stale where nobody may join it any more, or give up a seat."""
    now = rows.one(TeamMatch, db, ONE_CONTEST, id=contest.id)
    if now is None or now.status is not Status.OPEN:
        raise Stale


def keep_step(
    db: sqlite3.Connection,
    _: Committed,
    *,
    contest: TeamMatch,
    members: Iterable[Member] = (),
) -> None:
    """Write a team match with these members; Stale where it was changed meanwhile."""
    update(db, contest)
    db.executemany(KEEP_MEMBER, [rows.row_of(member) for member in members])


def link_game(db: sqlite3.Connection, committed: Committed, *, link: Link) -> None:
    """Note that the match that was just begun is this game."""
    db.execute(INSERT_TEAM_GAME, {**rows.row_of(link), "match": committed.match})


def card_of(contest: TeamMatch, now: Instant) -> TeamCard:
    """The post that brings its card up to date; a new one comes at once."""
    wait = 0 if contest.message is None else _WAIT_OLD if now - contest.made > _HOUR else _WAIT
    return TeamCard(contest.id, due=now + wait, place=Place(contest.guild, contest.card_in))


def _mark(db: sqlite3.Connection, number: int, now: Instant) -> None:
    """Have it looked at, and its card brought up to date."""
    if contest := rows.one(TeamMatch, db, ONE_CONTEST, id=number):
        if contest.is_live:
            db.execute(MARK_CONTEST, {"id": number, "due": now})
        posts.write_post(db, card_of(contest, now))


# What they add to the store


def _match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
    """A game of a team match that is over: look at that."""
    if written.record.match.verdict is None:
        return
    if link := rows.one(Link, db, ONE_TEAM_GAME, match=written.number):
        _mark(db, link.contest, written.now)


def team_card_sent(db: sqlite3.Connection, post: TeamCard, sent: SentMessage) -> None:
    """The card was posted or edited. Where something changed meanwhile, once more."""
    contest = rows.one(TeamMatch, db, ONE_CONTEST, id=post.contest)
    posts.told_all(db, post, post.changes, _WAIT_OLD)
    if contest and contest.message is None and sent.message is not None:
        db.execute(CONTEST_CARD_IS, {"id": contest.id, "message": sent.message})


def _server_changed(db: sqlite3.Connection, guild: int) -> None:
    """It may have another language or look."""
    for contest in rows.many(TeamMatch, db, LIVE_CONTESTS, guild=guild):
        posts.write_post(db, card_of(contest, contest.made))


def _retire(db: sqlite3.Connection, player: Player, now: Instant) -> None:
    """They leave what they are in, so that no game begins for them."""
    for contest in rows.many(TeamMatch, db, LIVE_CONTESTS_OF, player=player):
        for member in rows.many(Member, db, MEMBERS, contest=contest.id):
            if member.player != player or member.left is not None:
                continue
            if contest.status is Status.OPEN:
                db.execute(DELETE_MEMBER, rows.row_of(member))
            else:
                db.execute(LEAVE_TEAM, {**rows.row_of(member), "left": now})
        _mark(db, contest.id, now)


LEAVE_TEAM: Final = sql.update("team_member", "contest = :contest AND seat = :seat", left=":left")
ERASE_MEMBERS: Final = sql.update("team_member", "player = :player", player=":former")
ERASE_CONTEST_MAKER: Final = sql.update(
    "team_match", '"by" = :player', by=":former", version=sql.more("version")
)
ERASE_CONTEST_DRAFTS: Final = f"""
    DELETE FROM team_match WHERE "by" = :player AND status = '{Status.DRAFT}'"""


def _erase(db: sqlite3.Connection, player: Player, now: Instant) -> None:
    contests = {member.contest for member in rows.many(Member, db, MEMBER_OF, player=player)}
    for statement in (ERASE_MEMBERS, ERASE_CONTEST_DRAFTS, ERASE_CONTEST_MAKER):
        db.execute(statement, {"player": player, "former": FORMER})
    for number in sorted(contests):  # their cards say "a former player" now
        _mark(db, number, now)


def _personal_data(db: sqlite3.Connection, player: Player) -> Mapping[str, Sequence[Any]]:
    seats = rows.many(Member, db, MEMBER_OF, player=player)
    contests = [(seat, rows.one(TeamMatch, db, ONE_CONTEST, id=seat.contest)) for seat in seats]
    return {
        "team-matches": [
            {
                "teams": [contest.red, contest.blue],
                "team": contest.name(seat.team),
                "server": str(contest.guild),
                "joined": moment_text(seat.joined),
                "board": seat.board,
                "left": None if seat.left is None else moment_text(seat.left),
            }
            for seat, contest in contests
            if contest
        ],
        "team-matches-begun": [
            {
                "teams": [contest.red, contest.blue],
                "server": str(contest.guild),
                "at": moment_text(contest.made),
            }
            for contest in rows.many(TeamMatch, db, CONTESTS_BY, player=player)
        ],
    }


CONTESTS_BY: Final = 'SELECT * FROM team_match WHERE "by" = :player'
ALL_MEMBERS: Final = "SELECT DISTINCT player FROM team_member"  # for files that no bot has open
CONTEST_MAKERS: Final = 'SELECT DISTINCT "by" FROM team_match'
CONTEST_GUILDS: Final = "SELECT DISTINCT guild FROM team_match WHERE guild > 0"
_OF_SERVER = "contest IN (SELECT id FROM team_match WHERE guild = :guild)"
CLEAR_TEAM_GAMES: Final = f"DELETE FROM team_game WHERE {_OF_SERVER}"
CLEAR_MEMBERS: Final = f"DELETE FROM team_member WHERE {_OF_SERVER}"
CLEAR_CONTESTS: Final = "DELETE FROM team_match WHERE guild = :guild"
_CLEARING = (CLEAR_TEAM_GAMES, CLEAR_MEMBERS, CLEAR_CONTESTS)


def _people(db: sqlite3.Connection) -> list[Player]:
    joined = [row["player"] for row in sql.many(db, ALL_MEMBERS, {})]
    return [*joined, *(row["by"] for row in sql.many(db, CONTEST_MAKERS, {}))]


def _clear_server(db: sqlite3.Connection, guild: int) -> None:
    for statement in _CLEARING:
        db.execute(statement, {"guild": guild})


EXTENSION = Extension(
    posts=(PostKind(TeamCard, team_card_sent), PostKind(TeamResult)),
    match_written=_match_written,
    server_changed=_server_changed,
    retire=_retire,
    erase=_erase,
    personal_data=_personal_data,
    people=_people,
    servers=lambda db: [row["guild"] for row in sql.many(db, CONTEST_GUILDS, {})],
    clear_server=_clear_server,
    tables={
        "team_match": partial(rows.read, TeamMatch),
        "team_member": partial(rows.read, Member),
        "team_game": partial(rows.read, Link),
    },
)
