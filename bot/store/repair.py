"""Repairs a whole file: derives rows again that follow from others, and deletes damaged ones.

A match's row repeats its events, and its clock follows from its pace and the times when it was
stopped; the features' figures follow from the games. Nothing else, such as the players, is guessed:
the check names it.

Invariant: one transaction. Each row that it changes or deletes is reported as it was before.
"""

# ruff: noqa: S608  names of tables and columns of ours

from __future__ import annotations

import logging
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from bot.store import check, events, matches, rows, sql
from bot.store.errors import Damaged
from games.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from bot.store.check import Reader
    from bot.store.extension import Extension
    from games.match import Match

    Db = sqlite3.Connection
    Row = Mapping[str, Any]

log = logging.getLogger(__name__)
progress = logging.getLogger("progress.repair")

_TYPES = {"INTEGER": int, "TEXT": str, "REAL": float}

# A lost column of a match may be in its challenge. The clockwork processes its clock.
FILL_IN: Final = """
    UPDATE "match" SET guild = coalesce("match".guild, c.guild),
        channel = CASE "match".channel WHEN 0 THEN c.channel ELSE "match".channel END,
        days = coalesce("match".days, c.days)
    FROM challenge AS c WHERE "match".id = :match AND c.id = "match".challenge"""
NO_PACE: Final = 'UPDATE "match" SET reserve = 0, weekends = 1 WHERE id = :match AND days IS NULL'
LOOK_AT: Final = 'UPDATE "match" SET due = 0 WHERE id = :match AND reason IS NULL'


@dataclass(frozen=True, slots=True)
class Repaired:
    """A row as it was before it was changed or deleted, and the reason."""

    table: str
    row: Row
    why: str

    @property
    def sentence(self) -> str:
        """Say what was repaired, without the row's contents."""
        return f"{rows.name_of(self.table, self.row)}: {self.why}"


def repair(db: Db, extensions: Sequence[Extension]) -> Sequence[Repaired]:
    """Repair a file that no bot has open; return the rows that were changed."""
    damaged = bool(check.damage(db))  # inside the transaction, SQLite would then refuse changes
    db.execute("PRAGMA foreign_keys = OFF")  # until all dangling references are gone
    db.execute("BEGIN IMMEDIATE")
    try:
        _drop_indexes(db, damaged=damaged)
        with sql.tolerant(db):
            repaired = _Repair(db).all(extensions)
        db.commit()
    except BaseException:
        db.rollback()
        raise
    db.execute("PRAGMA foreign_keys = ON")
    try:
        db.execute("VACUUM")
    except sqlite3.OperationalError as error:  # perhaps too little room on the disk for a copy
        log.warning("repaired, but could not shrink the file (%s)", error)
    return repaired


