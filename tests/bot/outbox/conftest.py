"""Each test has an outbox of its own, whose time is the test's."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.bot.outbox.room import Room, furnished

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
    """How long was waited for something; it does not end, unless it was to end at once."""
    noted: list[float | None] = []
    timeout = asyncio.timeout

    def waiting(seconds: float | None) -> asyncio.Timeout:
        noted.append(seconds)
        return timeout(None if seconds else seconds)

    monkeypatch.setattr(asyncio, "timeout", waiting)
    return noted


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs that have time to be written wait for no others."""
    monkeypatch.setattr("bot.store.writer._TIME", 0)


@pytest.fixture
async def room(path: Path) -> AsyncGenerator[Room]:
    """One with matches 1 to 3 and a challenge, and nothing to be said."""
    async with furnished(path) as opened:
        yield opened
