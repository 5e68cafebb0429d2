"""One's finished games, listed: the score against a player, some of them only, page by page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.sample import LONG_TABLE
from tests.bot.stories.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox

    Sit = Callable[..., Table]

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

D, L = {"side": "d"}, {"side": "l"}
TABAL = {"rules": "tabal"}
POSITION = "3ttt3/4t4/2K6/t3T3t/tt3TTtt/t3T3t/9/4t4/3ttt3 l 0"
AFTER = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
BACK, NEXT = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK} Back", f"Next {AFTER}"


@pytest_asyncio.fixture(loop_scope="module")
async def sit(box: Sandbox, bot: BotProcess, database: Path) -> Sit:
    """Another table for the same friends."""
    assert bot.pid
    return partial(Table, box, database, LONG_TABLE)


async def play_on(table: Table, moves: int = 4) -> None:
    """Moves of whoever is to move, as completion offers them first: so that the game counts."""
    for moves_made in range(moves):
        ((turn, dark),) = table.ask('SELECT turn, dark FROM "match" WHERE id = ?', table.match)
        deer_moves = (turn == "d") == (dark == int(table.deer.id))
        mover = table.deer if deer_moves else table.birch
        first = (await mover.autocomplete(table.where, "tablut move", "move", ""))[0]
        await table.typed(mover, str(first.value))
        asked = 'SELECT plies FROM "match" WHERE id = ?'
        assert table.ask(asked, table.match) == [(moves_made + 1,)]
    await table.said()


async def give_up(table: Table, who: Player) -> None:
    """To be asked once more, and to say yes."""
    asked = (await table.in_more(who, "resign")).message
    await who.click(asked, asked.buttons[0].label)


async def lose(table: Table, who: str, **options: object) -> str:
    """A game that one of the two gives up after four moves; its number."""
    await table.begin(**options)
    await play_on(table)
    await give_up(table, getattr(table, who))
    await table.said()
    return str(table.match)


async def draw(table: Table, **options: object) -> str:
    """A game that both agree to leave drawn; its number."""
    await table.begin(**options)
    await play_on(table)
    await table.in_more(table.deer, "draw")
    await table.in_more(table.birch, "yes")
    await table.said()
    return str(table.match)


async def listed(who: Player, where: str, **options: object) -> MessageView:
    """His finished games, which he alone reads and which ping no player."""
    page = (await who.slash(where, "tablut history", **options)).message
    assert page.ephemeral
    assert page.pings == set()
    return page


def numbers(page: MessageView) -> list[str]:
    """Which games a page has, from the top."""
    ids = [button.custom_id or "" for button in page.buttons]
    return [id_.removeprefix("k:open:") for id_ in ids if id_.startswith("k:open:")]


def lines(page: MessageView) -> list[str]:
    return page.text.split("\n")


async def test_the_score_between_two_and_their_games_page_by_page(sit: Sit) -> None:
    games = [
        await lose(sit(), "birch", **D),
        await lose(sit(), "deer", **D, rules="ludens"),
        await draw(sit(), **L, rules="ludens"),
        await lose(sit(), "deer", **D),
        await lose(sit(), "birch", **D, rules="larochelle+king-four"),
        await lose(sit(), "birch", **L, rules="ludens"),
    ]
    newest, oldest = games[:0:-1], games[:1]
    table = sit()
    deer, birch, where = table.deer, table.birch, table.where
    page = await listed(deer, where, opponent=birch)
    assert lines(page)[:4] == [
        f"**Your finished games** · against {birch.mention}",
        "Won **3** · drawn **1** · lost **2**",
        "-# Attackers (Tabal: Dark): won 2, drawn 0, lost 2",
        "-# Defenders (Tabal: Light): won 1, drawn 1, lost 0",
    ]
    assert numbers(page) == newest
    assert "-# Page 1 of 2" in page.text
    page = (await deer.click(page, NEXT)).message
    assert numbers(page) == oldest
    won = f"**Won** against {birch.mention} · <t:"
    assert lines(page)[4].startswith(won)
    assert lines(page)[5:7] == [
        f"{birch.mention} resigned.",
        "-# Attackers · La Rochelle + attackers first · 4 moves",
    ]
    assert numbers((await deer.click(page, BACK)).message) == newest
    theirs = await listed(birch, where, opponent=deer)
    assert lines(theirs)[1] == "Won **2** · drawn **1** · lost **3**"

    only = await listed(deer, where, opponent=birch, rules="larochelle")
    assert numbers(only) == [games[4], games[3], games[0]]
    only = await listed(deer, where, opponent=birch, rules="larochelle+king-four")
    assert numbers(only) == [games[4]]
    only = await listed(deer, where, opponent=birch, rules="ludens", result="drawn")
    assert numbers(only) == [games[2]]
    assert f"**Drawn** with {birch.mention}" in only.text
    assert lines(only)[1] == "Won **1** · drawn **1** · lost **1**"
    none = await listed(deer, where, opponent=birch, rules="tabal")
    assert "No finished games match." in none.text


async def test_a_game_of_the_list_is_opened_stepped_through_and_taken_away(sit: Sit) -> None:
    table = sit("cairn", "birch")
    number = await lose(table, "birch")
    page = await listed(table.deer, table.where, opponent=table.birch)
    opened = await table.deer.click(page, f"k:open:{number}")
    assert opened.ephemeral
    assert f"**{table.deer.mention} wins**" in opened.text
    names = [picture.name for picture in opened.pictures]
    assert names == ["board.png"]
    replay = await table.deer.click(opened.message, "Replay")
    assert "The start. 4 moves followed." in replay.text
    taken = await table.deer.click(replay.message, "File")
    assert [file.name for file in taken.pictures] == [f"konakis-{number}.txt"]


async def test_the_finished_games_of_others_are_theirs(sit: Sit) -> None:
    number = await lose(sit("cairn", "riviere"), "deer")
    table = sit()
    assert number not in numbers(await listed(table.deer, table.where))
    wind = table.box.player("north-wind")
    none = await listed(wind, table.where)
    assert none.text.startswith("You haven't finished a game yet.")
    ways = ["Play against me", "Learn", "Challenge a friend"]
    assert [button.label for button in none.buttons] == ways
    empty = (await wind.slash(table.where, "tablut games")).message
    assert [button.label for button in empty.buttons] == ways
    together = await listed(wind, table.where, opponent=table.deer)
    assert numbers(together) == []
    assert lines(together)[1].startswith("You two haven't finished a game yet.")
