"""A world's usual story: two play at a table, with the bot of the stories."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.sample import LONG_TABLE
from tests.bot.stories.conftest import command
from tests.bot.stories.table import Table

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from sandbox.process import BotProcess
    from tests.world.world import World

MOVES = ("a4-a1", "e4-g4", "a1-a2", "e5-e4")


@asynccontextmanager
async def a_table(world: World) -> AsyncGenerator[tuple[Table, BotProcess]]:
    """A table of two friends, and the bot."""
    folder = Path(tempfile.mkdtemp(prefix="world-"))
    try:
        database = folder / "konakis.db"
        usual = replace(command(world.box, database), start=world.start)
        async with world.box.process(usual) as bot:
            yield Table(world.box, database, LONG_TABLE), bot
    finally:
        shutil.rmtree(folder)


async def a_game(world: World) -> list[str]:
    """A game begins, and four moves are made; the world's log."""
    async with a_table(world) as (table, bot):
        await table.begin()
        await table.play(*MOVES)
        await table.check(*MOVES)
        await bot.terminate()
    return world.log
