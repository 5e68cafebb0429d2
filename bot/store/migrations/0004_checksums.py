"""Give each event a checksum. Those of rows, which this format had too, nobody compares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.events import CHECKED_EVENTS, checksum_after

if TYPE_CHECKING:
    import sqlite3

_TABLES = ("challenge", "match", "post", "person", "guild", "vacation", "outage", "note", "barred")


def fill(db: sqlite3.Connection) -> None:
    """Take the step. Damage that no one knows of becomes part of the checksums."""
    for table in (*_TABLES, "event"):
        db.execute(f'ALTER TABLE "{table}" ADD COLUMN "sum" INTEGER NOT NULL DEFAULT 0')
    for (match,) in db.execute('SELECT id FROM "match"').fetchall():
        _sum_events(db, match)


def _sum_events(db: sqlite3.Connection, match: int) -> None:
    checksum = match
    for number, _, *values in db.execute(CHECKED_EVENTS, {"match": match}).fetchall():
        checksum = checksum_after(checksum, values)
        db.execute(
            'UPDATE event SET "sum" = ? WHERE "match" = ? AND number = ?',
            (checksum, match, number),
        )
