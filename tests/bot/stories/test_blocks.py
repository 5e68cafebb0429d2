"""A person says who may challenge them and blocks another, who reads one kind sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.stories.table import challenged
from tests.bot.stories.test_forged import button, forged, menu

if TYPE_CHECKING:
    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.usefixtures("calm", "without_forged"),
]

REFUSED = "isn't taking new games with you right now"


async def page(table: Table, who: Player) -> MessageView:
    """Return the page about who can challenge this person."""
    shown = (await who.slash(table.where, "tablut settings")).message
    return (await who.select(shown, "k:set:page:", "blocks")).message


async def unblock_all(table: Table, who: Player) -> None:
    shown = await page(table, who)
    while [button for button in shown.buttons if button.label == "Unblock"]:
        shown = (await who.click(shown, "Unblock")).message


async def test_a_blocked_person_begins_no_game_and_plays_on_what_runs(table: Table) -> None:
    await table.begin()
    waiting = await table.challenge()
    opened = await challenged(table.birch, await table.birch.slash(table.where, "tablut challenge"))
    shown = await page(table, table.birch)
    shown = (await table.birch.select(shown, "k:block", table.deer)).message
    assert f"<@{table.deer.id}>" in shown.text
    await table.said()
    assert "declined" in waiting.text
    refused = await table.challenge()
    assert refused.ephemeral
    assert REFUSED in refused.text
    assert "block" not in refused.text
    assert REFUSED in (await table.deer.click(opened, "Accept")).text
    answer = await table.birch.slash(table.where, "tablut challenge", opponent=table.deer)
    assert "You've blocked that person" in answer.text
    await table.play("e2-f2", "e4-f4")
    asked = (await table.in_more(table.deer, "resign")).message
    await table.deer.click(asked, "Yes, I resign")
    await table.said()
    assert REFUSED in (await table.deer.click(table.boards[-1], "Rematch")).text
    await unblock_all(table, table.birch)
    assert not (await table.challenge()).ephemeral


async def test_some_are_challenged_by_those_they_have_played_alone(
    box: Sandbox, table: Table
) -> None:
    shown = await page(table, table.birch)
    shown = (await table.birch.select(shown, "k:set:challengers:", "none")).message
    assert REFUSED in (await table.challenge()).text
    await table.birch.select(shown, "k:set:challengers:", "played")
    assert not (await table.challenge()).ephemeral  # they have played above
    cairn = box.player("cairn")
    answer = await cairn.slash(table.where, "tablut challenge", opponent=table.birch)
    assert REFUSED in answer.text
    await table.birch.select(await page(table, table.birch), "k:set:challengers:", "all")


async def test_forged_menus_and_buttons_block_and_unblock_no_one(table: Table) -> None:
    before = table.ask("SELECT * FROM blocked")
    shown = await page(table, table.birch)
    await table.birch.select(shown, "k:block", table.deer)
    (blocked,) = table.ask("SELECT id FROM blocked")
    for custom_id in (
        f"k:unblock:{blocked[0]}:0",
        f"k:unblock:{2**63 - 1}:0",
        "k:unblock:0:999999999",
    ):
        answer = await table.deer.click(forged(table, button(custom_id)), "Forged")
        assert "Something went wrong" not in answer.text
    for value in ("zz", "0", "-1", str(2**63), "9" * 99, "\N{SUPERSCRIPT TWO}"):
        message = forged(table, menu("k:block", value))
        answer = await table.deer.select(message, 0, value)
        assert "Something went wrong" not in answer.text
    assert [row[0] for row in table.ask("SELECT id FROM blocked")] == [blocked[0]]
    yourself = await table.birch.select(shown, "k:block", table.birch)
    assert "That's you" in yourself.text
    bot = await table.birch.select(await page(table, table.birch), "k:block", table.box.bot)
    assert "That's me" in bot.text
    await unblock_all(table, table.birch)
    assert table.ask("SELECT * FROM blocked") == before == []
