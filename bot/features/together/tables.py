"""Games with partners in SQLite: who has which seat until they start, and announcements.

Invariant: a seat is given in the transaction that counts the seats.
"""

# ruff: noqa: S608  statements are made only of words in this package

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bot.features.together.model import Foursome, FoursomeAnnouncement, Lobby, Results, Seat, Status
from bot.features.together.refusals import TogetherNo
from bot.model.joinable import DELETED, MOST_JOINED, MOST_OPEN
from bot.model.people import FORMER
from bot.model.personal_data import moment_text
from bot.model.posts import OLD_EDIT, edit_wait
from bot.service.limits import AWHILE, MANY_WITHDRAWN
from bot.service.refusals import Refusal
from bot.store import posts, rows, servers, sql
from bot.store.changes import Stale
from bot.store.extension import Extension, PostKind
from games.core import WITHOUT_RESULT

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.model.people import Player
    from bot.model.posts import SentMessage
    from bot.model.servers import Bar
    from bot.model.times import Instant
    from bot.store.changes import Committed
    from bot.store.database import Database
    from bot.store.extension import MatchWritten

_OPEN = f"status = '{Status.OPEN}'"
_COLUMNS = sql.but(rows.columns(Foursome), "id")
_MORE = sql.more("version")

ONE: Final = "SELECT * FROM foursome WHERE id = :id"
INSERT: Final = sql.insert("foursome", _COLUMNS)
UPDATE: Final = sql.update(
    *("foursome", "id = :id AND version = :before", *sql.but(_COLUMNS, "message", "version")),
    version=":before + 1",
)
OPEN_IN: Final = f"SELECT * FROM foursome WHERE guild = :guild AND {_OPEN}"
COUNT_OPEN: Final = sql.count("foursome", f"guild = :guild AND {_OPEN}")
DUE: Final = "SELECT id FROM foursome WHERE due <= :now ORDER BY due, id LIMIT :most"
PUT_OFF: Final = sql.update("foursome", "id = :id AND due <= :now", due=":later")
SET_DUE: Final = sql.update("foursome", "id = :id", "due", version=_MORE)
ALL_DUE_NOW: Final = sql.update("foursome", f"due > :now AND {_OPEN}", due=":now", version=_MORE)
POSTED: Final = sql.update("foursome", "id = :id", "message")
FORGET_ANNOUNCEMENT: Final = sql.update("foursome", "id = :id AND message IS :seen", "message")
MADE_BY: Final = 'SELECT * FROM foursome WHERE "by" = :player'
ERASE_MAKER: Final = sql.update("foursome", '"by" = :player', by=":former", version=_MORE)
INVITING: Final = "SELECT * FROM foursome WHERE invited = :player"
ERASE_INVITED: Final = sql.update("foursome", "invited = :player", invited="NULL", version=_MORE)

SEATS: Final = "SELECT * FROM foursome_seat WHERE foursome = :foursome ORDER BY foursome, number"
KEEP_SEAT: Final = sql.keep("foursome_seat", rows.columns(Seat))
DELETE_SEAT: Final = """
    DELETE FROM foursome_seat
    WHERE foursome = :foursome AND number = :number AND player = :player"""
SEATS_OF: Final = "SELECT * FROM foursome_seat WHERE player = :player ORDER BY player, foursome"
COUNT_JOINED: Final = f"""
    SELECT count(*) AS count FROM foursome_seat AS s JOIN foursome ON id = s.foursome
    WHERE {_OPEN} AND joined IS NOT NULL AND player = :player"""
ERASE_SEATS: Final = sql.update("foursome_seat", "player = :player", player=":former")

OF_MATCH: Final = 'SELECT * FROM foursome WHERE "match" = :match'
ASKED_HERE: Final = f'{OPEN_IN} AND "by" = :by AND rematch_of IS NULL'
OPEN_REMATCH: Final = f"SELECT * FROM foursome WHERE rematch_of = :match AND {_OPEN}"
NEWEST_REMATCH: Final = """
    SELECT * FROM foursome WHERE rematch_of = :match AND "match" IS NOT NULL
    ORDER BY id DESC LIMIT 1"""
DELETE: Final = (
    "DELETE FROM foursome_seat WHERE foursome = :id",
    "DELETE FROM foursome WHERE id = :id",
)
CLEAR_SERVER: Final = (
    """DELETE FROM foursome_seat
    WHERE foursome IN (SELECT id FROM foursome WHERE guild = :guild)""",
    "DELETE FROM foursome WHERE guild = :guild",
)
# For files that no bot has open.
SEATED: Final = "SELECT DISTINCT player FROM foursome_seat"
MAKERS_OF_FOUR: Final = """
    SELECT "by" AS player FROM foursome UNION ALL
    SELECT invited FROM foursome WHERE invited IS NOT NULL"""
