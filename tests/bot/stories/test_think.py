"""Thinking ahead as two friends do it: tap by tap, kept, replied by itself, shown after the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.ui.pages.my_data import EraseData
from sandbox.world import posting
from tests.bot.stories.held import Held, kill_at
from tests.bot.stories.table import is_board
from tests.bot.stories.test_forged import button, forged
from tests.together import together

if TYPE_CHECKING:
    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module")]
CALLBACK = "/interactions/*/callback"
PIECES = "Which piece?"
REPLY = ("e4", "f4", "f2", "g2")  # what the opponent may play, and the reply to it
LINE = "1.\N{NO-BREAK SPACE}e4-f4 2.\N{NO-BREAK SPACE}f2-g2"


async def tapped(who: Player, panel: MessageView, *labels: str) -> MessageView:
    """The message after these taps: on a button, or on a piece in the menu."""
    for label in labels:
        if any(one.label == label for one in panel.buttons):
            panel = (await who.click(panel, label)).message
        else:
            panel = (await who.select(panel, PIECES, label)).message
    return panel


async def kept(who: Player, panel: MessageView, *labels: str) -> MessageView:
    """These moves tried on the thinking board, and kept."""
    return await tapped(who, panel, "Think", *labels, "Keep")


async def waiting(table: Table) -> MessageView:
    """The attackers have moved and keep a line that replies; their board's menu."""
    await table.begin()
    played = await table.typed(table.deer, "e2-f2")
    await table.board(2)
    panel = await kept(table.deer, played.message, *REPLY)
    return await tapped(table.deer, panel, "Reply automatically")


async def forge(table: Table, who: Player, custom_id: str) -> MessageView:
    """Press a button that none of the bot's messages offers, and return the answer."""
    shown = forged(table, button(custom_id))
    answer = (await who.click(shown, "Forged")).message
    posting.delete(table.box.world, shown.message)
    return answer


def lines(table: Table) -> list[tuple[object, ...]]:
    """The thinking boards of the game."""
    return table.ask('SELECT id FROM thought WHERE "match" = ?', table.match)


async def check(table: Table, *moves: str, boards: int) -> None:
    """One game of these moves; so many boards for them, each pinging one; the last one is live."""
    await table.said()
    assert table.moves == list(moves)
    shown = table.boards
    assert len(shown) == boards
    assert [is_board(message) for message in shown] == [False] * (boards - 1) + [True]
    assert all(len(message.pings) == 1 for message in shown[-1:])
    assert f"**{moves[-1]}" in shown[-1].text


async def test_it_is_found_from_the_panel_the_board_more_and_while_waiting(table: Table) -> None:
    await table.begin()
    board = await table.board(1)
    panel = (await table.deer.click(board, "Move")).message
    more = (await table.deer.click(board, "More")).message
    own = (await table.opens(table.deer)).message
    told = (await table.birch.click(board, "Move")).message
    for answer in (panel, more, own):
        thinking = await tapped(table.deer, answer, "Think")
        assert "Nothing is played." in thinking.text
        assert thinking.ephemeral
    assert "**Their move**" in (await tapped(table.birch, told, "Think")).text
    onlooker = table.box.player("cairn")
    seen = (await table.opens(onlooker)).message
    assert not any(one.label == "Think" for one in seen.buttons)


async def test_both_sides_are_moved_back_and_on_and_it_opens_where_it_was_left(
    table: Table,
) -> None:
    await table.begin()
    played = await table.typed(table.deer, "e2-f2")
    board = await tapped(table.deer, played.message, "Think", *REPLY)
    assert LINE in board.text
    board = await tapped(table.deer, board, "◀")
    assert "2." not in board.text
    assert "**Your move**" in board.text
    board = await tapped(table.deer, board, "f2", "h2")
    assert "2.\N{NO-BREAK SPACE}f2-h2" in board.text
    board = await tapped(table.deer, board, "◀", "More")
    assert {"▶ f2-g2", "▶ f2-h2"} <= {one.label for one in board.buttons}
    board = await tapped(table.deer, board, "▶ f2-g2")
    assert LINE in board.text
    again = (await table.opens(table.deer)).message
    assert LINE in (await tapped(table.deer, again, "Think")).text
    await check(table, "e2-f2", boards=2)


async def test_a_kept_line_replies_by_itself_with_one_board_and_goes_on(table: Table) -> None:
    menu = await waiting(table)
    assert "I'll reply for you right away" in menu.text
    assert "replied right away: **f2-g2**" in (await table.typed(table.birch, "e4-f4")).text
    await check(table, "e2-f2", "e4-f4", "f2-g2", boards=3)
    assert table.boards[-1].pings == {"birch"}
    again = (await table.opens(table.deer)).message
    board = await tapped(table.deer, again, "Think")
    assert "the way you thought" in board.text
    await table.typed(table.birch, "f4-g4")
    await table.said()
    assert table.boards[-1].pings == {"reindeer"}


