"""A person who presses all the time is told so once, and never makes the others wait."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.sample import LONG_TABLE
from tests.bot.stories.conftest import command
from tests.bot.stories.table import Table

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

pytestmark = pytest.mark.asyncio(loop_scope="module")

ENOUGH = "That was a lot at once."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(box: Sandbox, database: Path) -> AsyncGenerator[BotProcess]:
    """Konakis with the pace that it has without a choice."""
    async with box.process(command(box, database, KONAKIS_MAX_REQUESTS="120")) as process:
        yield process
        assert await process.terminate() == 0


async def test_four_hundred_clicks_at_once_delay_no_other_answer(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    table = Table(box, database, LONG_TABLE)
    board = await table.begin()
    clicks = [asyncio.create_task(table.deer.click(board, "Move", quiet=True)) for _ in range(400)]
    await asyncio.sleep(0)
    answers: list[float] = []
    for _ in range(5):
        asked = monotonic()
        await table.birch.slash(table.where, "tablut help")
        answers.append(monotonic() - asked)
    for click in clicks:
        click.cancel()
    await asyncio.wait(clicks)
    assert max(answers) < 1  # this machine makes the clicks too
    told = [each for each in table.deer.sees(table.where) if ENOUGH in each.text]
    assert len(told) == 1
    assert "Traceback" not in bot.stderr
