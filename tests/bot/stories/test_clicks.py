"""Clicks that come twice, at once, too late, or on what is no longer there: each acts once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sandbox.world import posting, user_actions
from tests.bot.stories.table import is_board
from tests.together import beside, together

if TYPE_CHECKING:
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def test_whatever_is_pressed_several_times_at_once_is_done_once(table: Table) -> None:
    deer, birch = table.deer, table.birch
    asked = await table.challenge()
    await together(*(birch.click(asked, "Accept") for _ in range(3)))
    panel = await table.panel(deer, await table.board(1), "e2", "f2")
    await table.check()
    for answer in await together(*(deer.click(panel, "f2") for _ in range(4))):
        assert "Played **e2-f2**" in answer.text
    await table.board(2)
    await table.check("e2-f2")
    more = await table.more(deer)
    for offered in await together(*(deer.click(more, "Offer a draw") for _ in range(2))):
        assert offered.ephemeral
    await table.said()
    (notice,) = [message for message in table.sees() if "offers a **draw**" in message.text]
    await together(*(birch.click(notice, "Accept") for _ in range(3)))
    await table.said()
    assert [kind for kind, _ in table.log] == ["created", "moved", "offered", "answered"]
    result = table.sees()[-1]
    await together(deer.click(result, "Rematch"), birch.click(result, "Rematch"))
    await table.said()
    rows = table.ask('SELECT dark, light FROM "match" WHERE channel = ?', int(table.where))
    assert rows == [(int(deer.id), int(birch.id)), (int(birch.id), int(deer.id))]
    live = [message for message in table.sees() if is_board(message)]
    assert [message.pings for message in live] == [{"birch"}]


async def test_two_people_accept_at_once(box: Sandbox, table: Table) -> None:
    riviere, cairn = box.player("riviere"), box.player("cairn")
    asked = await table.challenge(opponent=None)
    answers = await together(
        table.birch.click(asked, "Accept"),
        riviere.click(asked, "Accept"),
        cairn.click(asked, "Accept"),
    )
    private = [[seen.text for seen in answer.messages if seen.ephemeral] for answer in answers]
    assert sorted(map(len, private)) == [0, 1, 1]
    assert all("been accepted" in text or "pris" in text for texts in private for text in texts)
    await table.said()
    assert len(table.ask('SELECT id FROM "match" WHERE channel = ?', int(table.where))) == 1
    assert [kind for kind, _ in table.log] == ["created"]
    assert len(table.boards) == 1


async def test_an_old_boards_buttons_that_were_not_taken_off_yet(table: Table) -> None:
    board = await table.begin()
    old = board.message
    await table.play("e2-f2", "e4-f4")
    await table.said()
    posting.touch(table.box.world, old)  # as it was
    panel = await table.panel(table.deer, board, "a4", "a3")
    await table.deer.click(panel, "a3")
    await table.board(4)
    await table.said()
    assert table.moves == ["e2-f2", "e4-f4", "a4-a3"]
    assert "turn" in (await table.deer.click(board, "Move")).text


async def test_an_old_panel_says_that_the_board_has_moved_on(table: Table) -> None:
    await table.begin()
    panel = await table.panel(table.deer, await table.opened(table.deer), "e2", "f2")
    await table.play("a4-a3", "e4-f4")
    answer = await table.deer.click(panel, "f2")
    assert "moved on" in answer.text
    assert "Which piece?" in answer.text  # it starts again
    await table.check("a4-a3", "e4-f4")


async def test_a_panel_from_before_a_takeback_plays_nothing_by_itself(table: Table) -> None:
    await table.begin()
    board = await table.play("e2-f2")
    panel = await table.panel(table.birch, board, "e4", "f4")
    offer = await table.in_more(table.deer, "takeback")
    assert offer.ephemeral
    notice = await table.birch.wait_for(table.where, "back", after=board)
    await table.birch.click(notice, "Accept")
    await table.board(3)
    answer = await table.birch.click(panel, "f4")
    assert "Played" not in answer.text
    await table.said()
    assert table.moves == ["e2-f2"]
    assert table.boards[-1].pings == {"reindeer"}
    await table.typed(table.deer, "e2-f2")
    await table.board(4)
    again = await table.birch.click(panel, "f4")  # the same position, but another turn
    await table.said()
    assert ("Played" in again.text) == (len(table.moves) == 3)
    assert [is_board(message) for message in table.boards][:3] == [False] * 3


async def test_an_offer_has_no_buttons_left_however_it_ends(table: Table) -> None:
    await table.begin()
    await table.play("e2-f2")
    await table.in_more(table.deer, "takeback")
    await table.said()
    board = await table.play("e4-f4")
    await table.said()
    assert "would like to take back" not in "".join(message.text for message in table.sees())
    await table.in_more(table.deer, "draw")
    await table.said()
    more = (await table.deer.click(board, "More")).message
    await table.deer.click(more, "Cancel offer")
    await table.said()
    await table.in_more(table.birch, "draw")
    await table.said()
    more = (await table.deer.click(board, "More")).message
    await table.deer.click(more, "Decline")
    await table.said()
    *_, refusal = [message for message in table.sees() if message not in table.standing]
    assert "-# Declined." in refusal.text
    assert refusal.buttons == []


async def test_more_replaces_a_private_board_and_leads_back_to_it(table: Table) -> None:
    await table.begin()
    board = await table.board(1)
    more = (await table.deer.click(board, "More")).message
    assert "Back" not in [button.label for button in more.buttons]
    flipped = (await table.deer.click(more, "Flip the board")).message
    again = (await table.deer.click(flipped, "More")).message
    assert more == flipped == again
    back = (await table.deer.click(again, "Back")).message
    assert (back.id, back.buttons[0].label) == (more.id, "Move")


async def test_an_offer_is_withdrawn_where_it_stands_and_asking_again_leads_there(
    table: Table,
) -> None:
    await table.begin()
    await table.play("e2-f2")
    more, other = await table.more(table.deer), await table.more(table.deer)
    await table.deer.click(more, "Offer a draw")
    await table.said()
    again = (await table.deer.click(other, "Take back")).message
    assert again.text.startswith("Your offer is still waiting for")
    assert [button.label for button in again.buttons] == ["Cancel offer"]
    notice = await table.birch.wait_for(table.where, "offers a **draw**")
    assert "your own offer" not in (await table.deer.click(notice, "Cancel offer")).text
    await table.said()
    ended = await table.birch.wait_for(table.where, "-# Cancelled.")
    assert ended.id == notice.id
    assert not ended.buttons
    assert [kind for kind, _ in table.log] == ["created", "moved", "offered", "withdrawn"]


async def test_resigning_twice_and_both_at_once(table: Table) -> None:
    await table.begin()
    mine = (await table.in_more(table.deer, "resign")).message
    other = (await table.in_more(table.birch, "resign")).message
    await together(
        table.deer.click(mine, "Yes, I resign"),
        table.deer.click(mine, "Yes, I resign"),
        table.birch.click(other, "Yes, I resign"),
    )
    await table.said()
    assert [kind for kind, _ in table.log] == ["created", "resigned"]
    assert len(table.boards) == 2


async def test_a_message_deleted_as_its_button_is_pressed(table: Table) -> None:
    asked = await table.challenge()
    await table.said()
    async with beside(table.birch.click(asked, "Accept")) as clicked:
        await asyncio.sleep(0)  # it is on its way
        user_actions.erase(table.box.world, table.deer.id, asked.message)
        answer = await clicked
    assert answer.ephemeral
    assert " accepted " in answer.text
    await table.board(1)
    await table.check()


async def test_a_board_deleted_as_its_button_is_pressed(table: Table) -> None:
    board = await table.begin()
    await table.said()
    async with beside(table.deer.click(board, "Move")) as clicked:
        await asyncio.sleep(0)  # it is on its way
        user_actions.erase(table.box.world, table.deer.id, board.message)
        panel = (await clicked).message
    panel = (await table.deer.click(panel, "e2")).message
    await table.deer.click(panel, "f2")
    await table.said()
    assert [is_board(message) for message in table.standing] == [True]


async def test_a_panel_put_away_as_its_button_is_pressed(table: Table) -> None:
    panel = await table.panel(table.deer, await table.begin(), "e2", "f2")
    async with beside(table.deer.click(panel, "f2")) as clicked:
        await asyncio.sleep(0)  # it is on its way
        user_actions.dismiss(table.box.world, table.deer.id, panel.id)
        assert "Played **e2-f2**" in (await clicked).text
    await table.board(2)
    await table.check("e2-f2")


async def test_buttons_that_mean_nothing_any_more(table: Table) -> None:
    board = await table.begin()
    for custom_id in ("k:wave:1:2", "k:move:1", "something else", "k:move:99999:1"):
        button = {"type": 2, "id": 90, "style": 1, "label": "Old", "custom_id": custom_id}
        row = {"type": 1, "id": 91, "components": [button]}
        posting.touch(table.box.world, replace(board.message, components=(row,)))
        answer = await table.deer.click(board, "Old")
        assert answer.ephemeral
        assert "`/tablut games`" in answer.text, custom_id
        assert "Something went wrong" not in answer.text, custom_id
