"""A picture that cannot be made or sent: the text board goes instead."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bot.ui import channel_io, films, pictures
from sandbox.rest.faults import Trouble
from sandbox.rules.refusal import Refusal
from sandbox.sample import LONG_TABLE
from tests.bot.stories.conftest import command, little_discord
from tests.bot.stories.table import QUICK, Table, for_one_game, is_invitation
from tests.sandbox.conftest import check_record
from tests.together import until

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def test_a_picture_that_is_too_large_gives_way_to_the_text_board(table: Table) -> None:
    class TooLarge(Trouble):
        async def apply(self) -> None:
            raise Refusal(413, {"message": "Request entity too large", "code": 40005})

    await table.begin()
    await table.said()
    table.box.faults.add(TooLarge("slow", "POST", table.path))
    await table.typed(table.deer, "e2-f2")
    board = await table.board(2)
    assert board.pictures == []
    assert "```" in board.text
    await table.check("e2-f2")
    table.box.faults.add(TooLarge("slow", "POST", "/interactions/*/callback"))
    panel = (await table.birch.click(board, "Move")).message
    assert panel.pictures == []
    assert "```" in panel.text
    panel = (await table.birch.click(panel, "e4")).message
    assert [picture.name for picture in panel.pictures] == ["board.png"]


async def test_a_picture_that_cannot_be_made_gives_way_to_the_text_board(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> bytes:
        raise OSError("no brush")

    monkeypatch.setattr(pictures, "_paint", refuse)
    monkeypatch.setattr(films, "make_film", refuse)
    async with little_discord() as box:
        async with box.process(command(box, path)) as bot:
            table = Table(box, path, LONG_TABLE)
            board = await table.begin()
            panel = await table.panel(table.deer, board, "e2", "f2")
            assert "```" in panel.text
            await table.deer.click(panel, "f2")
            await table.board(2)
            await table.check("e2-f2")
            replay = await table.deer.slash(table.where, "tablut replay", theme="wood")
            assert [picture.name for picture in replay.pictures] == ["konakis-1.txt"]
            assert not any(
                picture.name == "board.png" for seen in table.sees() for picture in seen.pictures
            )
            assert "no brush" in bot.stderr
        check_record(box)


@pytest.fixture
def go(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Animations are made only once this event is set."""
    go = asyncio.Event()

    async def film(self: films.Films, wanted: films.FilmOrder) -> bytes:
        del self, wanted
        await go.wait()
        Image.new("P", (9, 9)).save(gif := io.BytesIO(), "GIF")
        return gif.getvalue()

    monkeypatch.setattr(films.Films, "film", film)
    return go


async def test_a_slow_challenge_is_promised_and_a_result_comes_before_its_film(
    path: Path, go: asyncio.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel_io, "_PAINTED_WITHIN", 0)
    async with little_discord() as box:
        async with box.process(command(box, path)):
            table = Table(box, path, LONG_TABLE)
            rules = f"{QUICK}+diamond"  # whose challenge shows the board
            asked = {"opponent": table.birch, "rules": rules, "side": "d"}
            promised = (await table.deer.slash(table.where, "tablut challenge", **asked)).message
            assert (promised.ephemeral, promised.pictures) == (True, [])
            invited = await table.deer.wait_for(table.where, is_invitation)
            assert invited.pings == {table.birch.person.username}
            await until(lambda: promised.gone)
            for_one_game(path, invited)
            await table.birch.click(invited, "Accept")
            await table.board(1)
            await table.typed(table.deer, "e2-f2")
            await table.board(2)
            await table.check("e2-f2")
            asked = (await table.in_more(table.birch, "resign")).message
            await table.birch.click(asked, "Yes, I resign")
            result = await table.board(3)
            assert [picture.name for picture in result.pictures] == ["board.png"]
            assert result.pings == {table.deer.person.username}
            go.set()
            await table.said()
            filmed = table.boards[-1]
            assert filmed.id == result.id
            assert [picture.name for picture in filmed.pictures] == ["replay.gif"]
            assert filmed.message.components[0]["id"] == result.message.components[0]["id"]
        check_record(box)


async def test_killed_before_its_film_a_result_has_it_after_the_restart(
    path: Path, go: asyncio.Event
) -> None:
    async with little_discord() as box:
        async with box.process(command(box, path)) as bot:
            table = Table(box, path, LONG_TABLE)
            await table.begin()
            await table.play("e2-f2", "e4-f4")
            asked = (await table.in_more(table.deer, "resign")).message
            await table.deer.click(asked, "Yes, I resign")
            result = await table.board(4)
            assert [picture.name for picture in result.pictures] == ["board.png"]
            await bot.kill()
            go.set()
            await bot.start()
            await table.said()
            filmed = table.boards[-1]
            assert filmed.id == result.id
            assert [picture.name for picture in filmed.pictures] == ["replay.gif"]
        check_record(box)
