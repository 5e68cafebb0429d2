"""Pictures of men and calls in buttons, menus and lists: sent once, and no game needs them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from sandbox.sample import LONG_TABLE
from tests.bot.stories.conftest import command, little_discord
from tests.bot.stories.table import PATIENCE, Table, is_board, is_line
from tests.sandbox.conftest import check_record

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

pytestmark = pytest.mark.asyncio(loop_scope="module")

SENT = "/applications/{application_id}/emojis"


async def all_sent(box: Sandbox) -> dict[str, str]:
    """The numbers of all seven, by what they show."""
    await box.until(lambda: len(box.record.exchanges_of("POST", SENT)) == 7 or None, PATIENCE)
    emojis = box.world.emojis.values()
    return {emoji.name.removeprefix("konakis_").rpartition("_")[0]: emoji.id for emoji in emojis}


def shown(message: MessageView) -> dict[str, str]:
    """The picture of each button that has one, by its label."""
    rows = [
        component for one in message.message.components for component in one.get("components", [])
    ]
    buttons = [component for row in rows for component in row.get("components", [])]
    return {button["label"]: button["emoji"]["id"] for button in buttons if button.get("emoji")}


async def knows(table: Table, picture: str) -> None:
    """Wait until the bot uses that picture, which it knows a moment after Discord."""
    async with asyncio.timeout(PATIENCE):
        while f":{picture}>" not in (await table.deer.slash(table.where, "tablut games")).text:
            pass


async def test_men_have_pictures_which_are_sent_once(
    box: Sandbox, table: Table, bot: BotProcess
) -> None:
    sent = await all_sent(box)
    await table.begin()
    await knows(table, sent["dark"])
    await table.play("e2-f2")
    games = (await table.birch.slash(table.where, "tablut games")).message
    assert f":{sent['light']}> Defenders against" in games.text
    await bot.restart()
    await table.play("e4-f4", "f2-g2")
    panel = (await table.birch.click(table.boards[-1], "Move")).message
    assert list(shown(panel).values()) == [sent["king"]]  # the board shows what the others are
    assert len(box.record.exchanges_of("POST", SENT)) == 7


async def test_a_line_of_the_channel_shows_the_picture_of_what_was_called(
    box: Sandbox, lines: Table
) -> None:
    table = lines
    sent = await all_sent(box)
    await table.begin(rules="brandubh")
    await knows(table, sent["dark"])
    await table.play("g4-g2", "e4-e7", "f4-f5", "d4-g4", "d1-c1")
    await table.said()
    number = sent["raichi"]
    picture = f"<:{box.world.emojis[number].name}:{number}>"
    (called,) = (
        message.text for message in table.boards if is_line(message) and "Raichi" in message.text
    )
    assert called.endswith(f") · 4. d4-g4 · {picture} **Raichi!**")


async def test_those_of_an_older_version_go_and_a_strangers_stay(
    box: Sandbox, bot: BotProcess
) -> None:
    sent = await all_sent(box)
    world = box.world
    old = world.emojis.pop(sent["king"])
    for name in ("konakis_king_00000000", "other"):
        number = world.ids.next()
        world.emojis[number] = type(old)(number, name, old.data)
    before = len(box.record.exchanges_of("POST", SENT))
    await bot.restart()
    await box.until(lambda: len(box.record.exchanges_of("POST", SENT)) > before or None, PATIENCE)
    assert len(box.record.exchanges_of("POST", SENT)) == before + 1
    names = sorted(emoji.name for emoji in world.emojis.values())
    assert [name for name in names if "king" in name] == [old.name]
    assert "other" in names


async def test_deleted_by_the_host_every_game_goes_on_without_them(
    box: Sandbox, table: Table
) -> None:
    board = await table.begin()
    box.world.emojis.clear()
    panel = (await table.deer.click(board, "Move")).message
    assert shown(panel) == {}
    assert is_board(await table.play("e2-f2"))


async def test_a_host_may_want_none(path: Path) -> None:
    async with little_discord() as box:
        process = box.process(command(box, path, KONAKIS_EMOJIS="off"))
        async with process:
            table = Table(box, path, LONG_TABLE)
            panel = (await table.deer.click(await table.begin(), "Move")).message
            assert shown(panel) == {}
        assert box.record.exchanges_of("GET", SENT) == []
        assert box.world.emojis == {}
        check_record(box)
