"""People without a game in a channel are offered its games by name, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.sample import LONG_TABLE
from tests.bot.stories.table import ELSEWHERE, Table

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def test_the_games_of_the_channel_are_offered_after_ones_own(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    assert bot.pid
    table, own = (
        Table(box, database, LONG_TABLE),
        Table(box, database, LONG_TABLE, "cairn", "birch"),
    )
    cairn = own.deer
    await table.begin()
    over = table.match
    sure = (await table.in_more(table.deer, "resign")).message
    await table.deer.click(sure, sure.buttons[0].custom_id or "")
    await table.board(2)
    await table.begin()
    await table.play("e2-f2")
    await own.begin()

    async def offered(command: str, where: object, typed: str = "") -> list[str]:
        assert isinstance(where, str)
        choices = await cairn.autocomplete(where, f"tablut {command}", "game", typed)
        return [str(choice.value) for choice in choices]

    for command in ("games", "replay"):
        mine, running, ended = await offered(command, table.where)
        assert mine == str(own.match)
        assert running == str(table.match)
        assert ended == str(over)
        assert await offered(command, table.where, str(over)) == [str(over)]
        assert await offered(command, ELSEWHERE) == [str(own.match)]
    assert await offered("move", table.where) == [str(own.match)]
    shown = await cairn.slash(table.where, "tablut games", game=str(table.match))
    assert "e2-f2" in shown.text
