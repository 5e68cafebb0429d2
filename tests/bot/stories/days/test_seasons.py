"""A season ends: its table stands once in the news, in the language of the server, with kills.

Without a channel for news, or where it is gone or closed to the bot, nobody is told.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.seasons import season_of, starts
from bot.ui.words import languages
from sandbox.rules.permissions import May
from sandbox.world import places
from tests.bot.stories.held import Held
from tests.bot.stories.opponents import as_if_against_others
from tests.bot.stories.spoken import pattern
from tests.bot.stories.table import Table
from tests.bot.stories.test_moderation import at_home, settings
from tests.bot.stories.test_ratings import MOVES

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.hours import Hours

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def told_in(table: Table, *channels: str) -> MessageView:
    """Reindeer has the news told in that channel, or nowhere."""
    page = await settings(table)
    return (await table.deer.select(page, "k:set-server:news:", *channels)).message


async def three_games(table: Table, database: Path) -> None:
    """Three rated games that deer gives up after four moves, as if each were against another."""
    for _ in range(3):
        asked, before = await table.challenge(), len(table.boards)
        await table.birch.click(asked, asked.buttons[0].label)
        await table.board(before + 1)
        await table.play(*MOVES)
        sure = (await table.in_more(table.deer, "resign")).message
        await table.deer.click(sure, sure.buttons[0].label)
        await table.said()
    as_if_against_others(database)


async def test_a_season_is_told_once_and_has_its_titles_also_where_the_bot_is_killed(
    box: Sandbox, bot: BotProcess, database: Path, hours: Hours, language: str
) -> None:
    table, words = await at_home(box, database), languages()[language]
    news = Table(box, database, table.guild_id)
    await told_in(table, news.where)
    places.alter(box.world, replace(box.world.guild(table.guild_id), locale=words.locale))
    before = len(news.sees())
    await three_games(table, database)
    season = season_of(hours.now)
    running = len(table.sees())
    held = Held("POST", news.path, after=True)
    box.faults.add(held)
    hours.set(starts(season + 1))
    await held.came()
    await bot.kill()
    held.lose()
    box.clock.advance(3600)  # Discord has forgotten every nonce
    await hours.start(bot)
    await table.said()
    (over,) = news.sees()[before:]
    assert len(table.sees()) <= running
    assert pattern(words, "season.over").match(over.text)
    assert pattern(words, "season.begun").search(over.text)
    assert over.pings == set()
    assert table.birch.mention in over.text.splitlines()[1]
    titles = table.ask("SELECT place, player FROM title WHERE season = ? ORDER BY place", season)
    assert titles == [(1, int(table.birch.id)), (2, int(table.deer.id))]


async def season_ends(hours: Hours) -> None:
    """End the running season, and wait until all its news is posted."""
    season = season_of(hours.now)
    hours.set(starts(season + 1))
    await hours.until(lambda: hours.ask("SELECT 1 FROM note WHERE text = ?", str(season + 1)) != [])
    await hours.heard()


async def test_a_channel_that_is_gone_or_closed_is_told_nothing_and_the_manager_why(
    box: Sandbox, bot: BotProcess, database: Path, hours: Hours
) -> None:
    table, faults = await at_home(box, database), bot.stderr.count("Traceback")
    open_, closed, gone = (Table(box, database, table.guild_id) for _ in range(3))
    for news in (open_, closed, gone):
        await told_in(table, news.where)
        if news is closed:
            news.deny(May.SEND_MESSAGES)
        if news is gone:
            places.close_channel(box.world, gone.channel)
        await season_ends(hours)
    (said,) = open_.sees()
    assert said.text.startswith("**Season ")
    assert "has started" in said.text  # nobody played in the one that is over
    assert closed.sees() == []
    assert "The channel for news is gone" in (await settings(table)).text
    refused = await told_in(table, closed.where)
    assert f"I can't post in <#{closed.where}> yet: I need *Send Messages*" in refused.text
    shown = await told_in(table, open_.where)
    assert "I can't post" not in shown.text
    open_.deny(May.SEND_MESSAGES)
    assert f"I can't post in <#{open_.where}> yet" in (await settings(table)).text
    await told_in(table)
    await season_ends(hours)
    assert len(open_.sees()) == 1
    assert bot.stderr.count("Traceback") == faults
