"""A server is greeted once, whatever happens meanwhile: a kill, or an outage of Discord's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.rest.faults import Trouble
from sandbox.world import places
from tests.bot.stories.held import FATES, for_each
from tests.bot.stories.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.held import Killing, Tables

pytestmark = pytest.mark.asyncio(loop_scope="module")

GREETING = "I am Konakis"


def home(box: Sandbox, database: Path) -> Table:
    """A server with one channel, in which the bot is not yet."""
    guild = places.open_guild(box.world, "A home", box.player("reindeer").id)
    return Table(box, database, guild.id)


async def add(table: Table) -> None:
    """Somebody adds the bot."""
    places.join(table.box.world, table.guild_id, table.box.bot.id)


async def check_greeted_once(table: Table) -> None:
    """It stands there once, and nothing is left to be said."""
    assert await table.deer.wait_for(table.where, GREETING)
    server = int(table.guild_id)
    await table.box.until(
        lambda: table.ask("SELECT 1 FROM post WHERE guild = ?", server) == [] or None
    )
    assert [GREETING in message.text for message in table.sees()] == [True]


async def test_killed_while_it_greets(
    box: Sandbox, bot: BotProcess, database: Path, killing: Killing
) -> None:
    assert bot.pid
    tables: Tables = {fate: home(box, database) for fate in FATES}
    for fate, table in tables.items():
        await killing.at(fate, table.path, add(table))
    await killing.now()
    await for_each(tables, check_greeted_once)
    await bot.restart()
    await for_each(tables, check_greeted_once)


async def test_added_while_discord_takes_no_messages(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    assert bot.pid
    table = home(box, database)
    trouble = box.faults.add(Trouble(503, "POST", table.path, times=2))
    await add(table)
    await check_greeted_once(table)
    assert trouble.hits == 2
