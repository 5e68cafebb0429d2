"""Both stores: each test of the contract runs on either."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.store import sql
from bot.store.store import open_store
from tests.bot.store.memory import MemoryStore

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import AsyncGenerator, Mapping

    from bot.service.ports import Store


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


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, path: Path) -> AsyncGenerator[Store]:
    """An empty one."""
    if request.param == "memory":
        yield MemoryStore()
        return
    async with open_store(path) as opened:
        yield opened


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
