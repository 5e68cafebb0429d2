"""Give each row and each event a checksum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import checksums
from bot.store.migrations import sum_rows

if TYPE_CHECKING:
    import sqlite3

_TABLES = ("challenge", "match", "post", "person", "guild", "vacation", "outage", "note", "barred")


def fill(db: sqlite3.Connection) -> None:
    """Take the step. Damage that no one knows of becomes part of the checksums."""
    for table in (*_TABLES, "event"):
        db.execute(f'ALTER TABLE "{table}" ADD COLUMN "sum" INTEGER NOT NULL DEFAULT 0')
    for table in _TABLES:
        sum_rows(db, table)
    for (match,) in db.execute('SELECT id FROM "match"').fetchall():
        _sum_events(db, match)


def _sum_events(db: sqlite3.Connection, match: int) -> None:
    values = ", ".join(checksums.cast(f'"{each}"') for each in checksums.EVENT)
    before = match
    events = f'SELECT number, {values} FROM event WHERE "match" = ? ORDER BY number'  # noqa: S608
    for number, *found in db.execute(events, (match,)).fetchall():
        before = checksums.of_event(before, found)
        db.execute(
            'UPDATE event SET "sum" = ? WHERE "match" = ? AND number = ?', (before, match, number)
        )
