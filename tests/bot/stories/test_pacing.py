"""A person who presses all the time is told so once, and never makes the others wait."""

from __future__ import annotations

import asyncio
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

ENOUGH = "That's a lot at once."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(box: Sandbox, database: Path) -> AsyncGenerator[BotProcess]:
    """Konakis with the pace that it has without a choice."""
    async with box.process(command(box, database, KONAKIS_MAX_REQUESTS="120")) as process:
        yield process
        assert await process.terminate() == 0


async def test_of_two_hundred_clicks_each_is_answered_and_one_with_a_sentence(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    table = Table(box, database, LONG_TABLE)
    board = await table.begin()
    waiting: list[int] = []
    async with asyncio.TaskGroup() as group:  # which fails where one has no answer
        clicks = [
            group.create_task(table.deer.click(board, "Move", quiet=True)) for _ in range(200)
        ]
        await asyncio.sleep(0)
        for _ in range(3):
            await table.birch.slash(table.where, "tablut help")
            waiting.append(sum(not task.done() for task in clicks))
    assert min(waiting) > 50  # of two hundred: the other one is answered before the last quarter
    told = [message for message in table.deer.sees(table.where) if ENOUGH in message.text]
    assert len(told) == 1
    assert "Traceback" not in bot.stderr


async def test_who_types_on_after_that_is_shown_no_moves_and_told_at_a_command(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    table = Table(box, database, LONG_TABLE)
    helps = [table.deer.slash(table.where, "tablut help") for _ in range(80)]
    typed = [  # a letter costs less than a command
        table.deer.autocomplete(table.where, "tablut move", "move", "e") for _ in range(100)
    ]
    # All at once: what comes slowly is not too much, and a busy machine sends slowly.
    async with asyncio.TaskGroup() as group:
        for act in helps:
            group.create_task(act)
        letters = [group.create_task(act) for act in typed]
        answer = group.create_task(table.deer.slash(table.where, "tablut games"))
    assert [] in [letter.result() for letter in letters]
    assert ENOUGH in answer.result().message.text
    assert "Traceback" not in bot.stderr


async def test_a_few_exports_are_as_much_as_many_presses(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    table = Table(box, database, LONG_TABLE, "cairn", "birch")
    page = (await table.deer.slash(table.where, "tablut my-data")).message
    answers = await asyncio.gather(
        *(table.deer.click(page, "Download", quiet=True) for _ in range(12)), return_exceptions=True
    )
    shown = table.deer.sees(table.where)
    files = [
        message
        for message in shown
        if any(file.name.endswith(".json") for file in message.pictures)
    ]
    assert 1 <= len(files) <= 6
    assert len(answers) == 12
    assert any(ENOUGH in message.text for message in shown)
    assert "Traceback" not in bot.stderr
