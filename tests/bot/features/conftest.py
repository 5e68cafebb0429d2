"""The store of the tests of features: each test must leave it whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.store.check import check
from bot.store.store import open_store
from tests.bot.store.extensions import EXTENSIONS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.store.store import Store


@pytest.fixture
async def store(path: Path) -> AsyncGenerator[Store]:
    """An empty one, which is whole at the end."""
    async with open_store(path, EXTENSIONS) as opened:
        yield opened
    assert [*check(path, EXTENSIONS)] == []
