"""Both stores: each test of the contract runs on either."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.store.store import open_store
from tests.bot.store.memory import MemoryStore

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.service.ports import Store


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Store]:
    """An empty one."""
    if request.param == "memory":
        yield MemoryStore()
        return
    async with open_store(tmp_path / "konakis.db") as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a database could be."""
    return tmp_path / "konakis.db"
