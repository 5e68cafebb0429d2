"""Two friends play in a channel: the challenge, the three ways to move, the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.stories.table import challenged

if TYPE_CHECKING:
    from sandbox.message_view import MessageView
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def test_a_challenge_pings_the_opponent_and_begins_when_accepted(
    table: Table,
) -> None:
    asked = await table.challenge()
    assert asked.pings == {"birch"}
    assert [button.label for button in asked.buttons] == [
        "Accept",
        "Suggest changes",
        "Decline",
        "More",
    ]
    assert asked.pictures == []
    accepted = await table.birch.click(asked, "Accept")
    assert " accepted " in accepted.text
    assert accepted.buttons == []
    board = await table.board(1)
    assert board.pings == {"reindeer"}
    assert [picture.name for picture in board.pictures] == ["board.png"]
    assert board.pictures[0].data.startswith(b"\x89PNG")
    assert board.pictures[0].alt
    await table.check()


async def test_under_more_it_says_what_came_of_the_challenge(table: Table) -> None:
    asked = await table.challenge()
    details = await table.details(table.birch, asked)
    accepted = await table.birch.click(details, "Accept")
    assert accepted.ephemeral
    assert " accepted " in accepted.text
    await table.board(1)
    await table.said()  # on the challenge too
    assert " accepted " in asked.text
    opened = await table.birch.click(accepted.message, "Open")
    assert opened.text.startswith(f"Waiting for <@{table.deer.id}>")
    asked = await table.challenge()
    declined = await table.birch.click(await table.details(table.birch, asked), "Decline")
    assert " declined " in declined.text
    asked = await table.challenge()
    withdrawn = await table.deer.click(await table.details(table.deer, asked), "Cancel")
    assert " cancelled " in withdrawn.text
    await table.check()


async def test_under_more_a_challenge_that_is_over_says_so_once_it_is_pressed(
    table: Table,
) -> None:
    asked = await table.challenge()
    to_accept, to_decline, to_change = [
        await table.details(who, asked) for who in (table.birch, table.birch, table.deer)
    ]
    await table.deer.click(await table.details(table.deer, asked), "Cancel")
    pressed = [
        (table.birch, to_accept, "Accept"),
        (table.birch, to_decline, "Decline"),
        (table.deer, to_change, "Change"),
    ]
    for who, details, button in pressed:
        await who.click(details, button)
        await table.hears(who, "This challenge was cancelled")
        assert " cancelled " in details.text
        assert details.buttons == []


async def test_under_more_stands_what_the_challenge_now_says(table: Table) -> None:
    asked = await table.challenge(days=3)
    details = await table.details(table.birch, asked)
    await table.change(asked, **{"Time per move": "7"})
    await table.said()
    changed = await table.birch.click(details, "Accept")
    await table.hears(table.birch, "This challenge has just changed")
    assert "7 days per move" in changed.message.text
    await table.birch.click(changed.message, "Accept")
    await table.board(1)


async def test_a_move_is_three_taps(table: Table) -> None:
    board = await table.begin()
    panel = (await table.deer.click(board, "Move")).message
    assert panel.ephemeral
    assert panel.pictures[0].alt
    panel = (await table.deer.click(panel, "e2")).message
    played = await table.deer.click(panel, "f2")
    assert "Played **e2-f2**" in played.text
    await table.board(2)
    await table.check("e2-f2")


async def test_a_forced_move_is_two_taps(table: Table) -> None:
    position = "1mm/3/m4/3m1/5/1m3/M3M/M2/1M1 l 0"
    read = await table.deer.slash(
        table.where, "tablut import", position=position, rules="tabal", opponent=table.birch
    )
    opened = next(
        button for button in read.buttons if (button.custom_id or "").startswith("k:open")
    )
    await table.deer.click(read.message, opened.label)
    asked = await table.birch.wait_for(table.where, "challenges")
    await table.birch.click(asked, "Accept")
    board = await table.board(1)
    mover = table.deer if board.pings == {"reindeer"} else table.birch
    panel = (await mover.click(board, "Move")).message
    played = await mover.click(panel, "Play a3-c5-e7")
    assert "Played **a3xc5xe7**" in played.text
    await table.board(2)
    assert table.moves == ["a3-c5-e7"]


async def test_back_takes_up_another_man(table: Table) -> None:
    board = await table.begin()
    panel = await table.panel(table.deer, board, "e2", "f2")
    assert "**e2**" in panel.text
    panel = (await table.deer.click(panel, "Back")).message
    panel = (await table.deer.click(panel, "a4")).message
    await table.deer.click(panel, "a3")
    await table.board(2)
    await table.check("a4-a3")


async def test_who_wants_to_be_asked_sees_the_move_and_can_choose_another(table: Table) -> None:
    board = await table.begin()
    settings = (await table.deer.slash(table.where, "tablut settings")).message
    settings = (await table.deer.click(settings, "Ask before playing")).message
    panel = (await table.deer.click(board, "Move")).message
    panel = (await table.deer.click(panel, "e2")).message
    panel = (await table.deer.click(panel, "f2")).message
    assert "**e2-f2**. Play it?" in panel.text
    panel = (await table.deer.click(panel, "d2")).message
    assert "**e2-d2**. Play it?" in panel.text
    await table.deer.click(panel, "Play e2-d2")
    await table.board(2)
    await table.check("e2-d2")
    await table.deer.click(settings, "Play at once")


async def test_a_move_is_typed_with_its_completion(table: Table) -> None:
    await table.begin()
    offered = await table.deer.autocomplete(table.where, "tablut move", "move", "e2-f")
    assert [choice.value for choice in offered] == ["e2-f2"]
    assert await table.birch.autocomplete(table.where, "tablut move", "move", "e") == []
    played = await table.typed(table.deer, "e2f2")
    assert played.ephemeral
    await table.board(2)
    await table.check("e2-f2")


async def test_an_illegal_move_gets_its_reason_privately_and_changes_nothing(
    table: Table,
) -> None:
    await table.begin()
    refused = await table.typed(table.deer, "e2-e4")
    assert refused.ephemeral
    assert "e3" in refused.text
    assert refused.pictures[0].name == "board.png"
    assert (await table.typed(table.birch, "e3-d3")).ephemeral
    await table.check()


async def test_what_was_ticked_is_ticked_again_after_a_refusal(table: Table) -> None:
    asked = await table.challenge(rules="larochelle")
    details = await table.details(table.deer, asked)
    boards = (await table.deer.click(details, "Customise rules")).message
    form = (await table.deer.click(boards, "Tablut")).form
    ticks = {"Rule set": "ludens", "Handicaps": ["king-four"], "Starting position": ["diamond"]}
    refused = (await table.deer.submit(form, ticks)).message
    assert refused.ephemeral
    form = (await table.deer.click(refused, "Choose again")).form
    changed = await table.deer.submit(form, {"Rule set": "larochelle"})
    assert "La Rochelle + king moves up to four + diamond" in changed.text
    assert "Change" in [button.label for button in changed.message.buttons]
    await table.said()
    assert "La Rochelle +2" in table.sees()[0].text  # in full under Rules


async def test_a_challenge_withdrawn_from_the_list_leaves_the_list(table: Table) -> None:
    cairn = table.box.player("cairn")  # who has nothing else in his list
    first, second = [
        await challenged(
            cairn, await cairn.slash(table.where, "tablut challenge", opponent=table.birch)
        )
        for _ in range(2)
    ]
    games = (await cairn.slash(table.where, "tablut games")).message
    one, other = [_withdrawing(await table.details(cairn, asked)) for asked in (first, second)]
    left = (await cairn.click(games, one)).message
    assert left.ephemeral
    assert one not in [button.custom_id for button in left.buttons]
    assert other in [button.custom_id for button in left.buttons]
    await cairn.click(left, other)
    await table.said()
    assert all("cancelled" in message.text for message in table.sees()[:2])


def _withdrawing(asked: MessageView) -> str:
    (button,) = [button.custom_id for button in asked.buttons if button.label == "Cancel"]
    assert button
    return button


async def test_a_challenge_is_declined_or_withdrawn(table: Table) -> None:
    asked = await table.challenge()
    assert "declined" in (await table.birch.click(asked, "Decline")).text
    await table.said()
    asked = await table.challenge()
    details = await table.details(table.deer, asked)
    assert (await table.deer.click(details, "Cancel")).ephemeral
    await table.said()
    declined, told, withdrawn = table.sees()
    assert not any(message.buttons for message in (declined, told, withdrawn))
    assert "would rather not play" in told.text
    assert "cancelled" in withdrawn.text
    assert told.pings == {table.deer.person.username}
