"""Whether a file is whole: SQLite's own check, and every match folding to its snapshot.

Changes nothing, holds one match at a time, and may be done while a bot plays on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from bot.store import rows, sql
from bot.store.connection import reading
from bot.store.errors import refusing
from bot.store.match_cache import events
from bot.store.migrations import steps
from games.match import fold

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import AsyncGenerator, Iterator
    from pathlib import Path

_AT_ONCE = 100  # matches read in one job


@dataclass(frozen=True, slots=True)
class Broken:
    """Something that is not as it should be; the match when it is one match's."""

    match: int | None
    sentence: str


async def check(path: Path) -> AsyncGenerator[Broken]:
    """Everything that is wrong with the file; StoreError when it cannot be read at all."""
    with refusing(path):
        async with reading(path, len(steps())) as connection:
            for broken in await connection.run(damage):
                yield broken
            last = 0
            while found := await connection.run(partial(_matches_after, last)):
                for number, sentences in found:
                    for sentence in sentences:
                        yield Broken(number, sentence)
                last = found[-1][0]


def damage(db: sqlite3.Connection) -> list[Broken]:
    """What SQLite itself finds: damaged pages, indexes that lack a row, rows that point nowhere."""
    damage = [row[0] for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
    stray = [
        f"a row of {row[0]} points to a {row[2]} that is not there"
        for row in db.execute("PRAGMA foreign_key_check")
    ]
    return [Broken(None, sentence) for sentence in damage + stray]


def _matches_after(last: int, db: sqlite3.Connection) -> list[tuple[int, list[str]]]:
    """The next matches, each with what is wrong with it."""
    db.execute("BEGIN")  # one view for the rows and their events
    try:
        matches = sql.many(db, sql.MATCHES_AFTER, {"id": last, "most": _AT_ONCE})
        return [(match["id"], list(_faults(match, db))) for match in matches]
    finally:
        db.rollback()


def _faults(match: sqlite3.Row, db: sqlite3.Connection) -> Iterator[str]:
    log = events(db, match["id"])
    if [event["number"] for event in log] != list(range(1, len(log) + 1)):
        yield "an event is missing"
    try:
        told = rows.snapshot(fold(tuple(map(rows.event, log))))
    except (ValueError, TypeError) as error:  # a GameError, or no JSON, or JSON of something else
        yield f"its events make no match: {error}"
        return
    for column, value in told.items():
        if match[column] != value:
            yield f"its {column} is {match[column]}, but its events say {value}"
