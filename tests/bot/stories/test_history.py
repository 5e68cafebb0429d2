"""One's finished games, listed: the score against a player, some of them only, page by page."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.sample import LONG_TABLE
from sandbox.world import places
from tests.bot.stories.table import QUICK, Table, challenged

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
        "-# Attackers · La Rochelle + attackers begin · 4 moves",
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
    assert none.text.startswith("You have not finished a game yet.")
    ways = ["Play against me", "Learn", "Challenge anyone here"]
    assert [button.label for button in none.buttons] == ways
    empty = (await wind.slash(table.where, "tablut games")).message
    assert [button.label for button in empty.buttons] == ways
    together = await listed(wind, table.where, opponent=table.deer)
    assert numbers(together) == []
    assert lines(together)[1].startswith("You two have not finished a game yet.")


async def test_both_games_of_two_say_which_they_are(sit: Sit) -> None:
    table = sit("riviere", "cairn")
    await table.begin(more=["two", "rated"], **TABAL, side="d")
    await play_on(table)
    await give_up(table, table.birch)
    await table.said()
    await play_on(table)
    await give_up(table, table.birch)
    await table.said()
    page = await listed(table.birch, table.where, opponent=table.deer, rules="tabal")
    assert lines(page)[1:4] == [
        "Won **0** · drawn **0** · lost **2**",
        "-# Dark: won 0, drawn 0, lost 1",
        "-# Light: won 0, drawn 0, lost 1",
    ]
    told = [line for line in lines(page) if line.endswith("two games")]
    assert told == [
        "-# Dark · Permainan Tabal · 4 moves · second of two games",
        "-# Light · Permainan Tabal · 4 moves · first of two games",
    ]


async def test_a_game_from_a_position_is_listed_and_not_counted(sit: Sit) -> None:
    table = sit("cairn", "north-wind")
    cairn, wind = table.deer, table.birch
    options = {"position": POSITION, "rules": "larochelle", "opponent": wind}
    shown = (await cairn.slash(table.where, "tablut file", **options)).message
    await cairn.click(shown, "Challenge")
    asked = await wind.wait_for(table.where, "challenges you")
    await wind.click(asked, "Accept")
    await table.board(1)
    await give_up(table, wind)
    result = await table.board(2)
    page = await listed(cairn, table.where, opponent=wind, result="won")
    assert lines(page)[1] == "Won **0** · drawn **0** · lost **0** · in no statistics **1**"
    assert lines(page)[-1].endswith("La Rochelle · 0 moves · from a position")
    assert numbers(page) == [str(table.match)]
    again = await challenged(cairn, await cairn.click(result, "Rematch"))
    await wind.click(again, "Accept")
    await table.board(3)
    await give_up(table, cairn)
    await table.said()
    page = await listed(cairn, table.where, opponent=wind)
    assert lines(page)[1].endswith("in no statistics **2**")


async def test_a_game_that_was_stopped_has_no_result(sit: Sit) -> None:
    table = sit("reindeer", "cairn")
    await table.begin()
    stop = {"game": str(table.match)}
    form = (await table.deer.slash(table.where, "tablut-mod stop", **stop)).modal
    assert form
    await table.deer.submit(form)
    await table.said()
    page = await listed(table.birch, table.where, opponent=table.deer)
    assert lines(page)[1] == "Won **0** · drawn **0** · lost **0** · no result **1**"
    assert f"**No result** with {table.deer.mention}" in page.text
    assert "A moderator stopped the game; nobody wins." in page.text


async def test_the_rules_are_completed(sit: Sit) -> None:
    table = sit()
    offered = await table.deer.autocomplete(table.where, "tablut history", "rules", "rochelle")
    assert offered[0].value == "larochelle"
    refused = await table.deer.slash(table.where, "tablut history", rules="chess")
    assert refused.ephemeral
    assert "`chess`" in refused.text


async def test_in_french(box: Sandbox, sit: Sit) -> None:
    world = box.world
    guild = places.open_guild(world, "Chez nous", box.player("riviere").id)
    places.alter(world, replace(guild, locale="fr"))
    for name in ("north-wind", box.bot.username):
        places.join(world, guild.id, box.player(name).id)
    games = [await lose(sit("riviere", "north-wind"), "deer", rules=QUICK) for _ in range(6)]
    table = sit("riviere", "north-wind")
    riviere, wind = table.deer, table.birch
    page = await listed(riviere, table.where, opponent=wind)
    assert lines(page)[0] == f"**Tes parties finies** · contre {wind.mention}"
    assert re.match(
        r"Gagnées\s: \*\*0\*\* · nulles\s: \*\*0\*\* · perdues\s: \*\*6", lines(page)[1]
    )
    assert re.match(r"-# Attaquants .*: gagnées 0, nulles 0, perdues 6", lines(page)[2])
    page = (await riviere.click(page, f"Suivant {AFTER}")).message
    assert numbers(page) == games[:1]
    assert f"**Perdue** contre {wind.mention}" in page.text
    assert f"{riviere.mention} abandonne." in page.text
    assert "-# Page 2 sur 2" in page.text
    opened = await riviere.click(page, "Ouvrir")
    assert f"**{wind.mention} gagne**" in opened.text
    none = await listed(riviere, table.where, opponent=wind, result="won")
    assert "gagnées seulement\n" in none.text
    assert "Aucune partie finie ne correspond." in none.text


async def test_an_erased_player_is_a_former_player(sit: Sit) -> None:
    table = sit("north-wind", "cairn")
    wind, cairn = table.deer, table.birch
    number = await lose(table, "birch")
    await table.said()
    shown = (await cairn.slash(table.where, "tablut mydata")).message
    for press in ("k:mydata:ask", "k:mydata:sure", "k:mydata:erase"):
        shown = (await cairn.click(shown, press)).message
    page = await listed(wind, table.where, result="won")
    assert number == numbers(page)[0]
    assert "**Won** against a former player · <t:" in page.text
    assert "\nA former player resigned.\n" in page.text
    assert cairn.mention not in page.text
