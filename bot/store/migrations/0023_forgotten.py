"""Forget the moves of all but the newest fifty private games of each person."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

_KEPT = 50
_OLDER = """
    SELECT id FROM (
        SELECT id, row_number() OVER (
            PARTITION BY max(dark, light) ORDER BY since DESC, id DESC
        ) AS place FROM "match"
        WHERE channel = 0 AND level > 0 AND reason IS NOT NULL AND NOT forgotten
    ) WHERE place > ?"""


def fill(db: sqlite3.Connection) -> None:
    """Take the step. Later a game is forgotten when a newer one ends."""
    for (match,) in db.execute(_OLDER, (_KEPT,)).fetchall():
        db.execute('DELETE FROM review WHERE "match" = ?', (match,))
        db.execute('DELETE FROM event WHERE "match" = ?', (match,))
        db.execute('UPDATE "match" SET forgotten = 1 WHERE id = ?', (match,))
