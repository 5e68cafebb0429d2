"""Processes that are started from the loader: they end with their stories, however these end."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

import pytest

from sandbox.process import Command
from tests import warm
from tests.together import until

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.process import Process

pytestmark = pytest.mark.slow

NOWHERE = "//127.0.0.1:1/api"  # a bot waits until there is a Discord


def command(folder: Path) -> Command:
    environment = {
        "KONAKIS_API": f"http:{NOWHERE}",
        "KONAKIS_GATEWAY": f"ws:{NOWHERE}",
        "KONAKIS_TOKEN": "MTIz.abc.def",
        "KONAKIS_DATABASE": str(folder / "konakis.db"),
    }
    return Command([sys.executable, "-m", "bot"], environment, start=warm.start)


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def waits_for_discord(process: Process) -> None:
    """It has its database, and goes on."""
    assert process.stdout
    written = b""
    while b"can't reach Discord" not in written:
        line = await process.stdout.readline()
        assert line, written
        written += line


def test_a_story_that_breaks_off_leaves_no_process(tmp_path: Path) -> None:
    async def story() -> int:
        process = await warm.start(command(tmp_path))
        await waits_for_discord(process)
        return process.pid

    pid = asyncio.run(story())
    asyncio.run(until(lambda: not runs(pid)))


async def test_a_process_that_was_left_is_gone_before_the_next_one_begins(tmp_path: Path) -> None:
    """They need the same database."""
    for ticks in range(4):
        starting = asyncio.create_task(warm.start(command(tmp_path)))
        for _ in range(ticks):
            await asyncio.sleep(0)
        starting.cancel()
        await asyncio.wait([starting])
    process = await warm.start(command(tmp_path))
    await waits_for_discord(process)
    process.kill()
    assert await process.wait() == -9
