"""A channel, a thread, a message, a member, the bot itself is gone: the game goes on.

Both reach it by `/tablut games`, in another channel or in private messages with the bot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.rules.permissions import May
from sandbox.sample import LONG_TABLE
from sandbox.world import places, user_actions
from tests.bot.stories.table import ELSEWHERE, in_more, is_board
from tests.together import until

if TYPE_CHECKING:
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def test_the_channel_is_deleted(table: Table) -> None:
    board = await table.begin()
    await table.said()
    assert board.channel_id == table.where
    panel = await table.panel(table.deer, await table.opened(table.deer), "e2", "f2")
    places.close_channel(table.box.world, table.box.world.channel(table.where))
    await table.deer.click(panel, "f2")
    await table.hears(table.deer, "the channel is gone", ELSEWHERE)
    await table.told(table.birch)
    await table.list_move(table.birch, "e4", "f4")
    assert table.moves == ["e2-f2", "e4-f4"]


async def test_the_thread_is_deleted(table: Table) -> None:
    asked = await table.challenge(more=["rated", "thread"])
    await table.birch.click(asked, "Accept")
    await table.deer.wait_for(asked.id, is_board)
    await table.said()
    places.close_channel(table.box.world, table.box.world.channel(asked.id))
    await table.list_move(table.deer, "e2", "f2")
    await table.hears(table.deer, "the channel is gone", ELSEWHERE)
    await table.list_move(table.birch, "e4", "f4")


async def test_the_board_is_deleted(table: Table) -> None:
    board = await table.begin()
    await table.said()
    user_actions.erase(table.box.world, table.deer.id, board.message)
    shown = (await table.opens(table.deer)).message
    panel = await table.panel(table.deer, shown, "e2", "f2")
    await table.deer.click(panel, "f2")
    await table.said()
    assert [is_board(message) for message in table.standing] == [True]
    assert table.moves == ["e2-f2"]


async def test_without_its_board_all_that_more_has_is_reached_in_private_messages(
    table: Table,
) -> None:
    board = await table.begin(days=3)
    await table.said()
    user_actions.erase(table.box.world, table.deer.id, board.message)
    await table.typed(table.deer, "e2-f2")
    await table.said()
    user_actions.erase(table.box.world, table.deer.id, table.boards[-1].message)
    for verb in ("give", "takeback", "unask", "draw", "resign"):
        pressed = await in_more(table.deer, table.deer.dm(table.box.bot), table.match, verb)
        assert pressed.ephemeral
        await table.said()
    await table.deer.click(pressed.message, "Yes, I resign")
    await table.said()
    kinds = ["created", "moved", "given", "offered", "withdrawn", "offered", "resigned"]
    assert [kind for kind, _ in table.log] == kinds


async def test_the_challenge_is_deleted(table: Table) -> None:
    asked = await table.challenge(more=["rated", "thread"])
    await table.said()
    user_actions.erase(table.box.world, table.deer.id, asked.message)
    games = (await table.birch.slash(ELSEWHERE, "tablut games")).message
    await table.birch.click(games, f"k:accept:{table.asked}:1")
    await table.board(1)
    await table.check()


async def test_a_member_leaves(table: Table) -> None:
    await table.begin()
    await table.said()
    places.leave(table.box.world, LONG_TABLE, table.birch.id)
    await table.typed(table.deer, "e2-f2")
    await table.board(2)
    await table.said()
    dm = table.birch.dm(table.box.bot)
    games = (await table.birch.slash(dm, "tablut games")).message
    board = (await table.birch.click(games, f"k:open:{table.match}")).message
    panel = await table.panel(table.birch, board, "e4", "f4")
    await table.birch.click(panel, "f4")
    await table.board(3)
    assert table.boards[-1].pings == {"reindeer"}
    places.join(table.box.world, LONG_TABLE, table.birch.id)
    await table.play("a4-a3")


async def test_closed_private_messages_stop_nothing(box: Sandbox, table: Table) -> None:
    table.birch = box.player("north-wind")
    await table.begin(opponent=table.birch)
    await table.said()
    table.deny(May.SEND_MESSAGES)
    await table.typed(table.deer, "e2-f2")
    await table.hears(table.deer, "*Send Messages*")
    await table.list_move(table.birch, "e4", "f4")
    await table.said()
    table.deny()
    await table.list_move(table.deer, "a4", "a3")
    await table.said()
    assert table.boards[-1].pings == {"north-wind"}


async def test_with_closed_private_messages_a_slip_is_explained_as_well(
    box: Sandbox, table: Table
) -> None:
    table.deer = box.player("north-wind")
    board = await table.begin(opponent=table.birch)
    table.deer.reply(board, "e2-e4")
    answer = await table.deer.wait_for(table.where, "e3")
    assert answer.pings == set()
    await table.check()


async def test_the_bot_is_thrown_out_and_comes_back(box: Sandbox, table: Table) -> None:
    await table.begin()
    await table.said()
    dm = table.deer.dm(box.bot)
    places.leave(box.world, LONG_TABLE, box.bot.id)
    games = (await table.deer.slash(dm, "tablut games")).message
    board = (await table.deer.click(games, f"k:open:{table.match}")).message
    panel = await table.panel(table.deer, board, "e2", "f2")
    await table.deer.click(panel, "f2")
    await table.deer.wait_for(dm, "View Channel")
    await table.told(table.birch)
    places.join(box.world, LONG_TABLE, box.bot.id)
    await table.typed(table.birch, "e4-f4")
    await table.said()
    assert table.boards[-1].pings == {"reindeer"}
    assert table.moves == ["e2-f2", "e4-f4"]


async def test_a_server_that_the_bot_left_is_noted_until_it_comes_back(
    box: Sandbox, table: Table, bot: BotProcess
) -> None:
    def departed() -> list[tuple[object, ...]]:
        return table.ask("SELECT guild FROM departed")

    guild = places.open_guild(box.world, "A short stay", table.deer.id)
    places.join(box.world, guild.id, box.bot.id)
    await table.deer.slash(places.open_channel(box.world, guild.id, "here"), "tablut settings")
    places.leave(box.world, guild.id, box.bot.id)
    await until(lambda: departed() == [(int(guild.id),)])
    places.join(box.world, guild.id, box.bot.id)
    await until(lambda: departed() == [])
    # Gone while the bot was offline: noticed at the next start, where anything is stored.
    owner = box.player(table.deer.person.username)
    shown = await owner.slash(places.open_channel(box.world, guild.id, "there"), "tablut settings")
    server = (await owner.click(shown.message, "k:server:0")).message
    server = (await owner.click(server, "k:server:1")).message
    server = (await owner.click(server, "k:server:3")).message
    await owner.select(server, "k:set-server:theme:", "slate")
    await bot.kill()
    places.leave(box.world, guild.id, box.bot.id)
    await bot.start()
    await until(lambda: departed() == [(int(guild.id),)])
    assert table.ask("SELECT theme FROM guild WHERE id = ?", int(guild.id)) == [("slate",)]
