"""The bot as a real process on the sandbox. At the end, all that it asked of Discord is checked."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest_asyncio

from sandbox.process import BotProcess, Command
from sandbox.sample import Cast
from sandbox.server import Sandbox
from tests.sandbox.conftest import check_record

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path


def command(box: Sandbox, folder: Path, **more: str) -> Command:
    """How Konakis is started, and pointed at the sandbox."""
    environment = {
        "KONAKIS_API": box.api,
        "KONAKIS_GATEWAY": box.gateway,
        "KONAKIS_TOKEN": box.token,
        "KONAKIS_DATABASE": str(folder / "konakis.db"),
        **more,
    }
    return Command([sys.executable, "-m", "bot"], environment)


@pytest_asyncio.fixture
async def box() -> AsyncGenerator[Sandbox]:
    """A sandbox of one's own."""
    async with Sandbox(cast=Cast("Konakis"), rates=False) as running:
        yield running


@pytest_asyncio.fixture
async def bot(box: Sandbox, tmp_path: Path) -> AsyncGenerator[BotProcess]:
    """Konakis on it, online."""
    async with box.process(command(box, tmp_path)) as process:
        yield process
    check_record(box)
