"""Vacations: so many days a year, at once, one's own clocks alone; the way back."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from bot.service.challenges import accept, challenge
from bot.service.clocks import clock_state
from bot.service.limits import Limits
from bot.service.model import Terms, Vacation
from bot.service.refusals import No, Refusal
from bot.service.vacations import VacationStatus, end_vacation, start_vacation, vacation_status
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, HERE, D

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour

DAY = 86_400


def second(month: int, day: int, hour: int = 0, year: int = 2026) -> int:
    return int(datetime(year, month, day, hour, tzinfo=UTC).timestamp())


TODAY = date(2026, 11, 21)
NOW = second(11, 21, 15)


async def refused(parlour: Parlour, day: date) -> Refusal:
    error = await parlour.unchanged(start_vacation(parlour.house, ANNA, day))
    assert isinstance(error, Refusal)
    assert parlour.store.holidays == {}
    return error


async def test_a_player_who_was_never_away_has_all_days_left(parlour: Parlour) -> None:
    parlour.time = NOW
    assert await vacation_status(parlour.house, ANNA) == VacationStatus(
        TODAY, None, 30, date(2026, 12, 21)
    )


async def test_one_is_away_at_once_until_the_end_of_the_day(parlour: Parlour) -> None:
    parlour.time = NOW
    stands = await start_vacation(parlour.house, ANNA, date(2026, 11, 27))
    assert stands == VacationStatus(TODAY, second(11, 28), 24, date(2026, 12, 21))
    assert list(parlour.store.holidays.values()) == [Vacation(1, ANNA, NOW, second(11, 28))]
    parlour.time = second(11, 28) - 1
    assert (await vacation_status(parlour.house, ANNA)).end == second(11, 28)
    parlour.time += 1
    assert await vacation_status(parlour.house, ANNA) == VacationStatus(
        date(2026, 11, 28), None, 24, date(2026, 12, 22)
    )


async def test_so_many_days_cost_so_many_and_today_alone_costs_one(parlour: Parlour) -> None:
    parlour.time = NOW
    for days in (3, 1):
        assert (
            await start_vacation(parlour.house, ANNA, TODAY + timedelta(days=days))
        ).left == 30 - days
    assert (await start_vacation(parlour.house, ANNA, TODAY)).left == 29
    parlour.time = second(11, 22)
    assert (await vacation_status(parlour.house, ANNA)).end is None
    assert (await start_vacation(parlour.house, ANNA, date(2026, 11, 23))).left == 28


async def test_it_stops_ones_own_clocks_and_no_others(parlour: Parlour) -> None:
    parlour.time = NOW
    made, _ = await challenge(parlour.house, HERE, ANNA, BEN, Terms("ludens", D, Pace(3)))
    record = await accept(parlour.house, made.id, BEN)
    await start_vacation(parlour.house, BEN, date(2026, 11, 30))
    shown = await clock_state(parlour.house, record)
    assert shown
    assert (shown.deadline, shown.goes_on) == (NOW + 3 * DAY, None)
    await start_vacation(parlour.house, ANNA, date(2026, 11, 22))
    shown = await clock_state(parlour.house, record)
    assert shown
    assert (shown.deadline, shown.goes_on) == (second(11, 23) + 3 * DAY, second(11, 23))


async def test_another_day_takes_the_place_of_the_one_before(parlour: Parlour) -> None:
    parlour.time = NOW
    await start_vacation(parlour.house, ANNA, date(2026, 11, 27))
    parlour.time += DAY
    longer = await start_vacation(parlour.house, ANNA, date(2026, 12, 21))
    assert (longer.end, longer.left) == (second(12, 22), 0)
    shorter = await start_vacation(parlour.house, ANNA, date(2026, 11, 23))
    assert (shorter.end, shorter.left) == (second(11, 24), 28)
    assert list(parlour.store.holidays.values()) == [Vacation(1, ANNA, NOW, second(11, 24))]


async def test_coming_back_gives_back_the_days_after_today_and_rouses_ones_matches(
    parlour: Parlour,
) -> None:
    parlour.time = NOW
    made, _ = await challenge(parlour.house, HERE, ANNA, BEN, Terms("ludens", D, Pace(3)))
    record = await accept(parlour.house, made.id, BEN)
    await start_vacation(parlour.house, ANNA, date(2026, 12, 10))
    parlour.store.records[record.id] = await parlour.house.record(record.id)
    parlour.time += DAY
    assert (await end_vacation(parlour.house, ANNA)).left == 29
    assert (await vacation_status(parlour.house, ANNA)).end is None
    assert (await parlour.house.record(record.id)).due == NOW
    shown = await clock_state(parlour.house, record)
    assert shown
    assert (shown.deadline, shown.goes_on) == (NOW + 4 * DAY, None)
    assert await end_vacation(parlour.house, ANNA) == await vacation_status(parlour.house, ANNA)


async def test_away_twice_on_one_day_costs_that_day_once(parlour: Parlour) -> None:
    parlour.time = NOW
    for _ in range(3):
        assert (await start_vacation(parlour.house, ANNA, TODAY)).left == 29
        parlour.time += 600
        assert (await end_vacation(parlour.house, ANNA)).left == 29


async def test_a_day_that_is_over_or_too_far_is_refused(parlour: Parlour) -> None:
    parlour.time = NOW
    assert (await refused(parlour, date(2026, 11, 20))).no is No.DAY_OVER
    too_long = await refused(parlour, date(2026, 12, 22))
    assert too_long.no is No.VACATION_TOO_LONG
    assert too_long.values == {"limit": 30, "last": second(12, 22)}
    assert (await refused(parlour, date(9999, 12, 31))).no is No.VACATION_TOO_LONG


async def test_each_year_has_its_own_days(parlour: Parlour) -> None:
    parlour.time = second(12, 29, 12)
    parlour.store.holidays[1] = Vacation(1, ANNA, second(3, 1), second(3, 29))  # 27 days
    stands = await vacation_status(parlour.house, ANNA)
    assert (stands.left, stands.last) == (3, date(2027, 1, 30))
    parlour.store.holidays[2] = Vacation(2, ANNA, second(4, 1), second(4, 3))  # one
    stands = await vacation_status(parlour.house, ANNA)
    assert (stands.left, stands.last) == (2, date(2027, 1, 30))
    parlour.store.holidays[3] = Vacation(3, ANNA, second(5, 1), second(5, 2))  # one
    stands = await vacation_status(parlour.house, ANNA)
    assert (stands.left, stands.last) == (1, date(2026, 12, 30))
    parlour.store.holidays[4] = Vacation(4, ANNA, second(6, 1), second(6, 2))
    assert (await vacation_status(parlour.house, ANNA)).last is None
    error = await parlour.unchanged(start_vacation(parlour.house, ANNA, date(2026, 12, 30)))
    assert isinstance(error, Refusal)
    assert (error.no, error.values) == (No.VACATION_USED_UP, {"limit": 30})


async def test_on_the_last_day_of_a_year_that_is_used_up_the_next_ones_days_are_there(
    parlour: Parlour,
) -> None:
    parlour.time = second(12, 31, 12)
    parlour.store.holidays[1] = Vacation(1, ANNA, second(3, 1), second(4, 1))  # 30 days
    assert await vacation_status(parlour.house, ANNA) == VacationStatus(
        date(2026, 12, 31), None, 0, date(2027, 1, 30)
    )
    error = await parlour.unchanged(start_vacation(parlour.house, ANNA, date(2026, 12, 31)))
    assert isinstance(error, Refusal)
    assert error.no is No.VACATION_USED_UP
    assert (await start_vacation(parlour.house, ANNA, date(2027, 1, 1))).end == second(
        1, 2, year=2027
    )


async def test_a_day_that_was_paid_for_may_be_taken_again(parlour: Parlour) -> None:
    parlour.time, parlour.limits = NOW, Limits(vacation=1)
    await start_vacation(parlour.house, ANNA, TODAY)
    parlour.time += 60
    await end_vacation(parlour.house, ANNA)
    assert (await vacation_status(parlour.house, ANNA)).last == TODAY
    assert (await start_vacation(parlour.house, ANNA, TODAY)).left == 0


async def test_a_host_says_how_many_days_there_are(parlour: Parlour) -> None:
    parlour.time, parlour.limits = NOW, Limits(vacation=0)
    assert (await refused(parlour, TODAY)).no is No.NO_VACATIONS
    parlour.limits = Limits(vacation=366)
    assert (await vacation_status(parlour.house, ANNA)).last == date(2027, 11, 21)


async def test_a_day_has_only_so_many_vacations(parlour: Parlour) -> None:
    """Each of them is looked at whenever a clock of theirs is: they must not become thousands."""
    parlour.time = NOW
    for _ in range(5):
        await start_vacation(parlour.house, ANNA, TODAY)
        parlour.time += 60
        await end_vacation(parlour.house, ANNA)
    error = await parlour.unchanged(start_vacation(parlour.house, ANNA, TODAY))
    assert isinstance(error, Refusal)
    assert (error.no, error.values) == (No.VACATIONS_TODAY, {"limit": 5})
    await start_vacation(parlour.house, BEN, TODAY)
    parlour.time = second(11, 22)
    assert (await start_vacation(parlour.house, ANNA, date(2026, 11, 22))).left == 28


async def test_of_many_starts_at_once_one_vacation_comes(parlour: Parlour) -> None:
    parlour.time = NOW
    day = date(2026, 11, 27)
    starts = [start_vacation(parlour.house, ANNA, day) for _ in range(200)]
    assert {each.left for each in await asyncio.gather(*starts)} == {24}
    assert list(parlour.store.holidays.values()) == [Vacation(1, ANNA, NOW, second(11, 28))]
