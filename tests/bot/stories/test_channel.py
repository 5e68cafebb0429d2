"""A channel that stays readable: a line for each move, one board, and what goes with the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.rest.faults import Trouble
from sandbox.world import places, user_actions
from tests.bot.stories.table import Table, is_board, is_invitation, is_line, play_button
from tests.bot.stories.test_kills import FATES, Killing
from tests.bot.stories.test_moderation import at_home, choose
from tests.games.test_playthroughs import RECORDS

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.test_kills import Fate

pytestmark = pytest.mark.asyncio(loop_scope="module")

LONG = next(each for each in RECORDS if len(each.plies) == 77)
RULES = f"{LONG.rules}+attackers-first"
FORTY = [each.split()[0] for each in LONG.plies[:40]]
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
    return [each for each in table.sees() if not is_invitation(each)][1:]


@pytest.mark.parametrize("language", SAID)
async def test_forty_moves_are_forty_lines_and_one_board(home: Table, language: str) -> None:
    world = home.box.world
    places.alter(world, replace(world.guild(home.guild_id), locale=language))
    start, first, raichi = SAID[language]
    asked = await home.challenge(rules=RULES)
    await home.birch.click(asked, {"en": "Accept", "fr": "Accepter"}[language])
    await home.board(1)
    await home.play(*FORTY)
    await home.check(*(each.partition("x")[0] for each in FORTY))
    *lines, board = shown(home)
    assert len(lines) == 40
    assert lines[0].text == f"{start} {home.match}"
    assert lines[1].text == f"{first} {home.match}"
    called = [number for number, each in enumerate(lines) if raichi in each.text]
    assert called == [n for n, each in enumerate(LONG.plies[:39], start=1) if "raichi" in each]
    assert called
    assert "<@" not in "".join(each.text for each in lines)
    assert [each.name for each in board.pictures] == ["board.png"]
    assert sum(len(each.message.files) for each in shown(home)) == 1


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
    assert [is_board(each) for each in shown(table)] == [False, True]
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
    assert [[file.name for file in each.pictures] for each in (first, board)] == [["board.png"]] * 2
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
    before = [each.data for each in board.pictures]
    await single.typed(single.deer, "e2-f2")
    await check_single(single, board, "e2-f2")
    assert [each.data for each in board.pictures] != before
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


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("method", ["PATCH", "POST", "DELETE"])
async def test_one_message_and_one_ping_where_discord_fails(
    single: Table, method: str, *, after: bool
) -> None:
    board = await single.begin()
    await single.typed(single.deer, "e2-f2")
    await single.said()
    path = single.path if method == "POST" else f"{single.path}/*"
    trouble = single.box.faults.add(Trouble(503, method, path, after=after))
    await single.typed(single.birch, "e4-f4")
    await check_single(single, board, "e2-f2", "e4-f4")
    assert trouble.hits == 1


@pytest.mark.parametrize("fate", FATES)
@pytest.mark.parametrize("method", ["PATCH", "POST", "DELETE"])
async def test_one_message_and_one_ping_where_the_bot_is_killed(
    box: Sandbox, bot: BotProcess, single: Table, method: str, fate: Fate
) -> None:
    board = await single.begin()
    await single.typed(single.deer, "e2-f2")
    await single.said()
    killing = Killing(box, bot)
    path = single.path if method == "POST" else f"{single.path}/*"
    await killing.at(fate, path, single.typed(single.birch, "e4-f4"), method)
    await killing.now()
    await check_single(single, board, "e2-f2", "e4-f4")


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
