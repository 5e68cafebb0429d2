"""To see a game again: step through it on one message, or have it as an animation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

MOVES = ("e8-f8", "f5-f4", "f8-f5")


async def test_one_steps_through_a_game_on_one_message(table: Table) -> None:
    await table.begin()
    await table.play(*MOVES)
    shown = (await table.birch.slash(table.where, "tablut replay")).message
    assert shown.ephemeral
    assert "Move 3 of 3: **f8-f5xg5**" in shown.text
    back = shown.buttons[1].label
    stepped = await table.birch.click(shown, back)
    assert stepped.messages == (shown,)
    assert "Move 2 of 3: **f5-f4**" in shown.text
    await table.birch.click(shown, "«")
    assert "The start. 3 moves followed." in shown.text
    before = shown.pictures[0].data
    await table.birch.click(shown, "Flip")
    assert shown.pictures[0].data != before
    await table.birch.click(shown, "»")
    assert "Move 3 of 3" in shown.text
    film = (await table.birch.click(shown, "Animation")).message
    assert film.pictures[0].name == "replay.gif"


async def test_an_animation_of_some_moves_in_another_look(table: Table) -> None:
    await table.begin()
    await table.play(*MOVES)
    whole = (await table.deer.slash(table.where, "tablut replay", theme="slate")).pictures[0]
    part = await table.deer.slash(table.where, "tablut replay", theme="slate", **{"from": 2})
    assert whole.data.startswith(b"GIF89a")
    assert part.pictures[0].data.startswith(b"GIF89a")
    assert len(part.pictures[0].data) < len(whole.data)
    assert "Moves 2 to 3." in part.text


async def test_moves_that_there_are_not_are_refused(table: Table) -> None:
    await table.begin()
    await table.play(*MOVES)
    for since, until in ((3, 2), (4, 9)):
        chosen = {"from": since, "to": until}
        refused = (await table.deer.slash(table.where, "tablut replay", **chosen)).message
        assert "This game has 3 moves." in refused.text
        assert not refused.pictures


async def test_onlookers_see_it_where_it_is_played_and_not_elsewhere(table: Table) -> None:
    await table.begin()
    await table.play(*MOVES)
    cairn, number = table.box.player("cairn"), str(table.match)
    shown = (await cairn.slash(table.where, "tablut replay", game=number)).message
    assert "Move 3 of 3" in shown.text
    refused = await cairn.slash("hearth", "tablut replay", game=number)
    assert "This isn't your game" in refused.text
