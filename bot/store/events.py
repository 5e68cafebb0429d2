"""The log of a match: its events as rows, each with a checksum that includes the one before."""

# ruff: noqa: S608  every word of a statement is in this package

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from bot.model.matches import Snapshot
from bot.store import rows, sql
from bot.store.errors import Damaged
from games.errors import GameError
from games.events import from_data, to_data

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    from games.events import Event
    from games.match import Match

SNAPSHOT = rows.columns(Snapshot)
SUMMED = ("match", "number", "by", "at", "kind", "data")  # the columns that a checksum covers
EVENT = (*SUMMED, "sum")
_OF_AN_EVENT = ("kind", "by", "at")  # beside its JSON


def snapshot(match: Match) -> Mapping[str, Any]:
    """Return the part of a match's row that repeats its events."""
    return rows.row_of(Snapshot.of(match))


def event_rows(
    match: int, first: int, events: Sequence[Event], checksum: int
) -> list[Mapping[str, Any]]:
    """Return all columns of events.

    `first`: the first one's number, `checksum`: the one before it.
    """
    stored: list[Mapping[str, Any]] = []
    for number, event in enumerate(events, first):
        data = to_data(event)
        columns = {name: data.pop(name, None) for name in _OF_AN_EVENT}
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        row = {"match": match, "number": number, "data": text, **columns}
        checksum = checksum_after(checksum, [_bytes(row[name]) for name in SUMMED])
        stored.append({**row, "sum": checksum})
    return stored


def _bytes(value: object) -> bytes | None:
    return None if value is None else str(value).encode()


def checksum_after(checksum: int, values: Iterable[bytes | None]) -> int:
    """Return the checksum of an event with these columns, as blobs, since text may not be UTF-8.

    `checksum`: that of the event before; for the first event, the match's number.
    """
    digest = blake2b(checksum.to_bytes(9, "big", signed=True), digest_size=8)
    for value in values:
        digest.update(b"-" if value is None else b"%d:%b" % (len(value), value))
    return int.from_bytes(digest.digest(), "big", signed=True)


def read_event(row: sqlite3.Row) -> Event:
    """Return the event of a row; raise Damaged or Unreadable if it isn't one."""
    columns = {name: row[name] for name in _OF_AN_EVENT if row[name] is not None}
    try:
        return from_data(columns | json.loads(row["data"]))
    except GameError:
        raise
    except (TypeError, ValueError, RecursionError):
        raise Damaged("data") from None


CHECKED_EVENTS: Final = f"""
    SELECT number, "sum", {", ".join(f'CAST("{name}" AS BLOB)' for name in SUMMED)}
    FROM event WHERE "match" = :match ORDER BY number"""
EVENTS_AFTER: Final = """
    SELECT number, "by", at, kind, data FROM event
    WHERE "match" = :match AND number > :number ORDER BY number"""


def events_of(db: sqlite3.Connection, match: int, after: int = 0) -> list[sqlite3.Row]:
    """Return the rows of a match's events after the first `after`."""
    return sql.many(db, EVENTS_AFTER, {"match": match, "number": after})


INSERT_EVENT: Final = sql.insert("event", EVENT)
CHECKSUM_BEFORE: Final = 'SELECT "sum" FROM event WHERE "match" = :match AND number = :number'


def insert_events(db: sqlite3.Connection, match: int, before: int, events: Sequence[Event]) -> None:
    """Append events to a log that has `before` of them."""
    last = sql.one(db, CHECKSUM_BEFORE, {"match": match, "number": before})
    checksum: int = last["sum"] if last and isinstance(last["sum"], int) else match
    db.executemany(INSERT_EVENT, event_rows(match, before + 1, events, checksum))
