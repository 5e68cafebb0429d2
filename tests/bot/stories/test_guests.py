"""Konakis installed by a user: in a server without the bot, and between two friends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.sample import ELSEWHERE, LOBBY
from tests.bot.stories.table import (
    PATIENCE,
    QUICK,
    challenged,
    for_one_game,
    in_more,
    is_board,
    is_line,
    opened,
    strangers,
)
from tests.bot.stories.test_showing import here, long_ago

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import Answer, MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


class Guests:
    """Two friends in a channel where the bot is only a guest."""

    def __init__(self, box: Sandbox, database: Path, where: str | None = None) -> None:
        self.box, self.database = box, database
        self.birch, self.cairn = box.player("birch"), box.player("cairn")
        self.where = where or self.birch.dm(self.cairn)

    async def challenge(self, **options: object) -> MessageView:
        """A challenge from one to the other."""
        options = {"opponent": self.cairn, "rules": QUICK, "side": "d", **options}
        answer = await self.birch.slash(self.where, "tablut challenge", **options)
        asked = await challenged(self.birch, answer)
        assert "I'm a guest here" in asked.text
        return asked

    async def begin(self, **options: object) -> MessageView:
        """A challenge, accepted; the first board."""
        asked = await self.challenge(**options)
        for_one_game(self.database, asked)
        before = self.boards
        await self.cairn.click(asked, "Accept")
        return await self.next(before)

    @property
    def boards(self) -> list[MessageView]:
        """The live boards that both see."""
        messages = self.birch.sees(self.where)
        return [message for message in messages if not message.ephemeral and is_board(message)]

    @property
    def numbers(self) -> list[int]:
        """Of the games on them."""
        ids = [button.custom_id or "" for message in self.boards for button in message.buttons]
        return [int(id_.split(":")[2]) for id_ in ids if id_.startswith("k:move:")]

    async def next(self, before: list[MessageView]) -> MessageView:
        """The board that follows these."""

        def look() -> MessageView | None:
            return next((message for message in self.boards if message not in before), None)

        return await self.box.until(look, PATIENCE)

    async def play(self, who: Player, move: str) -> MessageView:
        """A move by its command; the board it leads to."""
        before = self.boards
        await who.slash(self.where, "tablut move", move=move)
        return await self.next(before)

    async def resigning(self, number: int) -> Answer:
        """The question before birch resigns."""
        return await in_more(self.birch, self.where, number, "resign")


@pytest.fixture
def guests(box: Sandbox, bot: BotProcess, database: Path) -> Guests:
    """In a server without us."""
    assert bot.pid
    return Guests(box, database, LOBBY)


@pytest.mark.parametrize("where", [LOBBY, None])  # a server without us, and between two friends
async def test_a_game_is_played_by_commands_and_buttons_alone(
    box: Sandbox, bot: BotProcess, database: Path, where: str | None
) -> None:
    assert bot.pid
    guests = Guests(box, database, where)
    first = board = await guests.begin()
    assert "birch" in board.pings  # between friends, every message pings both
    board = await guests.play(guests.birch, "e8-f8")
    # An answer can be changed, and deleted.
    await guests.box.until(lambda: True if first.gone or is_line(first) else None, PATIENCE)
    assert "cairn" in board.pings
    assert "**e8-f8**" in board.text
    before = guests.boards
    panel = (await guests.cairn.click(board, "Move")).message
    panel = (await guests.cairn.click(panel, "f5")).message
    await guests.cairn.click(panel, "f4")
    board = await guests.next(before)
    assert "birch" in board.pings
    asked = (await guests.resigning(max(guests.numbers))).message
    await guests.birch.click(asked, asked.buttons[0].label)
    result = await guests.cairn.wait_for(guests.where, "by resignation")
    assert [picture.name for picture in result.pictures] == ["replay.gif"]


async def test_an_offer_that_is_over_is_not_looked_for_where_we_may_not_look(
    guests: Guests,
) -> None:
    await guests.begin()
    await guests.play(guests.birch, "e8-f8")
    await in_more(guests.birch, guests.where, max(guests.numbers), "draw")
    await guests.play(guests.cairn, "f5-f4")
    await guests.play(guests.birch, "f8-e8")  # said when all before is done
    here = f"/channels/{getattr(guests.where, 'id', guests.where)}/"
    asked = [exchange.path for exchange in guests.box.record.exchanges if exchange.method == "GET"]
    assert [path for path in asked if here in path] == []


async def test_without_a_recent_command_there_the_player_to_move_is_told_in_private(
    guests: Guests, bot: BotProcess
) -> None:
    await guests.begin()
    number = max(guests.numbers)
    await bot.restart()  # which forgets where it may answer
    home = guests.birch.dm(guests.box.bot)
    played = await guests.birch.slash(home, "tablut move", move="e8-f8", game=str(number))
    told = await guests.cairn.wait_for(
        guests.cairn.dm(guests.box.bot), lambda seen: f"game {number}" in seen.text
    )
    assert "**e8-f8**" in told.text
    assert is_board(told)
    await guests.birch.wait_for(
        home, lambda seen: seen.id == played.message.id and "I'm only a guest there" in seen.text
    )


async def test_between_friends_all_is_in_the_language_of_the_one_who_asks(
    box: Sandbox, bot: BotProcess
) -> None:
    assert bot.pid
    riviere, cairn = box.player("riviere"), box.player("cairn")
    where = riviere.dm(cairn)
    options = {"opponent": cairn, "rules": QUICK, "side": "d"}
    asked = await challenged(riviere, await riviere.slash(where, "tablut challenge", **options))
    assert " te défie · **La Rochelle + " in asked.text
    assert asked.buttons[0].label == "Accepter"


async def test_a_board_takes_the_place_of_no_answer_that_is_promised(guests: Guests) -> None:
    await guests.begin()
    over = max(guests.numbers)
    asked = (await guests.resigning(over)).message
    await guests.birch.click(asked, asked.buttons[0].label)
    await guests.begin()
    running, before = max(guests.numbers), guests.boards
    await opened(guests.birch, guests.where, over)
    home = guests.birch.dm(guests.box.bot)
    await guests.birch.slash(home, "tablut move", move="e8-f8", game=str(running))
    assert "**e8-f8**" in (await guests.next(before)).text


async def test_a_thread_is_not_to_be_had_where_we_are_guests(guests: Guests) -> None:
    asked = await guests.challenge()
    details = (await guests.birch.click(asked, "More")).message
    form = (await guests.birch.click(details, "Change")).form
    assert [option["value"] for option in dict(form.fields())["More"]["options"]] == [
        "two",
        "free",
        "rated",
    ]


async def test_in_a_conversation_with_the_bot_there_are_no_challenges(guests: Guests) -> None:
    home = guests.birch.dm(guests.box.bot)
    refused = await guests.birch.slash(home, "tablut challenge")
    assert "where they can see it" in refused.text


@pytest.mark.parametrize("remover", ["birch", "cairn"])  # who shared it, and the other player
async def test_what_is_shown_where_we_are_guests_goes_by_its_button(
    guests: Guests, database: Path, remover: str
) -> None:
    who, (stranger,) = guests.box.player(remover), strangers(guests.box, ELSEWHERE, 1)
    await guests.begin()
    await guests.play(guests.birch, "e8-f8")
    long_ago(database)
    number = str(max(guests.numbers))
    replay = (await guests.birch.slash(guests.where, "tablut replay", game=number)).message
    assert "Shared with everyone here" in (await guests.birch.click(replay, here(replay))).text
    message = await guests.cairn.wait_for(guests.where, f"Shared by {guests.birch.mention}:")
    assert "Only the person" in (await stranger.click(message, "Remove")).text
    assert message.id in [seen.id for seen in guests.cairn.sees(guests.where)]
    await who.click(message, "Remove")
    await who.wait_for(guests.where, "Removed.")
    assert message.id not in [seen.id for seen in guests.cairn.sees(guests.where)]
