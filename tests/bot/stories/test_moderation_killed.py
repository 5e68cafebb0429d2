"""The bot is killed while a moderator stops a game: it is stopped once, and both read why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.stories.held import for_each
from tests.bot.stories.test_kills import CALLBACK

if TYPE_CHECKING:
    from tests.bot.stories.held import Killing, Tables
    from tests.bot.stories.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("at", ["the answer", "the post"])
async def test_a_game_that_is_stopped_is_so_once_and_logged_once(
    tables: Tables, killing: Killing, at: str
) -> None:
    for fate, table in tables.items():
        await table.begin()
        await table.said()
        stop = {"game": str(table.match)}
        form = (await table.deer.slash(table.where, "tablut-mod stop", **stop)).modal
        assert form
        path = CALLBACK if at == "the answer" else table.path
        await killing.at(fate, path, table.deer.submit(form, reason="off topic"))
    await killing.now()

    async def check(table: Table) -> None:
        await table.board(2)
        await table.said()
        results = [seen for seen in table.boards if "A moderator stopped the game" in seen.text]
        assert len(results) == 1
        assert "Reason: `off topic`" in results[0].text
        assert results[0].pings == {"reindeer", "birch"}
        assert [kind for kind, _ in table.log] == ["created", "stopped"]
        asked = 'SELECT act, text FROM moderation WHERE "match" = ?'
        assert table.ask(asked, table.match) == [("stop", "off topic")]

    await for_each(tables, check)
