"""Ranks and profiles: after three games, of another player, of one who is not listed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.ui.words import languages
from sandbox.world import places
from tests.bot.stories.opponents import as_if_against_others

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.player import Player
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

MOVES = ("e2-f2", "e4-f4", "f2-e2", "f4-e4")


async def lose_three(table: Table, database: Path) -> None:
    """Three games that birch gives up, as if each were against another person."""
    for _ in range(3):
        await lose(table)
    as_if_against_others(database)


async def lose(table: Table) -> None:
    """A game that birch gives up after four moves."""
    await table.begin()
    await table.play(*MOVES)
    sure = (await table.in_more(table.birch, "resign")).message
    await table.birch.click(sure, sure.buttons[0].label)
    await table.said()


async def asks(who: Player, table: Table, command: str, **options: object) -> MessageView:
    return (await who.slash(table.where, f"tablut {command}", **options)).message


async def test_three_games_bring_two_players_into_the_table_also_after_a_kill(
    box: Sandbox, bot: BotProcess, table: Table, database: Path, language: str
) -> None:
    words = languages()[language]
    deer, birch = table.deer, table.birch
    places.rename(box.world, replace(birch.person, locale=words.locale))
    try:
        await lose_three(table, database)
        seen = await asks(birch, table, "leaderboard")
        lines = seen.text.splitlines()
        rows = {
            row: next(n for n, line in enumerate(lines) if row in line)
            for row in (deer.mention, birch.mention)
        }
        assert rows[deer.mention] < rows[birch.mention]
        own = lines[rows[birch.mention]]
        assert words("ranks.form.l") * 3 in own
        assert words("family.tablut.name") in lines[0]
        (before,) = seen.pictures
        assert before.name == "leaderboard.png"
        empty = await birch.click(seen, words("family.tabal.name"))
        assert words("ranks.none", games=3, count=2) in empty.message.text
        profile = await asks(birch, table, "profile", player=deer.id)
        assert deer.mention in profile.text.splitlines()[0]
        games = next(n for n in (3, 6) if words("ranks.games", count=n) in profile.text)
        score = words("history.score", won=games, drawn=0, lost=0)
        between = words("profile.between", other=deer.mention, won=0, drawn=0, lost=games)
        assert score in profile.text
        assert between in profile.text
        assert [picture.name for picture in profile.pictures] == ["ratings.png"]
        await bot.kill()
        await bot.start()
        again = await asks(birch, table, "leaderboard")  # whose picture soon has the names again
        await birch.wait_for(
            table.where,
            lambda message: (
                message.id == again.id and [p.data for p in message.pictures] == [before.data]
            ),
        )
    finally:
        places.rename(box.world, replace(birch.person, locale="en-US"))
