"""No player loses on time because of the bot: down, cut off, or with a clock that was set."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

import pytest

from tests.bot.stories.days.telling import reminders, results
from tests.bot.stories.hours import DAY, HOUR
from tests.together import beside, until

if TYPE_CHECKING:
    from sandbox.process import BotProcess
    from tests.bot.stories.hours import Hours
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def test_down_across_a_deadline_the_time_is_given_back(
    table: Table, bot: BotProcess, hours: Hours
) -> None:
    await table.begin(days=1)
    await hours.pass_(32 * HOUR)
    await bot.kill()
    hours.set(hours.now + 3 * DAY - 1)
    await hours.start(bot)
    assert results(table) == []
    await hours.pass_(4 * HOUR - 1)
    assert results(table) == []
    assert len(reminders(table.sees())) == 1
    await hours.pass_(1)
    assert len(results(table)) == 1
    assert reminders(table.sees()) == []


async def test_a_clean_stop_gives_back_what_lay_after_it(
    table: Table, bot: BotProcess, hours: Hours
) -> None:
    await table.begin(days=1)
    await hours.pass_(24 * HOUR)
    hours.set(hours.now + HOUR)
    assert await bot.terminate() == 0
    hours.set(hours.now + 5 * HOUR - 1)
    await hours.start(bot)
    await hours.pass_(11 * HOUR - 1)
    assert results(table) == []
    await hours.pass_(1)
    assert len(results(table)) == 1


async def test_asleep_with_its_machine_it_reckons_a_move_that_wakes_it_with_all_the_time_there_was(
    table: Table, bot: BotProcess, hours: Hours
) -> None:
    asked = await table.challenge(days=1)
    hours.tell("UPDATE challenge SET reserve = 2 WHERE id = ?", table.asked)
    await table.birch.click(asked, "Accept")
    await table.board(1)
    await hours.pass_(20 * HOUR)
    bot.send(signal.SIGSTOP)
    hours.now += 5 * DAY  # without the bot noticing
    async with beside(table.typed(table.deer, "e2-f2")) as moving:
        await asyncio.sleep(1)  # the press is waiting
        bot.send(signal.SIGCONT)
        await moving
    await table.board(2)
    await table.play("e4-f4")
    await bot.wait_for_log(f"time-given-back seconds={5 * DAY}")
    reserve = 'SELECT clock_reserve FROM "match" WHERE id = ?'
    assert hours.ask(reserve, table.match) == [(2 * DAY,)]


async def test_cut_off_across_a_deadline_the_time_is_given_back(table: Table, hours: Hours) -> None:
    await table.begin(days=1)
    await table.said()
    wire = table.box.wire
    wire.refuse = 1000
    wire.cut()
    await until(lambda: wire.refuse < 1000)  # the bot has noticed, and retries
    hours.set(hours.now + 3 * DAY)
    wire.refuse = 0
    await hours.heard()
    assert results(table) == []
    await hours.pass_(36 * HOUR - 1)
    assert results(table) == []
    await hours.pass_(1)
    assert len(results(table)) == 1


async def test_a_clock_set_forward_and_put_right_costs_no_time(table: Table, hours: Hours) -> None:
    await table.begin(days=1)
    began = hours.now
    await hours.jump(began + 100 * DAY)
    assert (reminders(table.sees()), results(table)) == ([], [])
    await hours.jump(began + HOUR)
    await hours.pass_(36 * HOUR - 1)
    assert results(table) == []
    await hours.pass_(1)
    assert len(results(table)) == 1
