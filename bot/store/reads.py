"""What reads, as jobs on a connection that sees what was committed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.store import rows, sql
from bot.store.errors import StoreError
from games.errors import GameError
from games.match import fold

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from games.match import Match


def one(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> sqlite3.Row | None:
    """The only row, if there is one."""
    row: sqlite3.Row | None = db.execute(statement, values).fetchone()
    return row


def many(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> list[sqlite3.Row]:
    """All rows."""
    return db.execute(statement, values).fetchall()


def log(db: sqlite3.Connection, number: int, after: int = 0) -> list[sqlite3.Row]:
    """The events of a match from there on."""
    return many(db, sql.EVENTS_AFTER, {"match": number, "number": after})


def match(
    db: sqlite3.Connection, number: int, after: int
) -> tuple[sqlite3.Row | None, list[sqlite3.Row]]:
    """A match and its events from there on, as one moment had them."""
    db.execute("BEGIN")
    try:
        return one(db, sql.MATCH, {"id": number}), log(db, number, after)
    finally:
        db.rollback()


def folded(number: int, known: Match | None, newer: Sequence[sqlite3.Row]) -> Match:
    """The match that these events make of what is known of it.

    StoreError when they make none: our fault, and never a player's.
    """
    try:
        events = tuple(map(rows.event, newer))
        return known.after(*events) if known else fold(events)
    except GameError as error:
        raise StoreError(f"The events of match {number} make no match: {error}.") from error
