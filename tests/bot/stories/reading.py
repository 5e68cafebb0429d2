"""Reads the database of a story's bot, while the bot plays on."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Protocol

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
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        yield lambda statement, *values: db.execute(statement, values).fetchall()
