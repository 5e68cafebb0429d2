"""The menus at a person and at a message: challenge, our games, my board, replay from here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.stories.table import challenged, is_line

if TYPE_CHECKING:
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def test_a_challenge_begins_at_the_person(table: Table) -> None:
    answer = await table.deer.user_command(table.where, "Challenge to a game", table.birch)
    asked = await challenged(table.deer, answer)
    assert asked.pings == {"birch"}
    await table.birch.click(asked, "Accept")
    await table.board(1)
    ours = await table.birch.user_command(table.where, "Our games", table.deer)
    assert ours.message.ephemeral
    assert f"**Game {table.match}**" in ours.text
    labels = [button.label for button in ours.buttons]
    assert labels == ["Open", "Play together", "Finished games"]
    past = await table.birch.click(ours.message, "Finished games")
    assert "against <@" in past.text
    none = await table.birch.user_command(table.where, "Our games", table.box.player("north-wind"))
    assert "You have no games in progress with" in none.text
    all_mine = await table.deer.user_command(table.where, "Our games", table.deer)
    assert all_mine.text.startswith("**Your games and challenges**\n")
    alone = await table.deer.user_command(table.where, "Challenge to a game", table.deer)
    assert "can't challenge yourself" in alone.text


async def test_a_board_leads_to_its_place_in_the_game(table: Table) -> None:
    await table.begin()
    board = await table.play("e2-f2", "e4-f4", "e1-e2")
    await table.said()
    mine = await table.birch.message_command(board, "My board")
    assert mine.message.ephemeral
    assert f"game {table.match}" in mine.text
    for shown in table.standing:
        replayed = await table.deer.message_command(shown, "Replay from here")
        assert replayed.message.ephemeral
        assert f"k:step:{table.match}:2:" in str([button.custom_id for button in replayed.buttons])
        opened = await table.deer.message_command(shown, "My board")
        assert f"game {table.match}" in opened.text
    said = table.deer.send(table.where, "game 1")
    refused = await table.deer.message_command(said, "My board")
    assert "no game of mine" in refused.text


async def test_a_line_leads_to_its_last_move(lines: Table) -> None:
    await lines.begin()
    await lines.play("e2-f2", "e4-f4", "e1-e2", "f4-g4")
    await lines.said()
    one, other = filter(is_line, lines.boards)
    for line, moves in ((one, 2), (other, 3)):
        replayed = await lines.deer.message_command(line, "Replay from here")
        assert f"k:step:{lines.match}:{moves - 1}:" in str(
            [button.custom_id for button in replayed.buttons]
        )
        opened = await lines.deer.message_command(line, "My board")
        assert f"game {lines.match}" in opened.text


async def test_others_see_no_board_of_another_channel(table: Table) -> None:
    board = await table.begin()
    seen = await table.box.player("cairn").message_command(board, "My board")
    assert "Waiting for" in seen.text
