"""A season ends: its table is posted once, in the language of the server, whatever is killed."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import TYPE_CHECKING

import pytest

from bot.features.ratings.seasons import season_of, starts
from bot.ui.words import languages
from sandbox.world import places
from tests.bot.stories.held import FATES, Held
from tests.bot.stories.opponents import as_if_against_others
from tests.bot.stories.test_moderation import at_home, settings
from tests.bot.stories.test_ratings import MOVES

if TYPE_CHECKING:
    from pathlib import Path

    from bot.ui.words import Words
    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.hours import Hours
    from tests.bot.stories.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


def told(table: Table, words: Words) -> list[MessageView]:
    """The messages that tell of the end of a season."""
    start = words.raw("season.over").partition("{")[0]
    return [message for message in table.sees() if message.text.startswith(start)]


async def three_games(table: Table, database: Path) -> None:
    """Three rated games that deer gives up after four moves, as if each were against another."""
    for _ in range(3):
        asked = await table.challenge()
        await table.birch.click(asked, asked.buttons[0].label)
        await table.board(1)
        await table.play(*MOVES)
        sure = (await table.deer.slash(table.where, "tablut resign")).message
        await table.deer.click(sure, sure.buttons[0].label)
        await table.said()
    as_if_against_others(database)


async def test_each_season_is_told_once_and_has_its_title(
    box: Sandbox, bot: BotProcess, database: Path, hours: Hours
) -> None:
    table = at_home(box, database)
    page = await settings(table, page="Challenges")
    page = (await table.deer.click(page, "Seasons")).message
    assert "A season lasts three months" in page.text
    for fate, words in zip(FATES, cycle(languages().values()), strict=False):
        guild = box.world.guild(table.guild_id)
        places.alter(box.world, replace(guild, locale=words.raw("language.locales").split(",")[0]))
        before = len(told(table, words))
        await three_games(table, database)
        season = season_of(hours.now)
        running = len(table.sees())
        held = Held("POST", table.path, after=fate == "done")
        box.faults.add(held)
        hours.set(starts(season + 1))
        await held.came()
        await bot.kill()
        held.let_go() if fate == "late" else held.lose()
        await hours.start(bot)
        await table.said()
        found = told(table, words)
        assert len(found) == before + 1
        assert len(table.sees()) == running + 1
        assert found[-1].pings == set()
        assert table.birch.mention in found[-1].text.splitlines()[1]
        titles = table.ask(
            "SELECT place, player FROM title WHERE season = ? ORDER BY place", season
        )
        assert titles == [(1, int(table.birch.id)), (2, int(table.deer.id))]
