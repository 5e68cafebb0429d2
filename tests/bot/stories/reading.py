"""Reads the database of a story's bot, while the bot plays on."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Protocol

from sandbox.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

Rows = list[tuple[object, ...]]


class Ask(Protocol):
    """Asks for rows."""

    def __call__(self, statement: str, *values: object) -> Rows:
        """All rows of a statement."""
        ...


@contextmanager
def reading(database: Path) -> Generator[Ask]:
    """Inside this block rows can be asked for: again and again at little cost."""
    where = f"file:{database}?mode=ro"
    with closing(sqlite3.connect(where, timeout=PATIENCE, uri=True)) as db:
        yield lambda statement, *values: db.execute(statement, values).fetchall()
