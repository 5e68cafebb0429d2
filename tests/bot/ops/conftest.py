"""A database with three games in it, for a host to look after."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.store import open_store
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import begun, board, following, moved


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


def page_of(path: Path, name: str) -> int:
    """The first page of a table or an index."""
    return ask(path, f"SELECT rootpage FROM sqlite_master WHERE name = '{name}'")  # noqa: S608  ours


def spoil(path: Path, *pages: int) -> None:
    """Have the disk damage these pages."""
    whole = bytearray(path.read_bytes())
    for page in pages:
        whole[4096 * (page - 1) : 4096 * page] = b"\xff" * 4096
    path.write_bytes(whole)


def names(folder: Path) -> list[str]:
    """Return the names of a folder's files."""
    return sorted(file.name for file in folder.iterdir())


@pytest.fixture(scope="session")
def three_games(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made once: to copy them is quicker."""
    path = Path(shutil.copy(empty, tmp_path_factory.mktemp("games")))
    asyncio.run(games(path))
    return path


@pytest.fixture
def database(three_games: Path, tmp_path: Path) -> Path:
    """Three games that stay as they are."""
    folder = tmp_path / "data"
    folder.mkdir()
    return Path(shutil.copy(three_games, folder))
