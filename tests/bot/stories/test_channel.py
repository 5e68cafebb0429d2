"""A channel that stays readable: a line for each move, one board, and what goes with the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.rest.faults import Trouble
from sandbox.world import places, user_actions
from tests.bot.stories.held import FATES, for_each
from tests.bot.stories.table import Table, is_board, is_invitation, is_line, play_button
from tests.bot.stories.test_moderation import at_home, choose
from tests.games.test_playthroughs import RECORDS
from tests.together import together

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.held import Killing, Tables

pytestmark = pytest.mark.asyncio(loop_scope="module")

LONG = next(record for record in RECORDS if len(record.plies) == 77)
RULES = f"{LONG.rules}+attackers-first"
FORTY = [ply.split()[0] for ply in LONG.plies[:40]]
SAID = {
    "en": ("-# Start of the game · game", "-# 1. Attackers **b5-b8** · game", "**Raichi!**"),
    "fr": (
        "-# Début de la partie · partie",
        "-# 1. Attaquants **b5-b8** · partie",
        "**Raichi\u00a0!**",
    ),
}


@pytest_asyncio.fixture(loop_scope="module")
async def home(box: Sandbox, bot: BotProcess, database: Path) -> Table:
    """A table in a server of its own, greeted by the bot, whose settings the friends may change."""
    assert bot.pid
    table = at_home(box, database)
    await box.until(lambda: next(filter(is_invitation, table.sees()), None))
    return table


def shown(table: Table) -> list[MessageView]:
    """What the bot has in the channel, without the challenge and the greeting to a new server."""
    return [message for message in table.sees() if not is_invitation(message)][1:]


@pytest.mark.parametrize("language", SAID)
async def test_forty_moves_are_forty_lines_and_one_board(home: Table, language: str) -> None:
    world = home.box.world
    places.alter(world, replace(world.guild(home.guild_id), locale=language))
    start, first, raichi = SAID[language]
    asked = await home.challenge(rules=RULES)
    await home.birch.click(asked, {"en": "Accept", "fr": "Accepter"}[language])
    await home.board(1)
    await home.play(*FORTY)
    await home.check(*(move.partition("x")[0] for move in FORTY))
    *lines, board = shown(home)
    assert len(lines) == 40
    assert lines[0].text == f"{start} {home.match}"
    assert lines[1].text == f"{first} {home.match}"
    called = [number for number, line in enumerate(lines) if raichi in line.text]
    assert called == [n for n, ply in enumerate(LONG.plies[:39], start=1) if "raichi" in ply]
    assert called
    assert "<@" not in "".join(line.text for line in lines)
    assert [picture.name for picture in board.pictures] == ["board.png"]
    assert sum(len(message.message.files) for message in shown(home)) == 1


async def test_what_was_said_of_a_turn_goes_when_it_is_played(table: Table) -> None:
    await table.begin(pace=2)
    await table.birch.slash(table.where, "tablut give")
    await table.birch.slash(table.where, "tablut draw")
    await table.said()
    first, gift, offer = shown(table)
    assert (gift.pings, offer.pings) == (set(), {"reindeer"})
    await table.deer.click(offer, "Decline")
    await table.said()
    assert len(shown(table)) == 4  # the refusal pings who offered
    await table.play("e2-f2")
    await table.check("e2-f2")
    assert shown(table)[0] == first
    assert [is_board(message) for message in shown(table)] == [False, True]
    await table.play("e4-f4")
    await table.check("e2-f2", "e4-f4")


async def test_a_thread_carries_the_names_of_its_players(table: Table) -> None:
    asked = await table.challenge(thread=True)
    await table.birch.click(asked, "Accept")
    await table.deer.wait_for(asked.id, is_board)
    name = table.box.world.channel(asked.id).name
    deer, birch = table.deer.person.shown, table.birch.person.shown
    assert name.startswith(f"{deer} \u2013 {birch} · game {table.match}, La Rochelle")


async def test_a_server_may_keep_its_boards(home: Table) -> None:
    await choose(home, "boards", "keep")
    await home.begin(pace=2)
    await home.birch.slash(home.where, "tablut give")
    await home.play("e2-f2")
    await home.said()
    first, gift, board = shown(home)
    assert "gives" in gift.text
    assert [[file.name for file in message.pictures] for message in (first, board)] == [
        ["board.png"]
    ] * 2
    assert (first.buttons, is_board(board)) == ([], True)


@pytest_asyncio.fixture(loop_scope="module")
async def single(home: Table) -> Table:
    """A server where one message is the board all the time."""
    await choose(home, "boards", "one")
    return home


async def check_single(table: Table, board: MessageView, *moves: str) -> None:
    """The board is the first one still, and one message pings who is to move."""
    await table.said()
    assert table.moves == list(moves)
    same, ping = shown(table)
    mover = ("reindeer", "birch")[len(moves) % 2]
    assert same == board
    assert is_board(same)
    assert f"**{moves[-1]}**" in same.text
    assert f"**{moves[-1]}**" in ping.text
    assert (ping.pings, ping.pictures) == ({mover}, [])


async def test_a_server_may_have_one_message_and_a_ping_that_goes(single: Table) -> None:
    board = await single.begin()
    before = [picture.data for picture in board.pictures]
    await single.typed(single.deer, "e2-f2")
    await check_single(single, board, "e2-f2")
    assert [picture.data for picture in board.pictures] != before
    *_, ping = shown(single)
    assert f"/{single.where}/{board.id})" in ping.text
    panel = await single.panel(single.birch, ping, "e4", "f4")
    await single.birch.click(panel, play_button(panel, ("e4", "f4")))
    await check_single(single, board, "e2-f2", "e4-f4")
    assert ping.gone
    asked = (await single.deer.slash(single.where, "tablut resign")).message
    await single.deer.click(asked, "Yes, I resign")
    await single.said()
    line, result = shown(single)
    assert is_line(line)
    assert "resigned" in result.text


async def test_where_that_message_is_deleted_it_is_posted_anew(single: Table) -> None:
    board = await single.begin()
    await single.said()
    user_actions.erase(single.box.world, single.deer.id, board.message)
    await single.typed(single.deer, "e2-f2")
    await single.said()
    (anew,) = shown(single)
    assert is_board(anew)
    assert anew.pings == {"birch"}
    await single.typed(single.birch, "e4-f4")
    await check_single(single, anew, "e2-f2", "e4-f4")


@pytest.mark.parametrize("method", ["PATCH", "POST", "DELETE"])
async def test_one_message_and_one_ping_where_discord_fails(
    box: Sandbox, single: Table, database: Path, method: str
) -> None:
    """Before its work and after it, each in a channel."""

    async def story(*, after: bool) -> None:
        table = Table(box, database, single.guild_id)
        board = await table.begin()
        await table.typed(table.deer, "e2-f2")
        await table.said()
        path = table.path if method == "POST" else f"{table.path}/*"
        trouble = box.faults.add(Trouble(503, method, path, after=after))
        await table.typed(table.birch, "e4-f4")
        await check_single(table, board, "e2-f2", "e4-f4")
        assert trouble.hits == 1

    await together(story(after=False), story(after=True))


@pytest.mark.parametrize("method", ["PATCH", "POST", "DELETE"])
async def test_one_message_and_one_ping_where_the_bot_is_killed(
    box: Sandbox, single: Table, database: Path, killing: Killing, method: str
) -> None:
    """One kill for three channels, each with its fate."""
    boards: dict[Table, MessageView] = {}
    tables: Tables = {fate: Table(box, database, single.guild_id) for fate in FATES}
    for fate, table in tables.items():
        boards[table] = await table.begin()
        await table.typed(table.deer, "e2-f2")
        await table.said()
        path = table.path if method == "POST" else f"{table.path}/*"
        await killing.at(fate, path, table.typed(table.birch, "e4-f4"), method)
    await killing.now()
    await for_each(tables, lambda table: check_single(table, boards[table], "e2-f2", "e4-f4"))


async def test_a_notice_that_a_moderator_deleted_is_not_missed(table: Table) -> None:
    await table.begin(pace=2)
    await table.birch.slash(table.where, "tablut give")
    await table.said()
    user_actions.erase(table.box.world, table.deer.id, shown(table)[-1].message)
    await table.play("e2-f2")
    await table.check("e2-f2")


@pytest.mark.parametrize("after", [False, True])
async def test_a_notice_goes_although_discord_fails_at_first(table: Table, *, after: bool) -> None:
    await table.begin(pace=2)
    await table.birch.slash(table.where, "tablut give")
    await table.said()
    trouble = table.box.faults.add(Trouble(503, "DELETE", f"{table.path}/*", after=after))
    await table.play("e2-f2")
    await table.check("e2-f2")
    assert len(shown(table)) == 2
    assert trouble.hits == 1
