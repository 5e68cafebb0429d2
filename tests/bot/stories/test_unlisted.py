"""People who aren't listed: no tally, gain or number wherever others have them."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.bot.stories.opponents import as_if_against_others
from tests.bot.stories.test_standings import MOVES, asks, lose

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sandbox.message_view import MessageView
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

# A rating or what changes it, points at stake, how two stand, a table's line.
NUMBER = re.compile(
    r"Ratings:|[Hh]ead to head|Rating \*\*|win \W\d|You against|Won \*\*\d|: won \d"
    r"|\N{PLUS-MINUS SIGN}\d|rated \("
)


async def shown(table: Table) -> Mapping[str, str]:
    """All that the two and the channel read of a game from its challenge on, by where it stands."""
    challenge = await table.challenge()
    asked = challenge.text  # as long as it is open
    await table.birch.click(challenge, "Accept")
    await table.said()
    begun = table.boards[-1].text
    for mover, move in zip((table.deer, table.birch) * 2, MOVES, strict=True):
        await table.typed(mover, move)
    await table.said()
    boards = [begun, table.boards[-1].text]
    sure = (await table.in_more(table.birch, "resign")).message
    await table.birch.click(sure, sure.buttons[0].label)
    await table.said()
    result = table.boards[-1]
    deer, birch = table.deer, table.birch
    leaderboard = (await asks(deer, table, "leaderboard")).text
    replay = await asks(deer, table, "replay", game=str(table.match))
    saved = (await deer.click(replay, "File")).message
    return {
        "challenge": asked,
        "board": "\n".join(boards),
        "result": result.text,
        "file": text_files(saved),
        "the table": "\n".join(line for line in leaderboard.splitlines() if birch.mention in line),
        "the profile": (await asks(deer, table, "profile", player=birch.id)).text,
        "history, as the other": (await asks(deer, table, "history", opponent=birch.id)).text,
        "history, as the one": (await asks(birch, table, "history", opponent=deer.id)).text,
        "games": (await asks(deer, table, "games")).text,
    }


def text_files(message: MessageView) -> str:
    """Return the texts of a message's files, except pictures."""
    texts = [file.data.decode() for file in message.pictures if file.name.endswith(".txt")]
    assert texts
    return "".join(texts)


def make_known(database: Path) -> None:
    """Have all ratings be known, as after many games, while the bot runs."""
    with closing(sqlite3.connect(database, timeout=30)) as db, db:
        db.execute("UPDATE rating SET deviation = 80.0, won = won + 9")
    as_if_against_others(database)


def telling(seen: Mapping[str, str], *numbers: str) -> set[str]:
    """The places that tell something."""
    return {
        place
        for place, text in seen.items()
        if NUMBER.search(text)
        or any(number in text for number in numbers if place.startswith("file"))
    }


async def test_no_place_tells_of_who_is_not_listed(table: Table, database: Path) -> None:
    numbers = str(table.deer.id), str(table.birch.id)
    for _ in range(3):
        await lose(table)
    make_known(database)
    listed = telling(await shown(table), *numbers)
    assert listed == {
        *("challenge", "result", "the table", "the profile"),
        *("history, as the other", "history, as the one"),
    }
    settings = await asks(table.birch, table, "settings")
    settings = (await table.birch.select(settings, "k:set:page:", "privacy")).message
    settings = (await table.birch.click(settings, "Don't list me")).message
    try:
        make_known(database)
        assert telling(await shown(table), *numbers) == set()
    finally:
        await table.birch.click(settings, "List me")
