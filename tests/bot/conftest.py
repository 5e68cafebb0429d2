"""A store for each test: an empty database copied from one made once; use cases in a parlour."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.store import migrations, sql
from bot.store.migrations import Step
from bot.store.store import open_store
from tests.bot.fake_systemd import FakeSystemd
from tests.bot.service.parlour import open_parlour
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.tables import Tables

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import AsyncGenerator, Generator, Iterator, Mapping

    from bot.store.store import Store
    from tests.bot.service.parlour import Parlour


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without a row, made once: to copy one is quicker than to make one."""

    async def make() -> None:
        async with open_store(path):
            pass

    path = tmp_path_factory.mktemp("empty") / "konakis.db"
    asyncio.run(make())
    return path


@pytest.fixture
def path(empty: Path, tmp_path: Path) -> Path:
    """An empty database of the test's own."""
    return Path(shutil.copy(empty, tmp_path))


@pytest.fixture
async def store(path: Path) -> AsyncGenerator[Store]:
    """An empty one."""
    async with open_store(path, EXTENSIONS) as opened:
        yield opened


@pytest.fixture
def tables(path: Path) -> Iterator[Tables]:
    """All rows of that store, read and written past it."""
    with closing(Tables(path)) as view:
        yield view


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that the SQLite store has asked for rows with, the newest last."""
    statements: list[str] = []
    many = sql.many

    def noted(
        db: sqlite3.Connection, statement: str, values: Mapping[str, object]
    ) -> list[sqlite3.Row]:
        statements.append(statement)
        return many(db, statement, values)

    monkeypatch.setattr(sql, "many", noted)  # through which sql.one asks too
    return statements


@pytest.fixture
def next_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the program know one more step than the files there are."""
    known, more = migrations.steps, Step("ALTER TABLE person ADD COLUMN beard TEXT DEFAULT 'short'")
    longer = (*known(), more)
    for module in [*sys.modules.values()]:
        if vars(module).get("steps") is known:
            monkeypatch.setattr(module, "steps", lambda: longer)


@pytest.fixture
async def parlour(empty: Path, tmp_path: Path) -> AsyncGenerator[Parlour]:
    """Use cases with an empty store, at noon."""
    async with open_parlour(Path(shutil.copy(empty, tmp_path / "parlour.db"))) as opened:
        yield opened


@pytest.fixture
def systemd() -> Generator[FakeSystemd]:
    """A socket of systemd, at a path short enough for one."""
    with tempfile.TemporaryDirectory() as folder:
        fake = FakeSystemd(f"{folder}/notify")
        yield fake
        fake.close()