async def test_a_missed_line_stays_a_thought_and_can_be_deleted(table: Table) -> None:
    await waiting(table)
    await table.typed(table.birch, "e4-d4")
    await table.said()
    assert table.moves == ["e2-f2", "e4-d4"]
    again = (await table.opens(table.deer)).message
    menu = await tapped(table.deer, again, "Think", "More", "Lines (1)")
    assert "e4-f4 f2-g2 · the game went another way" in menu.text
    seen = (await table.deer.select(menu, "Open a line", "e4-f4 f2-g2")).message
    assert "**2.\N{NO-BREAK SPACE}f2-g2**" in seen.text
    seen = await tapped(table.deer, seen, "◀")
    assert "**1.\N{NO-BREAK SPACE}e4-f4**" in seen.text
    assert "haven't kept any" in (await tapped(table.deer, seen, "Delete")).text


async def test_the_lines_first_move_is_played_and_an_old_board_plays_nothing(table: Table) -> None:
    await table.begin()
    board = (await table.opens(table.deer)).message
    thinking = await tapped(table.deer, board, "Think", "e2", "f2", "e4", "f4", "More")
    other = (await table.deer.click((await table.opens(table.deer)).message, "Think")).message
    told = await tapped(table.deer, thinking, "Play e2-f2")
    assert "Played **e2-f2**" in told.text
    await check(table, "e2-f2", boards=2)
    stale = await tapped(table.deer, other, "◀")
    assert "the way you thought" in stale.text
    await check(table, "e2-f2", boards=2)


async def test_nobody_else_sees_a_line_nor_opens_the_board_by_its_number(table: Table) -> None:
    await waiting(table)
    ((number,),) = lines(table)
    for who in (table.birch, table.box.player("cairn")):
        assert "f2-g2" not in (await table.opens(who)).text
        for verb in (
            f"think-to:{number}:2:",
            f"think-more:{number}:2",
            f"think-keep:{number}:2",
            f"think-play:{number}:2:2",
            f"lines:{number}",
            f"line-delete:{number}:1",
            f"line-replies:{number}:1:off",
            f"planned:{table.match}:{table.deer.person.id}:1:1",
        ):
            told = await forge(table, who, f"k:{verb}")
            assert "f2-g2" not in told.text, verb
    assert len(lines(table)) == 1
    await table.typed(table.birch, "e4-f4")
    await check(table, "e2-f2", "e4-f4", "f2-g2", boards=3)


async def test_killed_as_it_is_kept_and_as_it_is_told_it_is_played_once(
    box: Sandbox, table: Table, bot: BotProcess
) -> None:
    await table.begin()
    played = await table.typed(table.deer, "e2-f2")
    await table.said()
    panel = await tapped(table.deer, played.message, "Think", *REPLY)
    held = Held("POST", CALLBACK)
    await kill_at(box, bot, held, table.deer.click(panel, "Keep"))
    await bot.start()
    panel = await tapped(table.deer, (await table.opens(table.deer)).message, "Think", "More")
    panel = await tapped(table.deer, panel, "Reply automatically")
    held = Held("POST", table.path, after=True)
    await kill_at(box, bot, held, table.typed(table.birch, "e4-f4"))
    await bot.start()
    await check(table, "e2-f2", "e4-f4", "f2-g2", boards=3)
    assert "no piece on e4" in (await table.typed(table.birch, "e4-f4")).text


async def test_a_board_is_gone_when_its_player_is_erased_and_when_the_game_ends(
    table: Table,
) -> None:
    menu = await waiting(table)
    other = (await table.opens(table.birch)).message
    theirs = await tapped(table.birch, other, "Think")
    await forge(table, table.deer, EraseData().custom_id)
    await table.said()
    assert lines(table) == []
    for who, shown, label in (
        (table.deer, menu, "Back"),
        (table.birch, theirs, "More"),
    ):
        told = (await who.click(shown, label)).message
        assert "gone" in told.text or "over" in told.text


async def test_two_presses_at_once_are_one_step(table: Table) -> None:
    await table.begin()
    board = await tapped(table.deer, (await table.opens(table.deer)).message, "Think", "e2")
    first, second = await together(table.deer.click(board, "f2"), table.deer.click(board, "f2"))
    assert "1.\N{NO-BREAK SPACE}e2-f2" in first.message.text + second.message.text
    assert "2." not in first.message.text + second.message.text


async def test_after_the_end_both_see_what_was_planned_unless_it_is_closed(table: Table) -> None:
    await waiting(table)
    await table.typed(table.birch, "e4-f4")
    await table.said()
    resign = await table.in_more(table.birch, "resign")
    await table.birch.click(resign.message, "Yes, I resign")
    await table.said()
    shown = f"k:planned:{table.match}"
    for who in (table.deer, table.birch):  # the game is too short for a review
        replay = (await who.click(table.boards[-1], "Replay")).message
        seen = await tapped(who, replay, "What they planned")
        assert "2 moves came true." in seen.text
        assert "saw it coming" in seen.text
        assert "f2-g2" in seen.text
    closing = await forge(table, table.deer, shown)
    closed = await tapped(table.deer, closing, "Hide after games")
    assert "f2-g2" in closed.text
    assert "no lines" in (await forge(table, table.birch, shown)).text
    onlooker = table.box.player("cairn")
    assert "f2-g2" not in (await forge(table, onlooker, shown)).text
