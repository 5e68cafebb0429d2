"""A world's usual story: two people play at a table, with the bot of the stories."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.observer import DidNotRespond
from sandbox.sample import LONG_TABLE
from tests.bot.stories.conftest import command
from tests.bot.stories.hours import DAY, Hours
from tests.bot.stories.practising import played, practise
from tests.bot.stories.table import Table
from tests.world.life import Moment, usual

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from sandbox.process import BotProcess
    from tests.world.world import World

MOVES = ("a4-a1", "e4-g4", "a1-a2", "e5-e4")


@asynccontextmanager
async def a_table(
    world: World, hours: Hours | None = None
) -> AsyncGenerator[tuple[Table, BotProcess]]:
    """A table of two friends, and the bot, which runs on these hours if any are given."""
    folder = Path(tempfile.mkdtemp(prefix="world-"))
    try:
        database = folder / "konakis.db"
        if hours:
            hours.database = database
        program = hours.program if hours else usual
        started = replace(command(world.box, database), start=partial(world.start, program=program))
        async with world.box.process(started) as bot:
            yield Table(world.box, database, LONG_TABLE), bot
    finally:
        shutil.rmtree(folder)


async def days(world: World) -> list[str]:
    """Play with a kill, then against the engine, then until time runs out. Return the log."""
    hours = Hours(Path())
    async with a_table(world, hours) as (table, bot):
        await table.begin(days=2)
        await table.play(*MOVES[:2])
        world.kill(Moment("statement", world.life.done["statement"] + 20))
        with suppress(DidNotRespond, TimeoutError):
            async with asyncio.timeout(60):
                await table.typed(table.deer, MOVES[2])
                await asyncio.sleep(60)
        await bot.wait()
        await hours.start(bot)
        await played(table, table.birch, await practise(table, table.birch, level=1))
        await hours.pass_(3 * DAY)
        await table.said()
        assert len(table.log) > len(table.moves) + 1  # the game is over
        await bot.terminate()
    return world.log
