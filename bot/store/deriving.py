"""What the row of a match follows from: its events, and its challenge."""

# ruff: noqa: S608  columns of ours

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from bot.store.events import events_of, read_event, snapshot
from games.match import fold

if TYPE_CHECKING:
    import sqlite3

log = logging.getLogger(__name__)

# What is missing stands in its challenge. One that goes on is looked at by the clockwork.
FILL_IN: Final = """
    UPDATE "match" SET guild = coalesce("match".guild, c.guild),
        channel = CASE "match".channel WHEN 0 THEN c.channel ELSE "match".channel END,
        days = coalesce("match".days, c.days)
    FROM challenge AS c WHERE "match".id = :match AND c.id = "match".challenge"""
NO_PACE: Final = 'UPDATE "match" SET reserve = 0, weekends = 1 WHERE id = :match AND days IS NULL'
LOOK_AT: Final = 'UPDATE "match" SET due = 0 WHERE id = :match AND reason IS NULL'


FORGOTTEN: Final = 'SELECT 1 FROM "match" WHERE id = :match AND forgotten'


def derive_snapshot(db: sqlite3.Connection, match: int, *only: str) -> bool:
    """Write a match's snapshot anew, or these columns of it; False where it cannot be read."""
    known = {row[1] for row in db.execute('PRAGMA table_info("match")')}
    if "forgotten" in known and db.execute(FORGOTTEN, {"match": match}).fetchone():
        return True  # its row is all that is kept of it
    try:
        values = snapshot(fold(tuple(map(read_event, events_of(db, match)))))
    except (ValueError, TypeError) as error:
        log.warning("could not read game %s: %s", match, error)
        return False
    changed = {name: value for name, value in values.items() if name in (only or known)}
    names = ", ".join(f'"{name}" = :{name}' for name in changed)
    db.execute(f'UPDATE "match" SET {names} WHERE id = :match', {**changed, "match": match})
    return True


def derive_match(db: sqlite3.Connection, match: int) -> None:
    """The same for a row that has lost something."""
    derive_snapshot(db, match)
    for statement in (FILL_IN, NO_PACE, LOOK_AT):
        db.execute(statement, {"match": match})
