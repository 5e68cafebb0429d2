"""Two against two in SQLite: who has which seat until the game begins, and the cards' posts.

Law: a seat is given in the transaction that counts them.
"""

# ruff: noqa: S608  every word that a statement is made of stands in this package

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bot.features.partners.model import Company, Foursome, FoursomeCard, Results, Seat, Status
from bot.features.partners.refusals import PartnerNo
from bot.model.club import MOST_JOINED, MOST_OPEN
from bot.model.personal_data import moment_text
from bot.service.limits import AWHILE, MANY_WITHDRAWN
from bot.service.refusals import Refusal
from bot.store import posts, rows, servers, sql
from bot.store.changes import Stale
from bot.store.extension import Extension, PostKind
from bot.store.gatherings import Gatherings, GatheringStatements, GatheringTables
from games.core import WITHOUT_RESULT

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.store.changes import Committed
    from bot.store.database import Database
    from bot.store.extension import MatchWritten

STATEMENTS = GatheringStatements(
    *("foursome", Foursome, "foursome_seat", Seat),
    of="foursome",
    held="joined IS NOT NULL",
    number="number",
)
FOURSOMES = Gatherings(
    Foursome,
    Seat,
    statements=STATEMENTS,
    card=FoursomeCard,
    of="foursome",
    too_many=Refusal(PartnerNo.TOO_MANY_FOURSOMES, limit=MOST_OPEN),
    too_many_joined=Refusal(PartnerNo.TOO_MANY_FOURSOMES_JOINED, limit=MOST_JOINED),
)

OF_MATCH: Final = 'SELECT * FROM foursome WHERE "match" = :match'
ASKED_HERE: Final = f'{STATEMENTS.live_in} AND "by" = :by AND rematch_of IS NULL'
OPEN_REMATCH: Final = f"""
    SELECT * FROM foursome WHERE rematch_of = :match AND status = '{Status.OPEN}'"""
NEWEST_REMATCH: Final = """
    SELECT * FROM foursome WHERE rematch_of = :match AND "match" IS NOT NULL
    ORDER BY id DESC LIMIT 1"""
CLEAR_SEATS: Final = "DELETE FROM foursome_seat WHERE foursome = :id"
CLEAR: Final = "DELETE FROM foursome WHERE id = :id"
_WITHDRAWN = f"status = '{Status.WITHDRAWN}' AND made > :since AND made <= :now"
COUNT_WITHDRAWN: Final = sql.count("foursome", f'"by" = :by AND {_WITHDRAWN}')
COUNT_REMATCHES: Final = sql.count("foursome", f"rematch_of = :match AND {_WITHDRAWN}")
MADE_BEFORE: Final = 'SELECT "by" FROM foursome WHERE rematch_of = :match AND id < :id'

_VOID = ", ".join(f"'{reason}'" for reason in sorted(WITHOUT_RESULT))
# Of a person: a match with a winner is theirs, or is not.
RESULTS_OF: Final = f"""
    SELECT count(*) FILTER (WHERE m.winner = s.side) AS won,
        count(*) FILTER (WHERE m.winner IS NULL) AS drawn,
        count(*) FILTER (WHERE m.winner <> s.side) AS lost
    FROM foursome_seat AS s JOIN foursome AS f ON f.id = s.foursome
    JOIN "match" AS m ON m.id = f."match"
    WHERE s.player = :player AND m.reason NOT IN ({_VOID})"""


