"""A database with three games in it, for a host to look after."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.store.store import open_store
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import begun, board, following, moved

if TYPE_CHECKING:
    from pathlib import Path


async def games(path: Path, count: int = 3) -> None:
    """Begin so many more, each with a move."""
    async with open_store(path, EXTENSIONS) as store:
        for _ in range(count):
            known = await begun(store, None, board())
            await store.commit(following(known, moved(known)))


def held_games(path: Path) -> int:
    """How many there are."""
    return ask(path, 'SELECT count(*) FROM "match"')


def ask(path: Path, statement: str) -> int:
    """One number; changes what the statement changes."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        row = db.execute(statement).fetchone()
    return row[0] if row else 0


def names(folder: Path) -> list[str]:
    """What is in it."""
    return sorted(each.name for each in folder.iterdir())


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Three games that stay as they are."""
    path = tmp_path / "data" / "konakis.db"
    asyncio.run(games(path))
    return path