class _Repair:
    """A repair in progress."""

    def __init__(self, db: Db) -> None:
        self._db = db
        self._repaired: list[Repaired] = []

    def all(self, extensions: Sequence[Extension]) -> Sequence[Repaired]:
        """Repair everything, in an order that respects what depends on what."""
        for table, read in check.readers(extensions).items():
            self._take_unreadable(table, read)
        self._mend_rows_of_matches()
        self._take_strays()  # references to rows that were deleted
        for statement in check.expected_indexes():
            self._db.execute(statement)
        self._repair_matches()
        self._take_strays()  # such as the events of a match that was deleted
        for extension in extensions:
            progress.debug("comparing what follows from the games")
            if extension.faults and extension.rebuild and extension.faults(self._db):
                extension.rebuild(self._db)
        _note_highest_ids(self._db)
        return self._repaired

    def _note(self, table: str, row: Row, why: str) -> None:
        self._repaired.append(Repaired(table, row, why))

    def _take(self, table: str, row: Row, why: str) -> None:
        """Delete a row."""
        self._note(table, row, why)
        _delete(self._db, table, row)

    def _take_strays(self) -> None:
        """Remove dangling references: clear a column that can be empty, else delete the row."""
        while any(self._take_strays_of(*reference) for reference in _references(self._db)):
            pass  # rows that referred to a deleted one dangle now

    def _take_strays_of(self, table: str, column: str, parent: str) -> bool:
        stray = f""""{column}" IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM "{parent}" AS parent WHERE parent.id = "{table}"."{column}")"""
        strays = [*_rows_of(self._db, table, stray)]
        # A post needs its match or challenge.
        emptied = table != "post" and column in _may_be_empty(self._db, table)
        what = "is empty now" if emptied else "is not there"
        for row in strays:
            self._note(table, row, f"the {parent} to which its {column} points {what}")
        change = f'UPDATE "{table}" SET "{column}" = NULL' if emptied else f'DELETE FROM "{table}"'
        if strays:
            self._db.execute(f"{change} WHERE {stray}")
        return bool(strays)

    def _take_unreadable(self, table: str, read: Reader) -> None:
        """Delete the rows that can't be read, or don't fit into their table."""
        progress.debug("reading the rows of %s", table)
        fits = _all_fit(self._db, table)
        for row in _stored(self._db, table):
            fault = check.fault(row, read)
            if fault or not (fits or _fits(self._db, table, dict(row))):
                self._take(table, dict(row), str(fault or "it does not fit into its table"))

    def _mend_rows_of_matches(self) -> None:
        """Keep the readable columns of a match's row: its events restore most of the rest."""
        fits = _all_fit(self._db, "match")
        for stored in _stored(self._db, "match"):
            row = dict(stored)
            fault = check.fault(stored, check.read_match)
            if not fault and (fits or _fits(self._db, "match", row)):
                continue
            unread = {*(fault.columns if fault else ()), *_of_other_types(self._db, "match", row)}
            self._note("match", row, str(Damaged(*sorted(unread))))
            self._put_again(row, unread)

    def _put_again(self, row: Row, unread: Collection[str]) -> None:
        """Store a match's row without these columns, unless nothing can read that."""
        number = row["id"]
        _delete(self._db, "match", row)
        known = () if row["forgotten"] == 1 else events.SNAPSHOT
        rest = {name: row[name] for name in row if name not in {*unread, *known}}
        try:
            self._db.execute(sql.insert("match", [*rest]), rest)
        except sqlite3.IntegrityError:  # such as a row without players
            return
        with suppress(Damaged, GameError):
            said = events.snapshot(check.match_of(self._db, number))
            self._db.execute(sql.update("match", "id = :id", *said), {**said, "id": number})
        for statement in (FILL_IN, NO_PACE, LOOK_AT):
            self._db.execute(statement, {"match": number})
        if check.fault(_row(self._db, number), check.read_match):
            self._db.execute('DELETE FROM "match" WHERE id = ?', (number,))

    def _repair_matches(self) -> None:
        stored = [*_rows_of(self._db, "match")]
        for number, row in enumerate(stored):
            progress.debug("%s of %s games repaired", number, len(stored))
            self._repair_match(row)

    def _repair_match(self, row: Row) -> None:
        """Update a match's row from its events; delete it if they make no match."""
        number = row["id"]
        if row["forgotten"] and not events.events_of(self._db, number):
            return
        stored = sql.many(self._db, events.CHECKED_EVENTS, {"match": number})
        try:
            match = check.match_of(self._db, number)
        except (Damaged, GameError) as error:
            self._take("match", row, f"its events make no match: {error}")
            return
        if check.lacks_events([event["number"] for event in stored]):
            self._take("match", row, "an event is missing")
            return
        self._sum_again(number, stored)
        derived = {
            "forgotten": 0,
            **events.snapshot(match),
            **self._time_of(number, match),
        }
        changed = {name: value for name, value in derived.items() if row[name] != value}
        if changed:
            self._note("match", row, f"its {', '.join(changed)} did not follow from its events")
            self._db.execute(sql.update("match", "id = :id", *changed), {**changed, "id": number})

    def _sum_again(self, match: int, stored: Sequence[sqlite3.Row]) -> None:
        """Recompute the checksums of a match's events, and report the first wrong one."""
        before, wrong = match, False
        for number, checksum, *values in stored:
            before = events.checksum_after(before, values)
            if checksum == before:
                continue
            if not wrong:
                this = f'"match" = {match:d} AND number = {number:d}'
                (event,) = _rows_of(self._db, "event", this)
                self._note("event", event, "its checksum was wrong; it is taken as it stands")
            wrong = True
            key = {"match": match, "number": number, "sum": before}
            statement = sql.update("event", '"match" = :match AND number = :number', "sum")
            self._db.execute(statement, key)

    def _time_of(self, number: int, match: Match) -> Row:
        """Return the right columns of a match's clock; nothing if the stored ones are right."""
        row = _row(self._db, number)
        if not [*check.time_faults(row, match, self._db)]:
            return {}
        if match.verdict:
            return {**dict.fromkeys(matches.CLOCK), "reminded": row["reminded"]}
        running = check.running_clock(row, match, self._db)
        return {
            "clock_since": running and running.since,
            "clock_total": running and running.total,
            "clock_reserve": running and running.reserve,
            "due": 0,  # the bot looks at it when it next runs
        }


