"""A puzzle from a game that two people finished, as the bot really runs: made, offered, solved."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from bot.composition import Machine, run
from bot.ui.words import words_of
from engine.puzzles import solution
from games.notation import read_move
from tests.bot.stories.conftest import command
from tests.bot.stories.table import QUICK
from tests.bot.stories.test_puzzles import move
from tests.together import until
from tests.world.machine import EngineInline

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.config import Settings
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")

PATIENCE = 600  # seconds: the bot looks every minute while no game waits
GAME = "d1-d2 c5-c1 d2-c2 f5-f6 c2-c3 g5-g1 h5-g5 e5-f5 a4-c4 g1-g4 g5-g6 f6-f8 i5-h5 e6-d6"
OTHER = "a6-d6 e7-a7 d1-d4 e3-b3 d9-d8 a7-c7 f1-f4 g5-g1 e2-e3 f5-f6 d8-d7 e5-g5 e3-f3 b3-c3"
TEXT = "3ttt3/4t4/4T4/t3TTt1t/tt1T1K2t/2t1T1T1t/2t1T4/4t4/2T1tt3 l 0"
LINE = f"{QUICK} | win 2 | 1 | {TEXT} | f5-h5"


async def patient(settings: Settings, machine: Machine) -> None:
    """Run the bot with an engine that has time for a whole search."""
    await run(settings, machine=replace(machine, engine=partial(EngineInline, 100_000)))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(box: Sandbox, database: Path) -> AsyncGenerator[BotProcess]:
    """The command that starts this bot."""
    async with box.process(command(box, database, patient)) as process:
        yield process


async def play(table: Table, moves: str) -> None:
    """A game of these moves, which is then resigned."""
    await table.begin()
    await table.play(*moves.split())
    asked = (await table.in_more(table.deer, "resign")).message
    await table.deer.click(asked, "Yes, I resign")


def puzzles_stored(table: Table) -> list[tuple[object, ...]]:
    """The puzzles from games, as the database has them."""
    return table.ask("SELECT number, line FROM found_puzzle ORDER BY number")


async def searched(table: Table) -> list[tuple[object, ...]]:
    """The same, once no game waits for a search."""
    await until(lambda: table.ask("SELECT count(*) FROM unsearched") == [(0,)], PATIENCE)
    return puzzles_stored(table)


async def search_first_game(table: Table) -> None:
    """Make the first puzzle, unless another story has."""
    if not puzzles_stored(table):
        await play(table, GAME)
        assert await searched(table) == [(10_001, LINE)]


async def test_killed_before_the_search_it_is_made(table: Table, bot: BotProcess) -> None:
    await play(table, GAME)
    await bot.kill()
    assert table.ask("SELECT count(*) FROM unsearched") == [(1,)]
    await bot.start()
    assert await searched(table) == [(10_001, LINE)]


async def test_it_is_offered_and_solved_by_taps(
    table: Table, speaker: Player, language: str
) -> None:
    await search_first_game(table)
    who, words = speaker, words_of(language)
    today = (await who.slash(table.where, "tablut puzzle")).message
    assert words("puzzle.found") not in today.text
    # An easy one: *Another* under today's is rather as hard as that, which differs from day to day.
    message = (await who.slash(table.where, "tablut puzzle", difficulty=1)).message
    assert words("puzzle.title", number=10_001) in message.text
    assert words("puzzle.found") in message.text
    people = [player.id for player in (table.deer, table.birch)]
    assert not any(person in message.text for person in people)
    line = solution(LINE)
    assert line[0] == read_move("f5-h5")
    for count in range(0, len(line), 2):
        message = await move(table, who, message, line[count])
    assert words("puzzle.first").casefold() in message.text.casefold()
    assert words("showing.show") in {button.label for button in message.buttons}
    other = (await who.click(message, words("puzzle.another"))).message
    assert words("puzzle.found") not in other.text
    again = (await who.slash(table.where, "tablut puzzle", number=10_001)).message
    assert words("puzzle.found") in again.text


@pytest.mark.nightly
async def test_another_game_brings_another_which_comes_first(table: Table) -> None:
    await search_first_game(table)
    await play(table, OTHER)
    ((_, first), (number, second)) = await searched(table)
    assert (number, first) == (10_002, LINE)
    assert str(second).split(" | ")[2] == "2"
    asked = await table.box.player("cairn").slash(table.where, "tablut puzzle", difficulty=2)
    assert words_of("en")("puzzle.title", number=10_002) in asked.text
