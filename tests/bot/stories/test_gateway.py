"""The connection breaks, must be replaced, or Discord limits us: the game goes on, in time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from sandbox.observer import DidNotRespond
from sandbox.sample import LONG_TABLE
from tests.bot.stories.conftest import command, little_discord
from tests.bot.stories.held import Held
from tests.bot.stories.table import PATIENCE, Table
from tests.sandbox.conftest import check_record
from tests.together import beside

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.server import Sandbox

pytestmark = pytest.mark.asyncio(loop_scope="module")
calm = pytest.mark.usefixtures("calm")


@calm
async def test_a_click_while_the_connection_is_gone_is_answered_when_it_is_back(
    box: Sandbox, table: Table
) -> None:
    panel = await table.panel(table.deer, await table.begin(), "e2", "f2")
    box.wire.cut()
    assert "Played **e2-f2**" in (await table.deer.click(panel, "f2")).text
    panel = await table.panel(table.birch, await table.board(2), "e4", "f4")
    box.wire.ask_to_reconnect()
    assert "Played **e4-f4**" in (await table.birch.click(panel, "f4")).text
    await table.board(3)
    await table.check("e2-f2", "e4-f4")


@calm
async def test_a_move_that_cannot_be_posted_yet_is_posted_in_the_end(
    box: Sandbox, table: Table
) -> None:
    """The connection breaks while the board is on its way."""
    await table.begin()
    held = Held("POST", table.path)
    box.faults.add(held)
    await table.typed(table.deer, "e2-f2")
    await held.came()
    box.wire.cut()
    held.lose()
    await table.board(2)
    await table.check("e2-f2")


async def test_who_clicks_while_the_bot_is_out_of_reach_clicks_again(
    box: Sandbox, table: Table
) -> None:
    panel = await table.panel(table.deer, await table.begin(), "e2", "f2")
    await table.said()
    box.wire.invalidate()  # discord.py then waits for five seconds
    async with beside(table.deer.click(panel, "f2")) as clicking:
        await asyncio.sleep(0)  # it is sent, and nobody hears it
        box.clock.advance(box.deadlines.seconds)
        with pytest.raises(DidNotRespond):
            await clicking
    await box.until(lambda: box.world.online or None, PATIENCE)
    assert "Played **e2-f2**" in (await table.deer.click(panel, "f2")).text
    await table.board(2)
    await table.check("e2-f2")


async def test_limits_delay_boards_but_no_answers(path: Path) -> None:
    """Discord takes five messages in five seconds in a channel; each click is answered at once."""
    async with little_discord(rates=True) as box:
        async with box.process(command(box, path)):
            table = Table(box, path, LONG_TABLE)
            await table.begin()
            moves = ["e2-f2", "e4-f4", "a4-a3", "f4-g4", "a3-a2", "g4-g3", "a2-a1"]
            for number, move in enumerate(moves):
                who = (table.deer, table.birch)[number % 2]
                assert "Played" in (await table.typed(who, move)).text
            await table.said()
            (board,) = table.standing
            assert f"**{moves[-1]}**" in board.text
            assert 2 <= len(table.boards) <= 8  # what was played on meanwhile needs none
        check_record(box)
