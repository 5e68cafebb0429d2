"""Vacations and outages in SQLite: the times when clocks are stopped."""

# ruff: noqa: S608  every word of a statement is in this package

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.model.matches import SEATS
from bot.model.posts import ClockPost
from bot.model.times import Vacation
from bot.store import matches, posts, rows, sql
from bot.store.notes import read_note
from bot.store.people import read_person
from games.pace import Absence

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence

    from bot.model.people import Person, Player
    from bot.model.times import Instant
    from bot.store.database import Database
    from bot.store.extension import Extension


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which the bot was offline."""

    start: int
    end: int

    def __post_init__(self) -> None:
        """Raise Contradiction if it ends before it begins."""
        Absence(None, self.start, self.end)


@dataclass(frozen=True, slots=True)
class Stops:
    """All that may have stopped some people's clocks, and the settings of the one to move."""

    mover: Person
    vacations: Sequence[Vacation]
    outages: Sequence[tuple[Instant, Instant]]
    alive: str | None  # the note of the newest heartbeat


VACATION = rows.columns(Vacation)
OUTAGE = rows.columns(Outage)

VACATIONS: Final = """
    SELECT vacation.* FROM json_each(:players) AS players
    CROSS JOIN vacation ON vacation.player = players.value
    WHERE vacation."end" > :since"""
VACATIONS_OF: Final = 'SELECT * FROM vacation WHERE player = :player ORDER BY "end" DESC'
INSERT_VACATION: Final = sql.insert("vacation", sql.but(VACATION, "id"))
UPDATE_VACATION: Final = sql.update("vacation", "id = :id", "player", "start", "end")
OUTAGES: Final = 'SELECT start, "end" FROM outage WHERE "end" > :since ORDER BY "end"'
INSERT_OUTAGE: Final = sql.insert("outage", OUTAGE)
_CLOCKED = "reason IS NULL AND clock_since IS NOT NULL"
CLOCKED_OF: Final = " UNION ALL ".join(
    f'SELECT id FROM "match" WHERE {seat} = +:player AND {_CLOCKED}' for seat in SEATS
)
CLOCKED: Final = f'SELECT id FROM "match" WHERE due > :earliest AND {_CLOCKED}'
_EARLIEST = -1  # before every due time
_SEEN = 60  # seconds; a shorter outage isn't shown on boards: nobody would notice it
CUT_OUTAGES: Final = sql.update("outage", '"end" > :now', start="min(start, :now)", end=":now")


class Times:
    """Reads and writes vacations of people, and outages of the bot."""

    def __init__(self, database: Database, extensions: Sequence[Extension]) -> None:
        self._database = database
        self._extensions = extensions

    async def vacations(self, players: Sequence[Player], since: Instant) -> Sequence[Vacation]:
        """Return the vacations of these players that end after `since`, in no order."""
        numbers = json.dumps(sorted(set(players)))
        return await self._database.many(Vacation, VACATIONS, players=numbers, since=since)

    async def stops(
        self, players: Sequence[Player], mover: Player, since: Instant, alive: str
    ) -> Stops:
        """Return all that may have stopped clocks since then. `alive`: the heartbeat's note.

        The note is read before the outages, so that a heartbeat in between hides nothing.
        """
        values = {"players": json.dumps(sorted(set(players))), "since": since}

        def job(db: sqlite3.Connection) -> Stops:
            newest = read_note(db, alive)
            return Stops(
                read_person(db, mover),
                rows.many(Vacation, db, VACATIONS, **values),
                _read_outages(db, since),
                newest,
            )

        return await self._database.read(job)

    async def vacations_of(self, player: Player) -> Sequence[Vacation]:
        """Return all vacations of one player, newest first."""
        return await self._database.many(Vacation, VACATIONS_OF, player=player)

    async def change_vacations(
        self,
        player: Player,
        change: Callable[[Sequence[Vacation]], Sequence[Vacation]],
        now: Instant,
    ) -> Sequence[Vacation]:
        """Change the player's vacations as currently stored; return all of them.

        `change` gets all of them, newest first, and returns new ones and those with a new end. The
        player's matches are marked due.
        """
        return await self._database.write(lambda db: self._change(db, player, change, now))

    def _change(
        self,
        db: sqlite3.Connection,
        player: Player,
        change: Callable[[Sequence[Vacation]], Sequence[Vacation]],
        now: Instant,
    ) -> Sequence[Vacation]:
        changed = change(rows.many(Vacation, db, VACATIONS_OF, player=player))
        for vacation in changed:
            statement = UPDATE_VACATION if vacation.id else INSERT_VACATION
            db.execute(statement, rows.row_of(vacation))
        if changed:
            matches.mark_due(db, player, now)
            _show_clocks(db, sql.many(db, CLOCKED_OF, {"player": player}), now)
            for extension in self._extensions:
                if extension.vacations_changed:
                    extension.vacations_changed(db, player, now)
        return rows.many(Vacation, db, VACATIONS_OF, player=player)

    async def outages(self, since: Instant) -> Sequence[tuple[Instant, Instant]]:
        """Return the start and end of the outages that end after `since`."""
        return await self._database.read(lambda db: _read_outages(db, since))

    async def keep_outage(self, start: Instant, end: Instant) -> None:
        """Store an outage; if it was long, update the boards of all clocks that it stopped."""

        def job(db: sqlite3.Connection) -> None:
            db.execute(INSERT_OUTAGE, {"start": start, "end": end})
            if end - start >= _SEEN:
                self._show_all_clocks(db, end)

        await self._database.write(job)

    async def clock_set_back(self, now: Instant) -> None:
        """Correct a clock that was ahead: end outages now, and mark all later due times as now."""

        def job(db: sqlite3.Connection) -> None:
            for statement in (CUT_OUTAGES, matches.MARK_ALL_DUE, posts.MARK_POSTS_DUE):
                sql.run_each(db, statement, {"now": now})
            self._show_all_clocks(db, now)

        await self._database.write(job)

    def _show_all_clocks(self, db: sqlite3.Connection, now: Instant) -> None:
        _show_clocks(db, sql.many(db, CLOCKED, {"earliest": _EARLIEST}), now)
        for extension in self._extensions:
            if extension.clocks_changed:
                extension.clocks_changed(db, now)


def _read_outages(db: sqlite3.Connection, since: Instant) -> list[tuple[Instant, Instant]]:
    return [(outage.start, outage.end) for outage in rows.many(Outage, db, OUTAGES, since=since)]


def _show_clocks(db: sqlite3.Connection, matches: Iterable[sqlite3.Row], now: Instant) -> None:
    """Have the boards of these matches show their changed clocks."""
    posts.add_posts(db, (ClockPost(row["id"], due=now) for row in matches))


# Vacations that are over and stopped no clock that still runs.
_IN_A_CLOCK = " AND ".join(
    f"""NOT EXISTS (
            SELECT 1 FROM "match" AS m JOIN event ON event."match" = m.id AND event.number = 1
            WHERE m.{seat} = v.player AND m.reason IS NULL AND event.at < v."end")"""
    for seat in SEATS
)
CLEAR_VACATIONS: Final = f"""
    DELETE FROM vacation WHERE id IN (
        SELECT id FROM vacation AS v WHERE v."end" < :before AND {_IN_A_CLOCK}
        ORDER BY v."end" LIMIT :most)"""


def clear_vacations(db: sqlite3.Connection, before: Instant, most: int) -> int:
    """Delete up to `most` old vacations; return how many."""
    return db.execute(CLEAR_VACATIONS, {"before": before, "most": most}).rowcount