# Tables


def _drop_indexes(db: Db, *, damaged: bool) -> None:
    """Drop all indexes; in a damaged file without reading their pages, which VACUUM frees."""
    ours = "FROM sqlite_master WHERE type = 'index' AND sql NOT NULL"
    if damaged:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(f"DELETE {ours}")
        db.execute("PRAGMA writable_schema = RESET")
    for (name,) in db.execute(f"SELECT name {ours}").fetchall():
        db.execute(f'DROP INDEX "{name}"')


def _note_highest_ids(db: Db) -> None:
    """Note each table's highest ID if SQLite's note is wrong."""
    for table, highest in check.unknown_highest_ids(db):
        db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        db.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table, highest))


def _rows_of(db: Db, table: str, where: str = "true") -> Iterator[Row]:
    """Yield the rows as they are, by column; text that isn't UTF-8 as bytes."""
    return map(dict, db.execute(f'SELECT * FROM "{table}" WHERE {where}').fetchall())


def _stored(db: Db, table: str) -> Sequence[sqlite3.Row]:
    return db.execute(f'SELECT * FROM "{table}"').fetchall()


def _row(db: Db, match: int) -> sqlite3.Row:
    (row,) = sql.many(db, matches.ONE_MATCH, {"id": match})
    return row


def _all_fit(db: Db, table: str) -> bool:
    """Whether SQLite finds no fault in a table's rows."""
    return [line for (line,) in db.execute(f'PRAGMA integrity_check("{table}")')] == ["ok"]


def _fits(db: Db, table: str, row: Row) -> bool:
    """Whether SQLite would write this row as it is."""
    same = ", ".join(f'"{name}" = "{name}"' for name in row)
    try:
        db.execute(f'UPDATE "{table}" SET {same} WHERE {_this(db, table, row)}', row)
    except sqlite3.IntegrityError:
        return False
    return True


def _delete(db: Db, table: str, row: Row) -> None:
    db.execute(f'DELETE FROM "{table}" WHERE {_this(db, table, row)}', row)


def _this(db: Db, table: str, row: Row) -> str:
    """Return the condition for one row: its key, or all of it. Text that isn't UTF-8 is bytes."""
    keys = [name for _, name, _, _, _, key in _columns(db, table) if key] or [*row]
    return " AND ".join(
        f'CAST("{name}" AS BLOB) = :{name}'
        if isinstance(row[name], bytes)
        else f'"{name}" IS :{name}'
        for name in keys
    )


def _of_other_types(db: Db, table: str, row: Row) -> set[str]:
    """Return the columns with values of the wrong type."""
    return {
        name
        for _, name, kind, required, _, key in _columns(db, table)
        if type(row[name]) is not _TYPES[kind]
        and not (row[name] is None and not required and not key)
    }


def _may_be_empty(db: Db, table: str) -> set[str]:
    return {name for _, name, _, required, _, key in _columns(db, table) if not (required or key)}


def _columns(db: Db, table: str) -> Sequence[sqlite3.Row]:
    return db.execute(f'PRAGMA table_info("{table}")').fetchall()


def _references(db: Db) -> Iterator[tuple[str, str, str]]:
    """Yield each table, its column, and the table that the column refers to."""
    tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in tables:
        references = db.execute(f'PRAGMA foreign_key_list("{table}")').fetchall()
        yield from ((table, column, parent) for _, _, parent, column, *_ in references)
