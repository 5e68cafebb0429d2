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


async def choose(table: Table, where: str, hour: int) -> MessageView:
    """Reindeer has it posted there at that hour."""
    shown = (await table.deer.slash(table.where, "tablut settings")).message
    shown = (await table.deer.click(shown, "k:server:0")).message
    shown = (await table.deer.click(shown, "k:daily::")).message
    shown = (await table.deer.select(shown, "k:daily:hour:", f"{hour:02}:00 UTC")).message
    return (await table.deer.select(shown, "k:daily:channel:", where)).message


@pytest_asyncio.fixture(loop_scope="module")
async def club(box: Sandbox, bot: BotProcess, database: Path, hours: Hours) -> Table:
    """A channel in which the puzzle comes at 14:00; it is 12:00 on the day after the last."""
    assert bot.pid
    table = Table(box, database, LONG_TABLE)
    hours.set(hours.now - hours.now % DAY + DAY + 12 * HOUR)
    await hours.heard()
    shown = await choose(table, table.where, 14)
    assert f"It's posted in <#{table.where}>" in shown.text or "It's posted in" in shown.text
    return table


def posted(table: Table) -> list[MessageView]:
    """The boards of days in the channel."""
    return [message for message in table.sees() if message.pictures]


async def test_it_is_posted_at_its_hour_and_the_one_before_becomes_a_line(
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
    old, second = club.sees()
    assert posted(club) == [second]
    assert old.id == first.id
    assert old.text.startswith("-# Puzzle ")
    again = (await club.birch.click(old, "Solve")).message
    assert f"Puzzle {number}" in again.text
    assert "Puzzle of the day" not in again.text


async def test_a_server_turns_it_off(club: Table, hours: Hours) -> None:
    shown = (await club.deer.slash(club.where, "tablut settings")).message
    shown = (await club.deer.click(shown, "k:server:0")).message
    shown = (await club.deer.click(shown, "k:daily::")).message
    shown = (await club.deer.select(shown, "k:daily:channel:")).message
    assert "It isn't posted here." in shown.text
    await hours.pass_(DAY)
    assert club.sees() == []
