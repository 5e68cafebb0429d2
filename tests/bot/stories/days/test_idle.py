"""A game without a pace and without moves: paused after sixty days, and taken up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.stories.hours import DAY
from tests.bot.stories.table import is_board

if TYPE_CHECKING:
    from sandbox.message_view import MessageView
    from tests.bot.stories.hours import Hours
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


def put_aside(table: Table) -> list[MessageView]:
    return [message for message in table.sees() if "**paused**" in message.text]


async def test_put_aside_and_taken_up_by_its_button_and_by_a_move(
    table: Table, other: Table, hours: Hours
) -> None:
    await table.begin()
    await table.play("e2-f2")
    await other.begin()
    await hours.pass_(60 * DAY - 1)
    assert put_aside(table) + put_aside(other) == []
    await hours.pass_(1)
    (aside,) = put_aside(table)
    assert aside.pings == {"reindeer", "birch"}
    await table.deer.click(aside, "Resume")
    board = await table.board(3)
    assert board.pings == {"birch"}
    assert "The game is back on." in board.text
    await hours.heard()
    assert [is_board(message) for message in table.boards] == [False, False, True]
    assert aside.gone

    (aside,) = put_aside(other)
    assert aside.pings == {"cairn", "birch"}
    await other.play("e2-f2")
    await hours.heard()
    assert aside.gone
    assert [kind for kind, _ in other.log] == ["created", "shelved", "moved"]
    await hours.pass_(60 * DAY - 1)
    assert (len(put_aside(table)), len(put_aside(other))) == (0, 0)
    await hours.pass_(1)
    assert (len(put_aside(table)), len(put_aside(other))) == (1, 1)
