"""What reads, as jobs on a connection that sees what was committed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.store import rows, statements
from bot.store.errors import StoreError
from games.errors import GameError
from games.match import fold

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from bot.service.values import Record
    from games.events import Event
    from games.match import Match


def one(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> sqlite3.Row | None:
    """The only row, if there is one."""
    row: sqlite3.Row | None = db.execute(statement, values).fetchone()
    return row


def many(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> list[sqlite3.Row]:
    """All rows."""
    return db.execute(statement, values).fetchall()


def log(db: sqlite3.Connection, number: int) -> tuple[Event, ...]:
    """All events of a match."""
    return tuple(map(rows.event, _events(db, number, 0)))


def record(db: sqlite3.Connection, number: int, known: Match | None) -> Record | None:
    """A match as one moment had it, folded on from what is known of it.

    StoreError when its events make no match: our fault, and never a player's.
    """
    db.execute("BEGIN")  # one view for the row and the events
    try:
        row = one(db, statements.MATCH, {"id": number})
        events = _events(db, number, len(known.log) if known else 0)
    finally:
        db.rollback()
    if row is None:
        return None
    try:
        newer = tuple(map(rows.event, events))
        match = known.after(*newer) if known else fold(newer)
    except GameError as error:
        raise StoreError(f"The events of match {number} make no match: {error}.") from error
    return rows.record(row, match)


def _events(db: sqlite3.Connection, number: int, after: int) -> list[sqlite3.Row]:
    return many(db, statements.EVENTS_AFTER, {"match": number, "number": after})
