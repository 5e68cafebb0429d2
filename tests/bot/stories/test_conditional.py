"""Conditional moves: answers prepared on the panel are played at once, and survive a kill."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.stories.held import Held, kill_at
from tests.bot.stories.table import is_board

if TYPE_CHECKING:
    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module")]
CALLBACK = "/interactions/*/callback"


async def prepared(who: Player, panel: MessageView, *labels: str) -> MessageView:
    """One line chosen on the panel, tap for tap; what the panel says then."""
    for label in labels:
        panel = (await who.click(panel, label)).message
    return panel


async def waiting(table: Table, *labels: str) -> MessageView:
    """The attackers have moved and prepared this; the board."""
    await table.begin()
    played = await table.typed(table.deer, "e2-f2")
    await table.board(2)
    await prepared(table.deer, played.message, "If…", *labels)
    return table.boards[-1]


async def check(table: Table, *moves: str, boards: int) -> None:
    """One game of these moves; so many boards for them, each pinging one; the last one is live."""
    await table.said()
    assert table.moves == list(moves)
    shown = table.boards
    assert len(shown) == boards
    assert [is_board(message) for message in shown] == [False] * (boards - 1) + [True]
    assert all(len(message.pings) == 1 for message in shown[-1:])
    assert f"**{moves[-1]}" in shown[-1].text


async def test_who_waits_finds_it_from_the_board_and_by_the_command(table: Table) -> None:
    await table.begin()
    await table.typed(table.deer, "e2-f2")
    board = await table.board(2)
    more = (await table.deer.click(board, "More")).message
    told = (await table.deer.click(board, "Move")).message
    refused = (await table.typed(table.deer, "f2-e2")).message
    for answer in (more, told, refused):
        panel = (await table.deer.click(answer, "If…")).message
        assert "Which piece might they move?" in panel.text
    await check(table, "e2-f2", boards=2)


async def test_it_is_chosen_tap_by_tap_and_played_with_the_opponents_move(table: Table) -> None:
    await table.begin()
    played = await table.typed(table.deer, "e2-f2")
    await table.board(2)
    first = ("e4", "e4-f4", "f2", "Reply f2-g2")
    panel = await prepared(table.deer, played.message, "If…", *first)
    assert "Saved" in panel.text
    panel = await prepared(table.deer, panel, "f4", "f4-g4", "g2", "Reply g2-h2")
    assert "Saved" in panel.text
    assert panel.ephemeral
    assert "replied right away: **f2-g2**" in (await table.typed(table.birch, "e4-f4")).text
    await table.said()
    assert table.moves == ["e2-f2", "e4-f4", "f2-g2"]
    assert len(table.boards) == 3
    board = table.boards[-1]
    assert board.pings == {"birch"}
    assert "**e4-f4**" in board.text
    assert "**f2-g2**" in board.text
    await table.typed(table.birch, "f4-g4")
    await table.said()
    assert table.moves[3:] == ["f4-g4", "g2-h2"]
    await table.typed(table.birch, "g4-g3")
    await table.said()
    assert table.boards[-1].pings == {"reindeer"}


async def test_what_is_prepared_is_listed_forgotten_and_seen_by_no_one_else(table: Table) -> None:
    await waiting(table, "e4", "e4-f4", "f2", "Reply f2-g2")
    again = (await table.opens(table.deer)).message
    panel = await prepared(table.deer, again, "If… (1)")
    assert "if **e4-f4**, then **f2-g2**" in panel.text
    for who in (table.birch, table.box.player("cairn")):
        seen = await table.opens(who)
        assert "f2-g2" not in seen.text
        assert not any(button.label.startswith("If") for button in seen.buttons)
    panel = (await table.deer.select(panel, "Delete a line", "e4-f4 f2-g2")).message
    assert "if **e4-f4**" not in panel.text
    await table.typed(table.birch, "e4-f4")
    await table.said()
    assert table.moves == ["e2-f2", "e4-f4"]


async def test_killed_as_it_is_prepared_and_as_it_is_told_it_is_played_once(
    box: Sandbox, table: Table, bot: BotProcess
) -> None:
    await table.begin()
    played = await table.typed(table.deer, "e2-f2")
    await table.said()
    panel = await prepared(table.deer, played.message, "If…", "e4", "e4-f4", "f2")
    held = Held("POST", CALLBACK)
    await kill_at(box, bot, held, table.deer.click(panel, "Reply f2-g2"))
    await bot.start()
    held = Held("POST", table.path, after=True)
    await kill_at(box, bot, held, table.typed(table.birch, "e4-f4"))
    await bot.start()
    await check(table, "e2-f2", "e4-f4", "f2-g2", boards=3)
    assert table.boards[-1].pings == {"birch"}
    again = await table.typed(table.birch, "e4-f4")
    assert "no piece on e4" in again.text
    await table.typed(table.birch, "f4-f3")
    await check(table, "e2-f2", "e4-f4", "f2-g2", "f4-f3", boards=4)
