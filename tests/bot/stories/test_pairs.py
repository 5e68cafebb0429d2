"""Two games with the sides changed, one after the other, and who wins the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.ui.pages.challenge import AskWhom
from tests.bot.stories.table import challenged, strangers
from tests.unseen_buttons import press_unseen

if TYPE_CHECKING:
    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from tests.bot.stories.table import Table

DASH = "\N{EN DASH}"

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def give_up(table: Table, who: Player) -> None:
    """To be asked once more, and to say yes."""
    asked = (await table.in_more(who, "resign")).message
    await who.click(asked, asked.buttons[0].label)


async def halfway(table: Table) -> MessageView:
    """The result of the first game, won by the challenger, who captured a piece."""
    asked = await table.challenge(more=["two", "rated"])
    assert "two games, sides swapped" in asked.text
    await table.birch.click(asked, "Accept")
    assert "first of two" in (await table.board(1)).text
    await table.play("e8-f8", "f5-f4", "f8-f5")
    await give_up(table, table.birch)
    return await table.board(5)


async def test_the_second_game_starts_with_a_press_and_decides_the_match(table: Table) -> None:
    deer, birch = table.deer, table.birch
    result = await halfway(table)
    assert "sides swapped" in result.text
    assert [button.label for button in result.buttons] == ["Start game 2", "Replay"]
    assert result.pings == {deer.person.username}
    await table.said()
    await birch.click(result, "Start game 2")
    board = await table.board(6)
    assert [button.label for button in result.buttons] == ["Replay"]
    assert board.pings == {birch.person.username}
    assert f"second of two, {deer.mention} 1{DASH}0" in board.text
    assert f"Defenders {deer.mention}" in board.text
    await give_up(table, deer)
    final = await table.board(7)
    won = f"**{birch.mention} wins the match 1{DASH}1** against {deer.mention}"
    assert final.text.startswith(won)
    assert "head to head" not in final.text  # it says the same
    assert [button.label for button in final.buttons] == ["Rematch", "Replay"]
    await table.said()
    assert [kind for kind, _ in table.log].count("created") == 2


async def test_what_is_left_open_is_the_house_game_until_they_play_another(table: Table) -> None:
    (wind,) = strangers(table.box, table.guild_id, 1)

    async def asked() -> MessageView:
        answer = await table.deer.slash(table.where, "tablut challenge", opponent=wind)
        return await challenged(table.deer, answer)

    first = await asked()
    assert "**Saami Tablut** " in first.text
    assert "two games" not in first.text
    details = await table.details(table.deer, first)
    await table.deer.click(details, "La Rochelle, both sides")
    await table.said()
    (changed,) = table.sees()
    assert "**La Rochelle** " in changed.text
    assert "two games, sides swapped" in changed.text
    await wind.click(changed, "Accept")
    assert "La Rochelle · game" in (board := await table.board(1)).text
    assert "first of two" in board.text
    assert "**La Rochelle** " in (await asked()).text


async def test_a_friend_is_chosen_with_the_rules_that_these_two_played_last(table: Table) -> None:
    wind, cairn = strangers(table.box, table.guild_id, 2)
    asked = await table.deer.slash(
        table.where, "tablut challenge", opponent=wind, rules="copenhagen"
    )
    await wind.click(await challenged(table.deer, asked), "Accept")
    opened = AskWhom().custom_id
    whom = await press_unseen(table.box, table.where, table.deer, opened)
    assert [button.label for button in whom.buttons] == ["Anyone here"]
    whom = (await table.deer.select(whom, "Choose a friend", wind)).message
    assert "Copenhagen" in str(whom.menus[1].raw["options"][0])
    whom = (await table.deer.select(whom, "Choose a friend", cairn)).message
    whom = (await table.deer.select(whom, "Rule set", "brandubh")).message
    whom = (await table.deer.select(whom, "Choose a friend", wind)).message
    assert [button.label for button in whom.buttons] == ["Challenge", "Anyone here"]
    for other, refusal in ((table.deer, "yourself"), (table.box.bot.id, "")):
        answer = await table.deer.select(whom, "Choose a friend", other)
        assert refusal in (answer.text if refusal else answer.form.title)
    await table.deer.click(whom, "Challenge")
    posted = await wind.wait_for(
        table.where, f"{wind.mention}, {table.deer.mention} challenges you"
    )
    assert "**Brandubh**" in posted.text
    assert posted.pings == {wind.person.username}


async def test_one_game_is_one_choice_away(table: Table) -> None:
    asked = await table.challenge(rules="larochelle", side=None, more=["rated"])
    assert "**La Rochelle** " in asked.text
    assert "two games" not in asked.text
    even = await table.challenge(rules="bga")
    assert "**Board Game Arena** " in even.text
    assert "two games" not in even.text
