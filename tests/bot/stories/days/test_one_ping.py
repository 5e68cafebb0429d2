"""Nobody is pinged twice in a minute, except about the same game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.stories.days.telling import reminders
from tests.bot.stories.hours import DAY, HOUR, Hours
from tests.bot.stories.table import QUICK

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.message_view import MessageView
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]

MINUTE = 60


@pytest.fixture(scope="module")
def hours(database: Path) -> Hours:
    """The clock of these stories, with a pause between pings."""
    hours = Hours(database)
    hours.pause = MINUTE
    return hours


def private(table: Table) -> list[MessageView]:
    """The bot's direct messages to Reindeer."""
    return table.deer.sees(table.deer.dm(table.box.bot))


async def test_reminders_that_are_due_together_are_one_message(table: Table, hours: Hours) -> None:
    for _ in range(2):
        await table.begin(days=2)
        await hours.heard()
    boards = table.boards
    await hours.pass_(MINUTE)
    before = len(private(table))
    await hours.pass_(36 * HOUR - MINUTE)
    assert (reminders(table.sees()), len(private(table))) == ([], before)
    await hours.pass_(MINUTE)
    (told,) = private(table)[before:]
    assert reminders(table.sees()) == []
    assert all(f"/{table.where}/{board.id})" in told.text for board in boards)
    moves = [button for button in told.buttons if (button.custom_id or "").startswith("k:move:")]
    assert len(moves) == len(boards)
    await hours.pass_(HOUR)
    assert len(private(table)) == before + 1


async def test_a_second_board_within_a_minute_pings_when_that_is_over(
    table: Table, hours: Hours
) -> None:
    await hours.pass_(MINUTE)
    for _ in range(2):
        await table.begin()
        await hours.heard()
    first, second = table.boards
    assert (first.pings, second.pings) == ({"reindeer"}, set())
    await hours.pass_(MINUTE - 1)
    pinged = [message for message in table.sees() if message.pings == {"reindeer"}]
    assert [message.id for message in pinged] == [first.id]
    await hours.pass_(1)
    (late,) = [m for m in table.sees() if m.pings == {"reindeer"} and m.id != first.id]
    assert f"/{table.where}/{second.id})" in late.text


async def test_a_challenge_within_a_minute_of_a_board_pings_when_that_is_over(
    table: Table, hours: Hours
) -> None:
    await hours.pass_(MINUTE)
    await table.begin()
    await hours.heard()
    assert table.boards[-1].pings == {"reindeer"}
    before = {message.id for message in table.sees()}
    options = {"opponent": table.deer, "rules": QUICK}
    await table.birch.slash(table.where, "tablut challenge", **options)
    await hours.pass_(MINUTE - 1)
    asked = [message for message in table.sees() if message.id not in before]
    assert [message.pings for message in asked] == [set()]
    await hours.pass_(1)
    (late,) = [m for m in table.sees() if m.id not in before and m.pings]
    assert (late.pings, late.id == asked[0].id) == ({"reindeer"}, False)
    await hours.pass_(DAY)
    assert late.gone


async def test_moves_of_one_game_follow_each_other_at_once(table: Table, hours: Hours) -> None:
    await hours.pass_(MINUTE)
    await table.begin()
    assert (await table.play("e2-f2", "e4-f4")).pings == {"reindeer"}
