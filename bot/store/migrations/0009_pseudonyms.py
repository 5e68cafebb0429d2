"""Have bars hold by pseudonyms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.pseudonyms import keyed_hash

if TYPE_CHECKING:
    import sqlite3


def fill(db: sqlite3.Connection) -> None:
    """Take the step."""
    (key,) = db.execute("SELECT text FROM note WHERE name = 'pseudonyms'").fetchone()
    bars = db.execute("""
        SELECT guild, player FROM barred_by_number
        WHERE typeof(guild) = 'integer' AND typeof(player) = 'integer'""").fetchall()
    db.executemany(
        'INSERT INTO barred (guild, pseudonym, player, at, "sum") VALUES (?, ?, ?, 0, 0)',
        [(guild, keyed_hash(key.encode(), player), player) for guild, player in bars],
    )
    db.execute("DROP TABLE barred_by_number")
