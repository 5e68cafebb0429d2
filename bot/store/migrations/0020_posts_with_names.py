"""Give each post the checksum of its new columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.migrations import sum_rows

if TYPE_CHECKING:
    import sqlite3


def fill(db: sqlite3.Connection) -> None:
    """Take the step."""
    sum_rows(db, "post")
