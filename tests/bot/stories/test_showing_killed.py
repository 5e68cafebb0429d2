"""The bot is killed while something is shown or removed: it is shown once, and goes once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.stories.held import FATES, for_each
from tests.bot.stories.test_kills import CALLBACK
from tests.bot.stories.test_showing import at_home, gone, here, long_ago, posted, sent, show, shown
from tests.bot.stories.test_standings import asks

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.server import Sandbox
    from tests.bot.stories.held import Fate, Killing
    from tests.bot.stories.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def replays(box: Sandbox, database: Path) -> dict[Fate, tuple[Table, MessageView]]:
    """A table for each fate, with a replay that deer reads in private."""
    opened: dict[Fate, tuple[Table, MessageView]] = {}
    for fate in FATES:
        table = at_home(box, database)
        await table.begin()
        await table.play("e2-f2")
        await table.said()
        opened[fate] = table, await asks(table.deer, table, "replay", game=str(table.match))
    return opened


async def once(table: Table) -> None:
    """It stands there once, and can be removed."""
    message = await posted(table)
    await sent(table)
    assert len(shown(table)) == 1
    await table.deer.click(message, "Remove")
    await gone(table, message)


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("at", ["the answer", "the post"])
async def test_killed_on_the_way_it_is_shown_once(
    box: Sandbox, database: Path, killing: Killing, at: str
) -> None:
    opened = await replays(box, database)
    for fate, (table, replay) in opened.items():
        long_ago(database)
        path = CALLBACK if at == "the answer" else table.path
        await killing.at(fate, path, table.deer.click(replay, here(replay)))
    await killing.now()
    await for_each({fate: table for fate, (table, _) in opened.items()}, once)


@pytest.mark.usefixtures("bot")
async def test_killed_at_its_removal_it_goes_all_the_same(
    box: Sandbox, database: Path, killing: Killing
) -> None:
    opened = await replays(box, database)
    messages: dict[Table, MessageView] = {}
    for fate, (table, replay) in opened.items():
        long_ago(database)
        messages[table] = await show(table, table.deer, replay)
        await sent(table)
        remove = table.deer.click(messages[table], "Remove")
        await killing.at(fate, f"{table.path}/*", remove, "DELETE")
    await killing.now()
    await for_each(
        {fate: table for fate, (table, _) in opened.items()},
        lambda table: gone(table, messages[table]),
    )