SERVERS: Final = "SELECT DISTINCT guild FROM foursome WHERE guild > 0"
_WITHDRAWN = f"status = '{Status.WITHDRAWN}' AND made > :since AND made <= :now"
COUNT_WITHDRAWN: Final = sql.count("foursome", f'"by" = :by AND {_WITHDRAWN}')
COUNT_REMATCHES: Final = sql.count("foursome", f"rematch_of = :match AND {_WITHDRAWN}")
COUNT_INVITED: Final = sql.count("foursome", f'"by" = :by AND invited = :invited AND {_WITHDRAWN}')
MADE_BEFORE: Final = 'SELECT "by" FROM foursome WHERE rematch_of = :match AND id < :id'

_VOID = ", ".join(f"'{reason}'" for reason in sorted(WITHOUT_RESULT))
# A person's results with or without the engine: a match with a winner is won or lost.
RESULTS_OF: Final = f"""
    SELECT count(*) FILTER (WHERE m.winner = s.side) AS won,
        count(*) FILTER (WHERE m.winner IS NULL) AS drawn,
        count(*) FILTER (WHERE m.winner <> s.side) AS lost
    FROM foursome_seat AS s JOIN foursome AS f ON f.id = s.foursome
    JOIN "match" AS m ON m.id = f."match"
    WHERE s.player = :player AND (f.level > 0) = :engine AND m.reason NOT IN ({_VOID})"""


class TogetherTables:
    """Reads foursomes, and writes their due times and announcements."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def one(self, number: int) -> Foursome | None:
        """Return a foursome by its number."""
        return await self._database.one(Foursome, ONE, id=number)

    async def lobby(self, number: int) -> Lobby | None:
        """Return a foursome and its seats, read together; None if there is none."""
        return await self._database.read(partial(read_lobby, number))

    async def open_in(self, guild: int) -> Sequence[Foursome]:
        """Return the foursomes of a server that people can join, the oldest first."""
        foursomes = await self._database.many(Foursome, OPEN_IN, guild=guild)
        return sorted(foursomes, key=lambda foursome: foursome.id)

    async def rematch_of(self, match: int) -> Foursome | None:
        """Return the open rematch of a match; else the newest that has started."""
        open_one = await self._database.one(Foursome, OPEN_REMATCH, match=match)
        return open_one or await self._database.one(Foursome, NEWEST_REMATCH, match=match)

    async def asked_in(self, guild: int, by: Player) -> Foursome | None:
        """Return the open foursome that this person has started in a server, if there is one."""
        return await self._database.one(Foursome, ASKED_HERE, guild=guild, by=by)

    async def results_of(self, player: Player, *, engine: bool = False) -> Results:
        """Return a person's results in games of four, or of two against the engine."""
        known = await self._database.one(Results, RESULTS_OF, player=player, engine=engine)
        return known or Results()

    async def due(self, now: Instant, most: int) -> Sequence[int]:
        """Return the numbers of up to `most` due foursomes."""
        return [row["id"] for row in await self._database.rows(DUE, now=now, most=most)]

    async def put_off(self, number: int, now: Instant, later: Instant) -> None:
        """Look again later at a failing foursome, so that it doesn't block others."""
        await self._database.execute(PUT_OFF, id=number, now=now, later=later)

    async def change(self, after: Foursome) -> None:
        """Write a foursome; Stale if it has changed since it was read."""
        await self._database.write(partial(update, after=after))

    async def delete(self, number: int) -> None:
        """Delete a foursome with its seats."""
        await self._database.write(partial(delete, number))

    async def announce_again(self, seen: Foursome, now: Instant) -> None:
        """Post the announcement again, unless a newer announcement is there already."""

        def job(db: sqlite3.Connection) -> None:
            db.execute(FORGET_ANNOUNCEMENT, {"id": seen.id, "seen": seen.message, "message": None})
            if foursome := mark_due(db, seen.id, now):
                posts.write_moved(db, announcement(foursome, now))

        await self._database.write(job)

    async def announcement_is_gone(self, seen: Foursome) -> None:
        """Note that a person deleted the announcement, so that it isn't posted again by itself."""
        values = {"id": seen.id, "seen": seen.message, "message": DELETED}
        await self._database.execute(FORGET_ANNOUNCEMENT, **values)


def read_lobby(number: int, db: sqlite3.Connection) -> Lobby | None:
    """Return a foursome with its seats and facts about their players; None if there is none."""
    foursome = rows.one(Foursome, db, ONE, id=number)
    if foursome is None:
        return None
    seats = rows.many(Seat, db, SEATS, foursome=number)
    barred = servers.barred_among(db, foursome.guild, [seat.player for seat in seats])
    earlier = sql.many(db, MADE_BEFORE, {"match": foursome.rematch_of, "id": number})
    return Lobby(foursome, tuple(seats), barred, frozenset(row["by"] for row in earlier))


