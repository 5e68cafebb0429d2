"""Rated games: what stands in the challenge, what the end says, kills in between, settings."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.ui.words import languages
from sandbox.world import places
from tests.bot.stories.spoken import pattern

if TYPE_CHECKING:
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")

MOVES = ("e2-f2", "e4-f4", "f2-e2", "f4-e4")
CALLBACK = "/interactions/*/callback"


def counted(table: Table) -> list[str]:
    """How the table's games went for each seat on its server, as it counts."""
    rows = table.ask(
        'SELECT outcome FROM seat JOIN "match" ON "match".id = seat."match" '
        'WHERE channel = ? AND seat.guild <> 0 ORDER BY seat."match", side',
        int(table.where),
    )
    return [str(outcome) for (outcome,) in rows]


async def test_a_rated_game_from_the_challenge_to_its_end(
    box: Sandbox, table: Table, language: str
) -> None:
    words = languages()[language]
    guild = box.world.guild(table.guild_id)
    places.alter(box.world, replace(guild, locale=words.locale))
    try:
        asked = await table.challenge()
        assert f"{words('ratings.rated')}\n" in asked.text
        assert asked.pings == {"birch"}
        await table.birch.click(asked, asked.buttons[0].label)
        await table.board(1)
        await table.play(*MOVES)
        sure = (await table.in_more(table.birch, "resign")).message
        await table.birch.click(sure, sure.buttons[0].label)
        result = await table.board(6)
    finally:
        places.alter(box.world, replace(box.world.guild(table.guild_id), locale="en-US"))
    (line,) = [
        line for line in result.text.splitlines() if pattern(words, "ratings.changed").search(line)
    ]
    assert len(re.findall("[0-9]{4}", line)) == len(("won", "lost"))
    assert counted(table) == ["won", "lost"]
