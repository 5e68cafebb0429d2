"""The moderation log in SQLite: a server's stops, bars, settings and tournaments, for a year.

Invariant: an entry is written in the same transaction as its action, and names no one who was
erased since; nor does it keep what they wrote.
"""

# ruff: noqa: S608  every word of a statement is in this package

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Final

from bot.model.matches import SEATS
from bot.model.moderation import Act, LogEntry, LogLine
from bot.store import rows, sql

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from bot.model.people import Player
    from bot.model.servers import Server
    from bot.model.times import Instant
    from bot.store.database import Database

_COLUMNS = rows.columns(LogEntry)
_MOST = 1000  # entries of a server: nobody moderates more within a year
_MOST_OF_TOURNAMENTS = 200  # apart from them, so that members can't push out moderators' entries

INSERT_ENTRY: Final = sql.insert("moderation", sql.but(_COLUMNS, "id"))


def _older(acts: str, most: int) -> str:
    """Return the statement that deletes a server's entries of these acts except the newest."""
    return f"""
    DELETE FROM moderation WHERE guild = :guild AND {acts} AND id <= (
        SELECT id FROM moderation WHERE guild = :guild AND {acts}
        ORDER BY id DESC LIMIT 1 OFFSET {most})"""


_IS_OF_TOURNAMENTS = f"act IN ('{Act.OPEN}', '{Act.CALL_OFF}')"
FORGET_OLDER: Final = _older(f"NOT {_IS_OF_TOURNAMENTS}", _MOST)
FORGET_TOURNAMENTS: Final = _older(_IS_OF_TOURNAMENTS, _MOST_OF_TOURNAMENTS)
ENTRIES: Final = """
    SELECT entry.*, m.dark, m.light, m.dark_partner, m.light_partner FROM (
        SELECT * FROM moderation WHERE guild = :guild ORDER BY id DESC LIMIT :most OFFSET :skip
    ) AS entry LEFT JOIN "match" AS m ON entry."match" = m.id"""
COUNT_ENTRIES: Final = sql.count("moderation", "guild = :guild")
WHY_STOPPED: Final = """
    SELECT text FROM moderation WHERE "match" = :match AND act = 'stop' ORDER BY id LIMIT 1"""
CLEAR_ENTRIES: Final = """
    DELETE FROM moderation WHERE id IN (
        SELECT id FROM moderation WHERE at < :before ORDER BY at LIMIT :most)"""
CLEAR_LOG: Final = "DELETE FROM moderation WHERE guild = :guild"

# Of a person: their actions, and actions on them or their games.
DONE_BY: Final = 'SELECT * FROM moderation WHERE "by" = :player'
DONE_TO: Final = "SELECT * FROM moderation WHERE player = :player"
STOPPED_GAMES: Final = " UNION ALL ".join(
    f"""SELECT entry.* FROM "match" AS m CROSS JOIN moderation AS entry ON entry."match" = m.id
    WHERE m.{seat} = +:player AND m.reason IS NOT NULL AND entry."match" IS NOT NULL"""
    for seat in SEATS
)
_OF_GAMES = " UNION ALL ".join(
    f'SELECT id FROM "match" WHERE {seat} = +:player AND reason IS NOT NULL' for seat in SEATS
)
# Run while the games still name the player: deletes texts about them and by them.
ERASE_REASONS: Final = sql.update("moderation", f'"match" IN ({_OF_GAMES})', text="''")
ERASE_NAMES: Final = sql.update(  # of tournaments that they started and others called off
    "moderation",
    f"""id IN (
        SELECT ended.id FROM moderation AS begun CROSS JOIN moderation AS ended
            ON ended.guild = begun.guild AND ended.text = begun.text
        WHERE begun."by" = :player AND begun.act = '{Act.OPEN}'
            AND ended.act = '{Act.CALL_OFF}')""",
    text="''",
)
ERASE_BY: Final = sql.update(
    "moderation",
    '"by" = :player',
    by=":former",
    text=f"CASE act WHEN '{Act.SETTING}' THEN text ELSE '' END",
)
ERASE_TO: Final = sql.update("moderation", "player = :player", player=":former")
ERASING = (ERASE_REASONS, ERASE_NAMES, ERASE_BY, ERASE_TO)


class ModerationLog:
    """Reads the log; each entry is written with its action."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count(self, guild: int) -> int:
        """Return the number of a server's entries."""
        row = await self._database.row(COUNT_ENTRIES, guild=guild)
        return row["count"] if row else 0

    async def lines(self, guild: int, skip: int, most: int) -> Sequence[LogLine]:
        """Return up to `most` entries, newest first, after skipping the first `skip`."""
        asked = {"guild": guild, "skip": skip, "most": most}
        lines = await self._database.many(_read_line, ENTRIES, **asked)
        return sorted(lines, key=lambda line: line.entry.id, reverse=True)

    async def why_stopped(self, match: int) -> str:
        """Return a moderator's reason; empty if none was given or it is no longer stored."""
        row = await self._database.row(WHY_STOPPED, match=match)
        return row["text"] if row and isinstance(row["text"], str) else ""


def _read_line(row: sqlite3.Row) -> LogLine:
    dark, light = (
        tuple(row[seat] for seat in (side, f"{side}_partner") if row[seat] is not None)
        for side in ("dark", "light")
    )
    return LogLine(rows.read(LogEntry, row), dark, light)


def write_entry(db: sqlite3.Connection, entry: LogEntry) -> None:
    """Add an entry to the log of its server."""
    db.execute(INSERT_ENTRY, rows.row_of(entry))
    forget = FORGET_TOURNAMENTS if entry.act in {Act.OPEN, Act.CALL_OFF} else FORGET_OLDER
    db.execute(forget, {"guild": entry.guild})


def write_settings(db: sqlite3.Connection, entry: LogEntry, before: Server, after: Server) -> None:
    """Add an entry for each changed setting."""
    for name, value in _changed(before, after):
        write_entry(db, setting(entry, name, value))


def _changed(before: Server, after: Server) -> Iterator[tuple[str, object]]:
    for field in fields(after):
        value = getattr(after, field.name)
        if value != getattr(before, field.name):
            yield field.name, value


def setting(entry: LogEntry, name: str, value: object) -> LogEntry:
    """Return an entry about a setting and its new value."""
    return replace(entry, act=Act.SETTING, text=f"{name}={json.dumps(value)}")


def entries_of(db: sqlite3.Connection, player: Player) -> list[LogEntry]:
    """Return the actions by a person, or on them or their games, oldest first."""
    entries = {
        entry.id: entry
        for statement in (DONE_BY, DONE_TO, STOPPED_GAMES)
        for entry in rows.many(LogEntry, db, statement, player=player)
    }
    return [entries[number] for number in sorted(entries)]


def clear_entries(db: sqlite3.Connection, before: Instant, most: int) -> int:
    """Delete up to `most` entries older than `before`; return how many."""
    return db.execute(CLEAR_ENTRIES, {"before": before, "most": most}).rowcount
