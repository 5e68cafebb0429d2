"""Turns over simulated weeks: reminders, lapses, and what stops a clock."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from sandbox.sample import LONG_TABLE
from sandbox.world import places
from tests.bot.stories.days.telling import (
    in_private,
    keep_boards,
    reminded,
    reminders,
    results,
)
from tests.bot.stories.held import Held
from tests.bot.stories.hours import DAY, HOUR
from tests.bot.stories.table import Table, is_board

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.hours import Hours

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def test_one_reminder_then_it_is_lost_and_told_once(table: Table, hours: Hours) -> None:
    await table.begin(days=2)
    await table.said()
    await hours.pass_(36 * HOUR - 1)
    assert reminders(table.sees()) == []
    await hours.pass_(1)
    (told,) = reminders(table.sees())
    assert told.pings == {"reindeer"}
    board = table.boards[-1]
    assert is_board(board)
    assert f"<t:{hours.now + 12 * HOUR}:R>" in told.text
    assert f"/{table.where}/{board.id})" in told.text
    assert "Which piece?" in (await table.deer.click(told, "Move")).text
    await hours.pass_(12 * HOUR - 1)
    assert results(table) == []
    await hours.pass_(1)
    (result,) = results(table)
    assert result.pings == {"reindeer", "birch"}
    assert "before the game got going" in result.text
    assert not any(map(is_board, table.boards))
    await hours.pass_(3 * DAY)
    assert (reminders(table.sees()), results(table)) == ([], [])  # nothing stays of it
    assert told.gone


@pytest.mark.parametrize("keeps_boards", [False, True])
async def test_a_reminder_that_is_answered_asks_no_more(
    table: Table, hours: Hours, *, keeps_boards: bool
) -> None:
    keep_boards(hours, LONG_TABLE, keeps_boards=keeps_boards)
    await table.begin(days=1)
    await hours.pass_(27 * HOUR)
    (told,) = reminders(table.sees())
    assert told.buttons
    await table.play("e2-f2")
    await hours.heard()
    assert told.gone is not keeps_boards
    assert reminders(table.sees()) == []
    assert [message.buttons for message in reminded(table.sees())] == ([[]] if keeps_boards else [])
    await hours.pass_(27 * HOUR)
    (first,) = reminders(table.sees())
    await table.in_more(table.deer, "give")
    await hours.heard()
    assert first.gone is not keeps_boards
    assert not keeps_boards or (first.buttons, "<t:" in first.text) == ([], False)
    await hours.pass_(DAY)
    (told,) = reminders(table.sees())
    await table.typed(table.deer, "e2-e3")  # whose turn it is not
    await hours.heard()
    assert told.buttons
    asked = (await table.in_more(table.deer, "resign")).message
    await table.deer.click(asked, "Yes, I resign")
    await hours.heard()
    assert reminders(table.sees()) == []
    keep_boards(hours, LONG_TABLE, keeps_boards=False)


async def test_a_private_reminder_goes_even_where_no_board_can_be_posted(
    other: Table, hours: Hours
) -> None:
    in_private(hours, other)
    await other.begin(days=1)
    await hours.pass_(27 * HOUR)
    (told,) = reminders(other.deer.sees(other.deer.dm(other.box.bot)))
    places.close_channel(other.box.world, other.box.world.channel(other.where))
    await hours.pass_(9 * HOUR)
    assert told.gone


async def test_in_private_for_who_wants_it_so(other: Table, hours: Hours) -> None:
    in_private(hours, other)
    await other.begin(days=1)
    await hours.pass_(27 * HOUR)
    dm = other.deer.dm(other.box.bot)
    (told,) = reminders(other.deer.sees(dm))
    assert told.pings == {"cairn"}
    assert reminders(other.sees()) == []
    panel = (await other.deer.click(told, "Move")).message
    panel = (await other.deer.click(panel, "e2")).message
    assert "Played" in (await other.deer.click(panel, "f2")).text
    await other.board(2)


async def test_a_reply_to_a_reminder_is_a_move_here_and_in_private(
    table: Table, other: Table, hours: Hours
) -> None:
    in_private(hours, other)
    await table.begin(days=1)
    await other.begin(days=1)
    await hours.pass_(27 * HOUR)
    (here,) = reminders(table.sees())
    (private,) = reminders(other.deer.sees(other.deer.dm(other.box.bot)))[-1:]
    for playing, told in ((table, here), (other, private)):
        playing.deer.reply(told, "e2-e9")
        await hours.until(lambda playing=playing: playing.moves == [])
        playing.deer.reply(told, "e2-f2")
        await hours.until(lambda playing=playing: playing.moves == ["e2-f2"])
        await playing.board(2)


async def test_in_the_channel_for_a_player_with_closed_direct_messages(
    box: Sandbox, bot: BotProcess, database: Path, hours: Hours
) -> None:
    assert bot.pid
    table = Table(box, database, LONG_TABLE, "north-wind", "birch")
    in_private(hours, table)
    await table.begin(days=1)
    await hours.pass_(27 * HOUR)
    (told,) = reminders(table.sees())
    assert told.pings == {"north-wind"}


async def test_who_has_moved_meanwhile_is_not_reminded(table: Table, hours: Hours) -> None:
    await table.begin(days=1)
    await hours.pass_(9 * HOUR)
    await table.said()
    held = Held("POST", table.path)
    table.box.faults.add(held)
    async with asyncio.TaskGroup() as group:
        group.create_task(table.in_more(table.deer, "draw"))
        await held.came()
        hours.set(hours.now + 18 * HOUR)
        reminded = 'SELECT 1 FROM "match" WHERE id = ? AND reminded'
        await hours.until(lambda: hours.ask(reminded, table.match) != [])
        group.create_task(table.typed(table.deer, "e2-f2"))
        await hours.until(lambda: table.moves == ["e2-f2"])
        held.let_go()
    await hours.heard()
    assert reminders(table.sees()) == []
    assert is_board(table.boards[-1])
