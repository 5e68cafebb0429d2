"""Moves typed in reply: a refused one is explained under it, and the next try is played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sandbox.rules.permissions import May
from sandbox.world import places

if TYPE_CHECKING:
    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

REFUSED = [  # what is typed, and what the answer names
    ("e2-e9", "e3"),
    ("e9-e7", "e8"),
    ("g3-g4", "g3"),
    ("e4-f4", "e4"),
    ("e2-d3", "straight"),
    ("e2 to nowhere", "`e2 to nowhere`"),
    ("shall I play e2-f2", "`shall I play e2-f2`"),
    ("e2-f2 or e2-d2", "`e2-f2 or e2-d2`"),
]


async def explained(table: Table, who: Player, written: MessageView) -> MessageView:
    """What the bot replied to a message."""

    def look() -> MessageView | None:
        found = table.sees(who)
        return next((each for each in found if each.message.reference == written.id), None)

    return await table.box.until(look, 20)


async def test_a_refused_move_is_explained_under_it_and_the_next_try_is_played(
    table: Table,
) -> None:
    answer = await table.begin()
    for text, point in REFUSED:
        written = table.deer.reply(answer, text)
        answer = await explained(table, table.deer, written)
        assert point in answer.text
        assert [each.label for each in answer.buttons] == ["Move"]
        assert answer.pings == set()
    table.deer.reply(answer, "E2 to f2!")
    await table.board(2)
    await table.check("e2-f2")
    assert not any(each.message.reference for each in table.sees())


async def test_it_is_explained_in_the_language_of_who_typed(box: Sandbox, table: Table) -> None:
    places.rename(box.world, replace(table.deer.person, locale="fr"))
    board = await table.begin()
    await table.deer.slash(table.where, "tablut help")
    answer = await explained(table, table.deer, table.deer.reply(board, "g3-g4"))
    assert answer.buttons[0].label == "Jouer"
    places.rename(box.world, replace(table.deer.person, locale="en-US"))


async def test_a_notice_can_be_replied_to_and_an_old_board_cannot(table: Table) -> None:
    first = await table.begin()
    await table.typed(table.deer, "e2-f2")
    board = await table.board(2)
    await table.birch.slash(table.where, "tablut draw")
    await table.said()
    old = await explained(table, table.birch, table.birch.reply(first, "e4-f4"))
    assert "moved on" in old.text
    assert table.moves == ["e2-f2"]
    table.birch.reply(board, "e4-f4")
    await table.board(3)


async def test_where_the_bot_may_not_write_it_is_explained_in_private(table: Table) -> None:
    board = await table.begin()
    table.deny(May.SEND_MESSAGES)
    table.deer.reply(board, "g3-g4")
    await table.deer.wait_for(table.deer.dm(table.box.bot), "g3")
    table.deny()