class PartnerTables(GatheringTables[Foursome, Seat, GatheringStatements]):
    """What is read of foursomes."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, FOURSOMES)

    async def company(self, number: int) -> Company | None:
        """A foursome with its seats, as one moment has them."""
        return await self._database.read(partial(read_company, number))

    async def rematch_of(self, match: int) -> Foursome | None:
        """The open rematch of a match; else the newest that has begun."""
        open_one = await self._database.one(Foursome, OPEN_REMATCH, match=match)
        return open_one or await self._database.one(Foursome, NEWEST_REMATCH, match=match)

    async def asked_in(self, guild: int, by: Player) -> Foursome | None:
        """The open one that this person has asked for in that server, if there is one."""
        return await self._database.one(Foursome, ASKED_HERE, guild=guild, by=by)

    async def results_of(self, player: Player) -> Results:
        """How the games of four of a person ended."""
        return await self._database.one(Results, RESULTS_OF, player=player) or Results()

    async def delete(self, number: int) -> None:
        """Delete one, with its seats."""
        await self._database.write(partial(delete, number))


def read_company(number: int, db: sqlite3.Connection) -> Company | None:
    """A foursome with its seats, and what else is to be known of those who have them."""
    foursome = FOURSOMES.one(db, number)
    if foursome is None:
        return None
    seats = FOURSOMES.seats(db, number)
    barred = servers.barred_among(db, foursome.guild, [seat.player for seat in seats])
    earlier = sql.many(db, MADE_BEFORE, {"match": foursome.rematch_of, "id": number})
    return Company(foursome, tuple(seats), barred, frozenset(row["by"] for row in earlier))


# Writing, as parts of jobs


def make(db: sqlite3.Connection, foursome: Foursome, seats: Iterable[Seat], pause: int) -> int:
    """Write a new foursome with these seats, unless there are as many already as may be.

    `pause`: minutes, as in Limits. Stale where it was made already.
    """
    same = OPEN_REMATCH if foursome.rematch_of else ASKED_HERE
    if sql.one(db, same, {**rows.row_of(foursome), "match": foursome.rematch_of}):
        raise Stale
    _refuse_soon(db, foursome, pause)
    number = FOURSOMES.insert(db, foursome)
    FOURSOMES.refuse_many(db, foursome.guild)
    FOURSOMES.refuse_many_joined(db, foursome.by)
    FOURSOMES.keep_seats(db, [replace(seat, foursome=number) for seat in seats])
    posts.write_post(db, FOURSOMES.card_of(replace(foursome, id=number), foursome.made))
    return number


def _refuse_soon(db: sqlite3.Connection, foursome: Foursome, pause: int) -> None:
    """Refuse after a rematch of the same match that was withdrawn, or after several of theirs."""
    for statement, most, minutes, no in (
        (COUNT_REMATCHES, 1, pause, PartnerNo.REMATCH_WITHDRAWN),
        (COUNT_WITHDRAWN, MANY_WITHDRAWN, AWHILE * pause, PartnerNo.MANY_FOURSOMES_WITHDRAWN),
    ):
        since = foursome.made - 60 * minutes
        values = {
            "by": foursome.by,
            "match": foursome.rematch_of,
            "since": since,
            "now": foursome.made,
        }
        counted = sql.one(db, statement, values)
        if counted and counted["count"] >= most:
            raise Refusal(no, minutes=minutes)


def join(db: sqlite3.Connection, _: Committed, *, after: Foursome, seat: Seat) -> None:
    """Give a seat; Stale where something has changed since it was found to be free."""
    FOURSOMES.update(db, after)
    FOURSOMES.refuse_many_joined(db, seat.player)
    FOURSOMES.keep_seats(db, [seat])


def step(
    db: sqlite3.Connection,
    committed: Committed,
    *,
    after: Foursome,
    seats: Iterable[Seat] = (),
    gone: Iterable[Seat] = (),
) -> None:
    """Write how far it is, with these seats and without those; and the match that begins it."""
    FOURSOMES.update(db, replace(after, match=committed.match))
    for seat in gone:
        FOURSOMES.delete_seat(db, seat)
    FOURSOMES.keep_seats(db, seats)


def delete(number: int, db: sqlite3.Connection) -> None:
    """Delete a foursome with its seats."""
    for statement in (CLEAR_SEATS, CLEAR):
        db.execute(statement, {"id": number})


# What they add to the store


def _match_written(db: sqlite3.Connection, written: MatchWritten) -> None:
    """A game of four that is over: its card says how it ended."""
    if not written.record.of_partners or written.record.match.verdict is None:
        return
    if foursome := rows.one(Foursome, db, OF_MATCH, match=written.number):
        FOURSOMES.mark(db, foursome.id, written.now)


def _retire(db: sqlite3.Connection, player: Player, now: Instant) -> None:
    """They give up the seats that they have, so that no game begins for them."""
    for seat, foursome in FOURSOMES.seats_of(db, player):
        if foursome.status is Status.OPEN:
            FOURSOMES.delete_seat(db, seat)
            FOURSOMES.mark(db, foursome.id, now)


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
            for seat, foursome in FOURSOMES.seats_of(db, player)
        ],
        "foursomes-begun": [
            {"server": str(foursome.guild), "at": moment_text(foursome.made)}
            for foursome in FOURSOMES.made_by(db, player)
        ],
    }


EXTENSION = Extension(
    posts=(PostKind(FoursomeCard, FOURSOMES.card_sent),),
    match_written=_match_written,
    server_changed=FOURSOMES.server_changed,
    clocks_changed=FOURSOMES.mark_all,
    barred=FOURSOMES.barred,
    retire=_retire,
    erase=FOURSOMES.erase,
    personal_data=_personal_data,
    people=FOURSOMES.people,
    servers=FOURSOMES.servers,
    clear_server=FOURSOMES.clear_server,
    tables={
        "foursome": partial(rows.read, Foursome),
        "foursome_seat": partial(rows.read, Seat),
    },
)