def announcement(foursome: Foursome, now: Instant) -> FoursomeAnnouncement:
    """Return the post that updates a foursome's announcement; a new one is posted at once."""
    wait = 0 if foursome.message is None else edit_wait(now - foursome.made)
    return FoursomeAnnouncement(foursome.id, due=now + wait, place=foursome.announcement_place)


# Writing, as parts of jobs


def make(db: sqlite3.Connection, foursome: Foursome, seats: Iterable[Seat], pause: int) -> int:
    """Write a new foursome with these seats, within the limits.

    `pause`: minutes, as in Limits. Stale if there is one already.
    """
    same = OPEN_REMATCH if foursome.rematch_of else ASKED_HERE
    if sql.one(db, same, {**rows.row_of(foursome), "match": foursome.rematch_of}):
        raise Stale
    _refuse_soon(db, foursome, pause)
    if _count(db, COUNT_OPEN, {"guild": foursome.guild}) >= MOST_OPEN:
        raise Refusal(TogetherNo.TOO_MANY_FOURSOMES, limit=MOST_OPEN)
    _refuse_many_joined(db, foursome.by)
    number = sql.inserted(db.execute(INSERT, rows.row_of(foursome)))
    _keep_seats(db, [replace(seat, foursome=number) for seat in seats])
    posts.write_post(db, announcement(replace(foursome, id=number), foursome.made))
    return number


def update(db: sqlite3.Connection, after: Foursome) -> None:
    """Write a foursome; Stale if it has changed since it was read."""
    if not db.execute(UPDATE, {**rows.row_of(after), "before": after.version}).rowcount:
        raise Stale


def mark_due(db: sqlite3.Connection, number: int, now: Instant) -> Foursome | None:
    """Make a foursome due now if people can join it; decisions on older versions are repeated."""
    foursome = rows.one(Foursome, db, ONE, id=number)
    if foursome:
        is_open = foursome.status is Status.OPEN
        db.execute(SET_DUE, {"id": number, "due": now if is_open else foursome.due})
    return foursome


def mark_due_and_announce(db: sqlite3.Connection, number: int, now: Instant) -> None:
    """Make a foursome due now if people can join it, and update its announcement."""
    if foursome := mark_due(db, number, now):
        posts.write_post(db, announcement(foursome, now))


def _refuse_many_joined(db: sqlite3.Connection, player: Player) -> None:
    if _count(db, COUNT_JOINED, {"player": player}) >= MOST_JOINED:
        raise Refusal(TogetherNo.TOO_MANY_FOURSOMES_JOINED, limit=MOST_JOINED)


