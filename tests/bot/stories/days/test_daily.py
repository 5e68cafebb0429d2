"""The puzzle of the day in a server's channel: posted once a day, kills and faults included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.sample import LONG_TABLE
from tests.bot.stories.hours import DAY, HOUR
from tests.bot.stories.table import Table

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.hours import Hours

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def choose(table: Table, *where: str) -> MessageView:
    """Reindeer has it posted there, or nowhere; what the settings say then."""
    shown = (await table.deer.slash(table.where, "tablut settings")).message
    for page in (0, 1):
        shown = (await table.deer.click(shown, f"k:server:{page}")).message
    shown = (await table.deer.select(shown, "k:set-server:daily", *where)).message
    return (await table.deer.click(shown, "k:server:0")).message


@pytest_asyncio.fixture(loop_scope="module")
async def club(box: Sandbox, bot: BotProcess, database: Path, hours: Hours) -> Table:
    """A channel in which the puzzle comes at 8:00; it is 6:00 on the day after the last."""
    assert bot.pid
    table = Table(box, database, LONG_TABLE)
    hours.set(hours.now - hours.now % DAY + DAY + 6 * HOUR)
    await hours.heard()
    assert f"Puzzle of the day: <#{table.where}>" in (await choose(table, table.where)).text
    return table


def posted(table: Table) -> list[MessageView]:
    """The boards of days in the channel."""
    return [message for message in table.sees() if message.pictures]


async def test_it_is_posted_at_its_hour_and_the_one_before_is_deleted(
    club: Table, hours: Hours
) -> None:
    await hours.pass_(HOUR)
    assert club.sees() == []
    await hours.pass_(HOUR)
    (first,) = club.sees()
    assert "Puzzle of the day" in first.text
    assert first.pings == set()
    assert first.message.flags & 1 << 12  # without a sound
    private = (await club.birch.click(first, "Solve")).message
    assert private.ephemeral
    number = first.text.splitlines()[0].split()[-1]
    assert f"**Puzzle of the day {number}** " in private.text
    await hours.pass_(9 * HOUR)
    assert len(club.sees()) == 1
    await hours.pass_(15 * HOUR)
    (second,) = club.sees()
    assert first.gone
    assert posted(club) == [second]
    club.birch.react(second, "\N{PARTY POPPER}")
    number = second.text.splitlines()[0].split()[-1]
    await hours.pass_(DAY)
    liked, third = club.sees()
    assert posted(club) == [third]
    assert liked.id == second.id
    assert liked.text.startswith("-# Puzzle ")
    again = (await club.birch.click(liked, "Solve")).message
    assert f"Puzzle {number}" in again.text
    assert "Puzzle of the day" not in again.text


async def test_a_server_turns_it_off(club: Table, hours: Hours) -> None:
    assert "Puzzle of the day" not in (await choose(club)).text
    before = len(club.sees())
    await hours.pass_(DAY)
    assert len(club.sees()) == before
