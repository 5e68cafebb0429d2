"""All that is kept about one person, and how it is erased from the file to the last byte.

Law: a person is known by his number alone, so where that is gone, nothing is about him.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.service.model import FORMER, Challenge, Dossier, Filed, Person, Vacation
from bot.service.ports import Stale
from bot.store import rows, sql
from bot.store.match_cache import events

if TYPE_CHECKING:
    import sqlite3

    from bot.service.model import Player
    from bot.store.connection import Connection
    from bot.store.writer import Writer

log = logging.getLogger(__name__)

_AT_ONCE = 50  # logs read in one job: nobody else waits for all of them
_PATIENCE = 60  # seconds for a backup, say, to end
_SHORT = 100  # milliseconds
_ERASING = (
    sql.ERASE_DRAFTS,
    sql.ERASE_DRAFTS_FOR,
    sql.ERASE_DARK,
    sql.ERASE_LIGHT,
    sql.ERASE_CHALLENGER,
    sql.ERASE_CHALLENGED,
    sql.ERASE_VACATIONS,
    sql.ERASE_BARS,
    sql.ERASE_PERSON,
)


async def dossier(reader: Connection, player: Player, *, logs: bool) -> Dossier:
    """All of it. What changes while it is gathered may be in it or not."""
    found = await reader.run(partial(_without_logs, player))
    if not logs:
        return found
    matches: list[Filed] = []
    for start in range(0, len(found.matches), _AT_ONCE):
        matches += await reader.run(partial(_with_logs, found.matches[start : start + _AT_ONCE]))
    return replace(found, matches=tuple(matches))


def _without_logs(player: Player, db: sqlite3.Connection) -> Dossier:
    def found(statement: str) -> list[sqlite3.Row]:
        return sql.many(db, statement, {"player": player})

    person = sql.one(db, sql.PERSON, {"id": player})
    matches = (rows.filed(row) for row in found(sql.MATCHES_OF))
    challenges = (rows.read(Challenge, row) for row in found(sql.CHALLENGES_OF))
    vacations = (rows.read(Vacation, row) for row in found(sql.VACATIONS_OF))
    return Dossier(
        person=rows.read(Person, person) if person else Person(player),
        vacations=tuple(sorted(vacations, key=lambda each: each.id)),
        challenges=tuple(sorted(challenges, key=lambda each: each.id)),
        matches=tuple(sorted(matches, key=lambda each: each.id)),
        barred=tuple(row["guild"] for row in found(sql.BARRED_IN)),
    )


def _with_logs(matches: tuple[Filed, ...], db: sqlite3.Connection) -> list[Filed]:
    return [replace(each, log=tuple(map(rows.event, events(db, each.id)))) for each in matches]


def erase(db: sqlite3.Connection, player: Player) -> None:
    """Replace and delete, inside a transaction that somebody else begins and ends."""
    values = {"player": player, "former": FORMER}
    if sql.one(db, sql.UNFINISHED, values):
        raise Stale
    for statement in _ERASING:
        db.execute(statement, values)


async def scrub(writer: Writer) -> None:
    """Leave nothing in the write-ahead log either: the file's own pages are overwritten there."""
    for _ in range(_PATIENCE):
        if await writer.alone(_cut_log):
            return
        await asyncio.sleep(1)
    log.warning("what was erased stays in the write-ahead log while somebody reads for so long")


def _cut_log(db: sqlite3.Connection) -> bool:
    """Whether nobody who reads held the log up; writers do not wait long for him here."""
    (timeout,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute(f"PRAGMA busy_timeout = {_SHORT}")
    try:
        busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        db.execute(f"PRAGMA busy_timeout = {timeout:d}")
    return not busy