def _count(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> int:
    counted = sql.one(db, statement, values)
    return counted["count"] if counted else 0


def _keep_seats(db: sqlite3.Connection, seats: Iterable[Seat]) -> None:
    """Write these seats, new or changed."""
    db.executemany(KEEP_SEAT, [rows.row_of(seat) for seat in seats])


def _delete_seat(db: sqlite3.Connection, seat: Seat) -> None:
    db.execute(DELETE_SEAT, rows.row_of(seat))


def _refuse_soon(db: sqlite3.Connection, foursome: Foursome, pause: int) -> None:
    """Refuse soon after the same rematch or invitation was cancelled, or after several games."""
    for statement, most, minutes, no in (
        (COUNT_REMATCHES, 1, pause, TogetherNo.REMATCH_WITHDRAWN),
        (COUNT_INVITED, 1, AWHILE * pause, TogetherNo.INVITED_LATELY),
        (COUNT_WITHDRAWN, MANY_WITHDRAWN, AWHILE * pause, TogetherNo.MANY_FOURSOMES_WITHDRAWN),
    ):
        since = foursome.made - 60 * minutes
        values = {
            "by": foursome.by,
            "match": foursome.rematch_of,
            "invited": foursome.invited,
            "since": since,
            "now": foursome.made,
        }
        if _count(db, statement, values) >= most:
            raise Refusal(no, minutes=minutes)


def join(db: sqlite3.Connection, _: Committed, *, after: Foursome, seat: Seat) -> None:
    """Give a person a seat; Stale if the foursome has changed in the meantime."""
    update(db, after)
    _refuse_many_joined(db, seat.player)
    _keep_seats(db, [seat])


def keep_step(
    db: sqlite3.Connection,
    committed: Committed,
    *,
    after: Foursome,
    seats: Iterable[Seat] = (),
    gone: Iterable[Seat] = (),
) -> None:
    """Write a foursome's state, its new and lost seats, and its match if it starts."""
    update(db, replace(after, match=committed.match))
    for seat in gone:
        _delete_seat(db, seat)
    _keep_seats(db, seats)


def delete(number: int, db: sqlite3.Connection) -> None:
    """Delete a foursome with its seats."""
    for statement in DELETE:
        db.execute(statement, {"id": number})


# Additions to the store


def _match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
    """Update the announcement of a game with partners that is over: it says how it ended."""
    if not written.record.of_partners or written.record.match.verdict is None:
        return
    if foursome := rows.one(Foursome, db, OF_MATCH, match=written.number):
        mark_due_and_announce(db, foursome.id, written.now)


def _announced(db: sqlite3.Connection, post: FoursomeAnnouncement, sent: SentMessage) -> None:
    """Note that an announcement was posted or edited; edit it again if more has changed since."""
    posts.finish_merged(db, post, sent, post.changes, OLD_EDIT)
    foursome = rows.one(Foursome, db, ONE, id=post.foursome)
    if foursome and foursome.message is None and sent.message is not None:
        db.execute(POSTED, {"id": foursome.id, "message": sent.message})


def _all_due_now(db: sqlite3.Connection, now: Instant) -> None:
    """Make all waiting foursomes due now, since the clock has changed."""
    sql.run_each(db, ALL_DUE_NOW, {"now": now})


def _server_changed(db: sqlite3.Connection, guild: int) -> None:
    """Update announcements, since the server may have another language or theme."""
    for foursome in rows.many(Foursome, db, OPEN_IN, guild=guild):
        posts.write_post(db, announcement(foursome, foursome.made))


def _barred(db: sqlite3.Connection, bar: Bar) -> None:
    """Free a suspended player's seats in that server."""
    for seat, foursome in [*_seats_of(db, bar.player or FORMER)]:
        if foursome.guild == bar.guild and foursome.status is Status.OPEN:
            _delete_seat(db, seat)
            mark_due_and_announce(db, foursome.id, bar.at)


def _retire(db: sqlite3.Connection, player: Player, now: Instant) -> None:
    """Free a leaving player's seats, so that no game starts for them."""
    for seat, foursome in [*_seats_of(db, player)]:
        if foursome.status is Status.OPEN:
            _delete_seat(db, seat)
            mark_due_and_announce(db, foursome.id, now)


def _erase(db: sqlite3.Connection, player: Player, now: Instant) -> None:
    """Erase a player's name; announcements then say "a former player"."""
    numbers = [foursome.id for _, foursome in _seats_of(db, player)]
    for statement in (ERASE_SEATS, ERASE_MAKER, ERASE_INVITED):
        db.execute(statement, {"player": player, "former": FORMER})
    for number in numbers:
        mark_due_and_announce(db, number, now)


def _seats_of(db: sqlite3.Connection, player: Player) -> Iterator[tuple[Seat, Foursome]]:
    """Yield a person's seats, now or in the past, each with its foursome."""
    for seat in rows.many(Seat, db, SEATS_OF, player=player):
        if foursome := rows.one(Foursome, db, ONE, id=seat.foursome):
            yield seat, foursome


def _personal_data(db: sqlite3.Connection, player: Player) -> Mapping[str, Sequence[Any]]:
    return {
        "foursomes": [
            {
                "server": str(foursome.guild),
                "rules": foursome.rules,
                "side": seat.side,
                "joined": None if seat.joined is None else moment_text(seat.joined),
                "match": foursome.match,
            }
            for seat, foursome in _seats_of(db, player)
        ],
        "foursomes-begun": [
            {"server": str(foursome.guild), "at": moment_text(foursome.made)}
            for foursome in rows.many(Foursome, db, MADE_BY, player=player)
        ],
        "foursomes-invited": [
            {"server": str(foursome.guild), "at": moment_text(foursome.made)}
            for foursome in rows.many(Foursome, db, INVITING, player=player)
        ],
    }


def _people(db: sqlite3.Connection) -> list[Player]:
    """Return every player in the tables."""
    seated = [row["player"] for row in sql.many(db, SEATED, {})]
    return [*seated, *(row["player"] for row in sql.many(db, MAKERS_OF_FOUR, {}))]


def _servers(db: sqlite3.Connection) -> list[int]:
    """Return the servers in the tables."""
    return [row["guild"] for row in sql.many(db, SERVERS, {})]


def _clear_server(db: sqlite3.Connection, guild: int) -> None:
    """Delete everything of a server."""
    for statement in CLEAR_SERVER:
        db.execute(statement, {"guild": guild})


EXTENSION = Extension(
    posts=(PostKind(FoursomeAnnouncement, _announced),),
    match_written=_match_written,
    server_changed=_server_changed,
    clocks_changed=_all_due_now,
    barred=_barred,
    retire=_retire,
    erase=_erase,
    personal_data=_personal_data,
    people=_people,
    servers=_servers,
    clear_server=_clear_server,
    tables={
        "foursome": partial(rows.read, Foursome),
        "foursome_seat": partial(rows.read, Seat),
    },
)
