"""Players and time: their actions and what they see, while simulated weeks pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.stories.days.telling import reminders, results
from tests.bot.stories.hours import DAY, HOUR

if TYPE_CHECKING:
    from tests.bot.stories.hours import Hours
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def test_a_player_on_vacation_is_not_reminded_until_the_end_of_that_day(
    table: Table, hours: Hours
) -> None:
    await hours.till_weekday(0, 12)
    await table.begin(days=1)
    await hours.pass_(6 * HOUR)  # a sixth of his time
    await table.deer.slash(table.where, "tablut vacation", until="7 days")
    back = hours.now + 6 * HOUR + 7 * DAY  # midnight
    await hours.pass_(back - hours.now)
    assert reminders(table.sees()) == []
    await hours.pass_(21 * HOUR)
    assert len(reminders(table.sees())) == 1
    await hours.pass_(9 * HOUR - 1)
    assert results(table) == []
    await hours.pass_(1)
    assert len(results(table)) == 1


async def test_a_day_that_is_given_saves_who_has_little_time(table: Table, hours: Hours) -> None:
    await table.begin(days=2)
    await hours.pass_(2 * DAY - HOUR)
    await table.in_more(table.birch, "give")
    await hours.heard()
    (board,) = table.boards
    assert f"Time runs out <t:{hours.now + HOUR + DAY}:R>." in board.text
    (gift,) = [message for message in table.sees() if "an extra day." in message.text]
    assert "<t:" not in gift.text
    assert "reserve" not in board.text + gift.text
    await hours.pass_(DAY)
    assert results(table) == []
    await hours.pass_(HOUR)
    assert len(results(table)) == 1


async def test_a_list_warns_in_the_last_quarter_and_not_at_weekends(
    table: Table, hours: Hours
) -> None:
    await hours.till_weekday(0, 0)
    await table.begin(days=5, more=["free"])
    await hours.pass_(3 * DAY + 18 * HOUR)
    assert "hurry" not in await listed(table)
    await hours.pass_(6 * HOUR + 1)
    assert f"⚠ **hurry**, your time runs out <t:{hours.now + DAY - 1}:R>" in await listed(table)
    await table.play("e2-f2")
    await hours.till_weekday(5, 1)  # Saturday
    monday = hours.now + 2 * DAY - HOUR
    board = (await table.opens(table.birch)).message
    assert f"The clock stops at weekends. Time runs out <t:{monday + 4 * DAY + 1}:R>." in board.text
    assert f"⏸ weekend; the clock resumes <t:{monday}:R>" in await listed(table)


async def listed(table: Table) -> str:
    """Return the entry of this table's game in the first player's list."""
    games = (await table.deer.slash(table.where, "tablut games")).text
    return games.split(f"**Game {table.match}**")[1].split("**Game")[0]
