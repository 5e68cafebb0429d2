"""Vacations: so many days a year, at once, one's own clocks alone; the way back."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from bot.model.challenges import Terms
from bot.model.times import Vacation
from bot.service.challenges import accept, make_challenge
from bot.service.clocks import clock_state
from bot.service.limits import Limits
from bot.service.refusals import No, Refusal
from bot.service.vacations import (
    VacationStatus,
    end_vacation,
    short_stop,
    start_vacation,
    vacation_status,
)
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
    error = await parlour.unchanged(start_vacation(parlour.services, ANNA, day))
    assert isinstance(error, Refusal)
    assert parlour.vacations == {}
    return error


async def test_a_player_who_was_never_away_has_all_days_left(parlour: Parlour) -> None:
    parlour.time = NOW
    assert await vacation_status(parlour.services, ANNA) == VacationStatus(
        TODAY, None, 30, date(2026, 12, 21)
    )


async def test_one_is_away_at_once_until_the_end_of_the_day(parlour: Parlour) -> None:
    parlour.time = NOW
    stands = await start_vacation(parlour.services, ANNA, date(2026, 11, 27))
    assert stands == VacationStatus(TODAY, second(11, 28), 24, date(2026, 12, 21))
    assert list(parlour.vacations.values()) == [Vacation(1, ANNA, NOW, second(11, 28))]
    parlour.time = second(11, 28) - 1
    assert (await vacation_status(parlour.services, ANNA)).end == second(11, 28)
    parlour.time += 1
    assert await vacation_status(parlour.services, ANNA) == VacationStatus(
        date(2026, 11, 28), None, 24, date(2026, 12, 22)
    )


async def test_so_many_days_cost_so_many_and_today_alone_costs_one(parlour: Parlour) -> None:
    parlour.time = NOW
    for days in (3, 1):
        assert (
            await start_vacation(parlour.services, ANNA, TODAY + timedelta(days=days))
        ).left == 30 - days
    assert (await start_vacation(parlour.services, ANNA, TODAY)).left == 29
    parlour.time = second(11, 22)
    assert (await vacation_status(parlour.services, ANNA)).end is None
    assert (await start_vacation(parlour.services, ANNA, date(2026, 11, 23))).left == 28


async def test_it_stops_ones_own_clocks_and_no_others(parlour: Parlour) -> None:
    parlour.time = NOW
    challenge, _ = await make_challenge(
        parlour.services, HERE, ANNA, BEN, Terms("ludens", D, Pace(3))
    )
    record = await accept(parlour.services, challenge.id, BEN)
    await start_vacation(parlour.services, BEN, date(2026, 11, 30))
    shown = await clock_state(parlour.services, record)
    assert shown
    assert (shown.deadline, shown.goes_on) == (NOW + 3 * DAY, None)
    await start_vacation(parlour.services, ANNA, date(2026, 11, 22))
    shown = await clock_state(parlour.services, record)
    assert shown
    assert (shown.deadline, shown.goes_on) == (second(11, 23) + 3 * DAY, second(11, 23))


async def test_of_some_games_it_stops_the_clock_for_some_days_alone(parlour: Parlour) -> None:
    parlour.time = NOW
    end = (await start_vacation(parlour.services, ANNA, date(2026, 12, 11))).end or 0
    assert await short_stop(parlour.services, ANNA, end) is None
    for pace in (Pace(3), Pace(3, away_days=7), Pace(14, away_days=7)):
        terms = Terms("ludens", D, pace)
        for one, other in ((ANNA, BEN), (BEN, ANNA)):
            challenge, _ = await make_challenge(parlour.services, HERE, one, other, terms)
            await accept(parlour.services, challenge.id, other)
    short = await short_stop(parlour.services, ANNA, end)
    assert short
    assert (short.days, [*short.run_out]) == (7, [3])  # hers, of three days a move
    (deadline,) = short.run_out.values()
    record = await parlour.services.record(3)
    shown = await clock_state(parlour.services, record)
    assert shown
    assert deadline == shown.deadline < end
    assert short.running == ()
    parlour.time = NOW + 7 * DAY
    short = await short_stop(parlour.services, ANNA, end)
    assert short
    assert short.running == (3, 5)  # those in which it is her turn


async def test_another_day_takes_the_place_of_the_one_before(parlour: Parlour) -> None:
    parlour.time = NOW
    await start_vacation(parlour.services, ANNA, date(2026, 11, 27))
    parlour.time += DAY
    longer = await start_vacation(parlour.services, ANNA, date(2026, 12, 21))
    assert (longer.end, longer.left) == (second(12, 22), 0)
    shorter = await start_vacation(parlour.services, ANNA, date(2026, 11, 23))
    assert (shorter.end, shorter.left) == (second(11, 24), 28)
    assert list(parlour.vacations.values()) == [Vacation(1, ANNA, NOW, second(11, 24))]


async def test_coming_back_gives_back_the_days_after_today_and_rouses_ones_matches(
    parlour: Parlour,
) -> None:
    parlour.time = NOW
    challenge, _ = await make_challenge(
        parlour.services, HERE, ANNA, BEN, Terms("ludens", D, Pace(3))
    )
    record = await accept(parlour.services, challenge.id, BEN)
    await start_vacation(parlour.services, ANNA, date(2026, 12, 10))
    parlour.put(await parlour.services.record(record.id))
    parlour.time += DAY
    assert (await end_vacation(parlour.services, ANNA)).left == 29
    assert (await vacation_status(parlour.services, ANNA)).end is None
    assert (await parlour.services.record(record.id)).due == NOW
    shown = await clock_state(parlour.services, record)
    assert shown
    assert (shown.deadline, shown.goes_on) == (NOW + 4 * DAY, None)
    assert await end_vacation(parlour.services, ANNA) == await vacation_status(
        parlour.services, ANNA
    )


async def test_away_twice_on_one_day_costs_that_day_once(parlour: Parlour) -> None:
    parlour.time = NOW
    for _ in range(3):
        assert (await start_vacation(parlour.services, ANNA, TODAY)).left == 29
        parlour.time += 600
        assert (await end_vacation(parlour.services, ANNA)).left == 29


async def test_a_day_that_is_over_or_too_far_is_refused(parlour: Parlour) -> None:
    parlour.time = NOW
    assert (await refused(parlour, date(2026, 11, 20))).no is No.DAY_OVER
    too_long = await refused(parlour, date(2026, 12, 22))
    assert too_long.no is No.VACATION_TOO_LONG
    assert too_long.values == {"limit": 30, "last": second(12, 22)}
    assert (await refused(parlour, date(9999, 12, 31))).no is No.VACATION_TOO_LONG


async def test_each_year_has_its_own_days(parlour: Parlour) -> None:
    parlour.time = second(12, 29, 12)
    parlour.tables.put("vacation", Vacation(1, ANNA, second(3, 1), second(3, 29)))  # 27 days
    stands = await vacation_status(parlour.services, ANNA)
    assert (stands.left, stands.last) == (3, date(2027, 1, 30))
    parlour.tables.put("vacation", Vacation(2, ANNA, second(4, 1), second(4, 3)))  # one
    stands = await vacation_status(parlour.services, ANNA)
    assert (stands.left, stands.last) == (2, date(2027, 1, 30))
    parlour.tables.put("vacation", Vacation(3, ANNA, second(5, 1), second(5, 2)))  # one
    stands = await vacation_status(parlour.services, ANNA)
    assert (stands.left, stands.last) == (1, date(2026, 12, 30))
    parlour.tables.put("vacation", Vacation(4, ANNA, second(6, 1), second(6, 2)))
    assert (await vacation_status(parlour.services, ANNA)).last is None
    error = await parlour.unchanged(start_vacation(parlour.services, ANNA, date(2026, 12, 30)))
    assert isinstance(error, Refusal)
    assert (error.no, error.values) == (No.VACATION_USED_UP, {"limit": 30})


async def test_on_the_last_day_of_a_year_that_is_used_up_the_next_ones_days_are_there(
    parlour: Parlour,
) -> None:
    parlour.time = second(12, 31, 12)
    parlour.tables.put("vacation", Vacation(1, ANNA, second(3, 1), second(4, 1)))  # 30 days
    assert await vacation_status(parlour.services, ANNA) == VacationStatus(
        date(2026, 12, 31), None, 0, date(2027, 1, 30)
    )
    error = await parlour.unchanged(start_vacation(parlour.services, ANNA, date(2026, 12, 31)))
    assert isinstance(error, Refusal)
    assert error.no is No.VACATION_USED_UP
    assert (await start_vacation(parlour.services, ANNA, date(2027, 1, 1))).end == second(
        1, 2, year=2027
    )


async def test_a_day_that_was_paid_for_may_be_taken_again(parlour: Parlour) -> None:
    parlour.time, parlour.limits = NOW, Limits(vacation=1)
    await start_vacation(parlour.services, ANNA, TODAY)
    parlour.time += 60
    await end_vacation(parlour.services, ANNA)
    assert (await vacation_status(parlour.services, ANNA)).last == TODAY
    assert (await start_vacation(parlour.services, ANNA, TODAY)).left == 0


async def test_a_host_says_how_many_days_there_are(parlour: Parlour) -> None:
    parlour.time, parlour.limits = NOW, Limits(vacation=0)
    assert (await refused(parlour, TODAY)).no is No.NO_VACATIONS
    parlour.limits = Limits(vacation=366)
    assert (await vacation_status(parlour.services, ANNA)).last == date(2027, 11, 21)


async def test_a_day_has_only_so_many_vacations(parlour: Parlour) -> None:
    """Each of them is looked at whenever a clock of theirs is: they must not become thousands."""
    parlour.time = NOW
    for _ in range(5):
        await start_vacation(parlour.services, ANNA, TODAY)
        parlour.time += 60
        await end_vacation(parlour.services, ANNA)
    error = await parlour.unchanged(start_vacation(parlour.services, ANNA, TODAY))
    assert isinstance(error, Refusal)
    assert (error.no, error.values) == (No.VACATIONS_TODAY, {"limit": 5})
    await start_vacation(parlour.services, BEN, TODAY)
    parlour.time = second(11, 22)
    assert (await start_vacation(parlour.services, ANNA, date(2026, 11, 22))).left == 28


async def test_of_many_starts_at_once_one_vacation_comes(parlour: Parlour) -> None:
    parlour.time = NOW
    day = date(2026, 11, 27)
    starts = [start_vacation(parlour.services, ANNA, day) for _ in range(200)]
    assert {status.left for status in await asyncio.gather(*starts)} == {24}
    assert list(parlour.vacations.values()) == [Vacation(1, ANNA, NOW, second(11, 28))]


async def test_the_present_vacation_may_be_changed_as_often_as_one_likes(parlour: Parlour) -> None:
    parlour.time = NOW
    for _ in range(4):
        await start_vacation(parlour.services, ANNA, TODAY)
        parlour.time += 600
        await end_vacation(parlour.services, ANNA)
        parlour.time += 600
    for day in (1, 2, 3):
        status = await start_vacation(parlour.services, ANNA, date(2026, 12, day))
        assert status.end == second(12, day + 1)
    await end_vacation(parlour.services, ANNA)
    parlour.time += 600
    again = start_vacation(parlour.services, ANNA, TODAY)
    assert await parlour.no(again) is No.VACATIONS_TODAY


async def test_a_vacation_ends_a_year_from_today_at_the_latest(parlour: Parlour) -> None:
    parlour.time, parlour.limits = NOW, Limits(vacation=1000)
    await start_vacation(parlour.services, ANNA, date(2026, 12, 31))
    parlour.time += 10 * DAY
    assert (await vacation_status(parlour.services, ANNA)).last == date(2027, 12, 1)
