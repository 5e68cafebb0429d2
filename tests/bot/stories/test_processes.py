"""The bot as a real process: a whole game with a kill in it, and kills of its engine.

All other stories run in a world, where the bot isn't a process: see ARCHITECTURE.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.bot.stories.practising import answered, played, practise, press, verbs
from tests.bot.stories.test_practice import QUICK, match_of, newest
from tests.together import until

if TYPE_CHECKING:
    from sandbox.process import BotProcess
    from tests.bot.stories.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")

in_proc = pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found in /proc")
MOVES = ("e2-f2", "e4-f4", "a4-a3", "f4-g4")


async def test_a_whole_game_with_a_kill_of_the_process_in_it(table: Table, bot: BotProcess) -> None:
    await table.begin()
    await table.play(*MOVES[:2])
    await table.check(*MOVES[:2])
    await bot.restart(kill=True)
    await table.play(*MOVES[2:])
    await table.check(*MOVES)
    asked = (await table.in_more(table.deer, "resign")).message
    await table.deer.click(asked, "Yes, I resign")
    await table.said()
    result = table.boards[-1]
    assert [picture.name for picture in result.pictures] == ["replay.gif"]  # made by a process too
    assert await bot.terminate() == 0
    await bot.start()


def engines(bot: BotProcess) -> list[int]:
    """The IDs of the bot's engine processes."""
    pids = list[int]()
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            if int(parent) == bot.pid and b"spawn_main" in (entry / "cmdline").read_bytes():
                pids.append(int(entry.name))
    return pids


@in_proc
async def test_an_engine_that_is_killed_is_replaced(table: Table, bot: BotProcess) -> None:
    message = await practise(table, table.birch, level=2, rules=QUICK, side="l")
    pids = engines(bot)
    assert pids
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    number = newest(table)
    await played(table, table.birch, message)
    assert len(match_of(table, number).plies) == 3


@in_proc
async def test_a_kill_between_move_and_answer_loses_none_and_doubles_none(
    table: Table, bot: BotProcess
) -> None:
    message = await practise(table, table.deer, level=2, rules=QUICK, side="l")
    number, stopped = newest(table), engines(bot)
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    while "play" not in verbs(message):
        message = (await table.deer.click(message, press(message, "to"))).message
    thinking = (await table.deer.click(message, press(message, "play"))).message
    assert len(match_of(table, number).plies) == 2
    for pid in stopped:
        os.kill(pid, signal.SIGKILL)
    await bot.restart()
    await until(lambda: len(match_of(table, number).plies) > 2)
    after = (await table.deer.click(thinking, "Continue")).message
    assert "I replied" in (await answered(table, table.deer, after)).text
    assert len(match_of(table, number).plies) == 3
    assert all(pid not in stopped for pid in engines(bot))
