"""Moves typed in reply: a refused one is explained under it, and the next try is played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sandbox.rules.permissions import May
from sandbox.world import places
from tests.bot.stories.table import ELSEWHERE, PATIENCE
from tests.bot.stories.test_moderation import at_home, settings
from tests.together import until

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

REFUSED = [  # what is typed, and what the answer says in English and in French
    ("e2-e9", "A piece on e3 is in the way", "en e3 barre le chemin"),
    ("d1-d9", "A piece on d5 is in the way", "en d5 barre le chemin"),
    ("a4-i4", "A piece on e4 is in the way", "en e4 barre le chemin"),
    ("e9-e7", "A piece on e8 is in the way", "en e8 barre le chemin"),
    ("g3-g4", "no piece on g3", "Aucune pièce en g3"),
    ("C3 to C4", "no piece on c3", "Aucune pièce en c3"),
    ("i9 → i8", "no piece on i9", "Aucune pièce en i9"),
    ("e4-f4", "The piece on e4 is your opponent's", "en e4 est à ton adversaire"),
    ("Ke5-e6", "The piece on e5 is your opponent's", "en e5 est à ton adversaire"),
    ("e2-d3", "in a straight line along a row or column", "en ligne droite"),
    ("d1 to h5?", "in a straight line along a row or column", "en ligne droite"),
    ("e2-e2", "already stands there", "y est déjà"),
    ("e2-f2-f3", "A move here is two squares", "une case à une autre"),
    ("e2-f2xe3", "doesn't capture e3", "ne prend pas e3"),
    ("b5-b6xc6", "doesn't capture c6", "ne prend pas c6"),
    ("e2-j2", "no j2 on this board", "pas de j2"),
    ("e2", "understand the move `e2`", "ne comprends pas ce coup"),
    ("e2-z2", "no z2 on this board", "pas de z2"),
    ("play e2-f2", "`play e2-f2`", "`play e2-f2`"),
    ("e2-f2 or e2-d2", "`e2-f2 or e2-d2`", "`e2-f2 or e2-d2`"),
]


async def explained(table: Table, who: Player, written: MessageView) -> MessageView:
    """Return the bot's reply to a message."""

    def look() -> MessageView | None:
        messages = table.sees(who)
        return next(
            (message for message in messages if message.message.reference == written.id), None
        )

    return await table.box.until(look, PATIENCE)


async def test_twenty_refused_moves_are_explained_under_them_and_the_next_try_is_played(
    box: Sandbox, table: Table
) -> None:
    """Half of them in one language, and half in the other."""
    answer = await table.begin()
    panel = (await table.deer.click(answer, "Move")).message
    for number, (text, *sentences) in enumerate(REFUSED, 1):
        if number == len(REFUSED) // 2:
            places.rename(box.world, replace(table.deer.person, locale="fr"))
            await table.deer.slash(table.where, "tablut games")  # which tells the bot so
        french = number >= len(REFUSED) // 2
        written = table.deer.reply(answer, text)
        answer = await explained(table, table.deer, written)
        assert sentences[french] in answer.text
        assert [button.label for button in answer.buttons] == [("Move", "Jouer")[french]]
        assert answer.pings == set()
        assert sum(message.message.reference is not None for message in table.sees()) == number
    table.deer.reply(answer, "E2 to f2!")
    await table.board(2)
    await table.check("e2-f2")
    await box.until(lambda: True if not any(e.message.reference for e in table.sees()) else None)
    await box.until(lambda: panel.gone or None)
    places.rename(box.world, replace(table.deer.person, locale="en-US"))


async def test_talk_of_the_game_is_no_move(table: Table) -> None:
    board = await table.begin()
    for text in ("I like e4", "e4 was nice", "what about e2-f2 next time"):
        table.deer.reply(board, text)
    table.birch.reply(board, "I play e4f4")
    await explained(table, table.deer, table.deer.reply(board, "g3-g4"))
    assert sum(message.message.reference is not None for message in table.sees()) == 1
    assert not table.moves


async def test_who_waits_is_told_so_without_a_button(table: Table) -> None:
    board = await table.begin()
    answer = await explained(table, table.birch, table.birch.reply(board, "e4-f4"))
    assert "your opponent's turn" in answer.text
    assert not answer.buttons


async def test_explanations_from_before_a_restart_go_with_the_next_move(
    table: Table, bot: BotProcess
) -> None:
    board = await table.begin()
    answer = await explained(table, table.deer, table.deer.reply(board, "g3-g4"))
    answer = await explained(table, table.deer, table.deer.reply(answer, "g3-g5"))
    asked = """SELECT json_array_length(passing) FROM "match" WHERE id = ?"""
    await until(lambda: table.ask(asked, table.match) == [(2,)])
    await bot.restart(kill=True)
    assert sum(message.message.reference is not None for message in table.sees()) == 2
    table.deer.reply(answer, "e2-f2")
    await table.board(2)
    await table.check("e2-f2")
    assert not any(message.message.reference for message in table.sees())


