"""Tables ask for two or three different opponents; stories have two players."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from sandbox.waiting import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

_NOBODY = 10**9  # above it are numbers that no account has


def as_if_against_others(database: Path) -> None:
    """Write each rated game down as one against another person, while the bot runs."""
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as db, db:
        db.execute('UPDATE seat SET opponent = ? + "match"', (_NOBODY,))
        for table in ("rating", "score"):
            db.execute(f"UPDATE {table} SET opponents = won + drawn + lost")  # noqa: S608  our own words
