"""Add the new columns to the checksums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.migrations import sum_column

if TYPE_CHECKING:
    import sqlite3


def fill(db: sqlite3.Connection) -> None:
    """Take the step."""
    sum_column(db, "guild", "boards")
    sum_column(db, "match", "passing")