async def test_explanations_go_when_the_move_is_made_with_the_panel(
    box: Sandbox, table: Table
) -> None:
    board = await table.begin()
    answer = await explained(table, table.deer, table.deer.reply(board, "g3-g4"))
    panel = (await table.deer.click(answer, "Move")).message
    panel = (await table.deer.click(panel, "e2")).message
    assert any(message.message.reference for message in table.sees())
    await table.deer.click(panel, "f2")
    await box.until(lambda: True if not any(e.message.reference for e in table.sees()) else None)
    await table.check("e2-f2")


async def test_a_notice_can_be_replied_to_and_an_old_board_cannot(lines: Table) -> None:
    table = lines
    first = await table.begin()
    await table.typed(table.deer, "e2-f2")
    board = await table.board(2)
    await table.in_more(table.birch, "draw")
    await table.said()
    old = await explained(table, table.birch, table.birch.reply(first, "e4-f4"))
    assert "moved on" in old.text
    assert table.moves == ["e2-f2"]
    table.birch.reply(board, "e4-f4")
    await table.board(3)


async def test_the_message_of_a_gift_can_be_replied_to(table: Table) -> None:
    await table.begin(days=3)
    await table.in_more(table.birch, "give")
    await table.said()
    gift = next(message for message in table.sees() if "an extra day" in message.text)
    refused = await explained(table, table.deer, table.deer.reply(gift, "e2-e9"))
    assert "e3" in refused.text
    table.deer.reply(gift, "e2-f2")
    await table.board(2)
    assert table.moves == ["e2-f2"]


async def test_direct_messages_can_be_replied_to(table: Table) -> None:
    await table.begin()
    table.deny(May.SEND_MESSAGES)
    await table.deer.slash(table.where, "tablut move", move="**e2-\u2060f2**")  # copied
    told = await table.told(table.birch)
    table.birch.reply(told, "e4-e9")
    refused = await table.birch.wait_for(table.birch.dm(table.box.bot), "in the way")
    table.birch.reply(refused, "e4-f4")
    again = await table.told(table.deer)
    table.deer.reply(again, "e1-e2")
    await table.box.until(lambda: True if len(table.moves) == 3 else None)
    assert table.moves == ["e2-f2", "e4-f4", "e1-e2"]
    table.deny()


async def test_where_the_bot_may_not_write_it_is_explained_in_private(table: Table) -> None:
    board = await table.begin()
    table.deny(May.SEND_MESSAGES)
    table.deer.reply(board, "g3-g4")
    await table.deer.wait_for(table.deer.dm(table.box.bot), "g3")
    table.deny()


async def test_a_move_that_fits_two_games_here_is_played_in_the_one_chosen(table: Table) -> None:
    await table.begin(days=3)
    first = table.match
    await table.in_more(table.birch, "give", first)
    await table.said()
    await table.birch.click(await table.challenge(), "Accept")
    await table.said()
    second = table.match
    notice = next(message for message in table.sees() if "an extra day" in message.text)
    asked = await explained(table, table.deer, table.deer.reply(notice, "e2-f2"))
    assert "Which game?" in asked.text
    assert (
        "isn't your game"
        in (await table.box.player("cairn").select(asked, 0, f"k:play:{second}:1:e2-f2")).text
    )
    played = await table.deer.select(asked, 0, f"k:play:{second}:1:e2-f2")
    assert "Played **e2-f2**" in played.text
    await table.said()
    assert table.ask('SELECT plies FROM "match" WHERE id = ?', first) == [(0,)]
    assert table.ask('SELECT plies FROM "match" WHERE id = ?', second) == [(1,)]
    table.deer.reply(notice, "e2-d2")
    await table.box.until(
        lambda: (
            True if table.ask('SELECT plies FROM "match" WHERE id = ?', first) == [(1,)] else None
        )
    )
    await table.deer.slash(ELSEWHERE, "tablut games")


async def test_a_reply_goes_once_its_move_is_played_where_the_server_wants_it(
    box: Sandbox, bot: BotProcess, database: Path
) -> None:
    assert bot.pid
    table = await at_home(box, database)
    places.overwrite(box.world, table.channel, box.bot.id, allow=May.MANAGE_MESSAGES)
    board = await table.begin()
    before = table.deer.reply(board, "e2-f2")
    await table.board(2)
    await table.deer.click(await settings(table, page="Boards"), "k:set-server:tidy:on")
    refused = table.birch.reply(table.boards[-1], "e4-e9")
    await explained(table, table.birch, refused)
    played = table.birch.reply(table.boards[-1], "e4-f4")
    await box.until(lambda: played.gone or None, PATIENCE)
    await table.said()
    table.deny(May.MANAGE_MESSAGES)
    stays = table.deer.reply(table.boards[-1], "f2-e2")
    await table.board(4)
    await table.said()
    assert (before.gone, refused.gone, stays.gone) == (False, False, False)
    await table.check("e2-f2", "e4-f4", "f2-e2")
