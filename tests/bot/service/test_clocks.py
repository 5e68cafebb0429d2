"""Clocks: what stops them, when a match is due, and what is shown of its clock."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.service.challenges import accept, challenge
from bot.service.clocks import ClockState, absences, clock_state, clock_states, with_clock
from bot.service.model import Person, Terms, Vacation
from bot.service.play import make_move, offer, resign
from games.core import Side
from games.events import Offer
from games.pace import Absence, Clock, Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, MOVES, NOON, D, L

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.model import Player, Record
    from tests.bot.service.parlour import Parlour

HOUR, DAY = 3600, 86_400  # seconds; NOON is one on a Thursday
SATURDAY, MONDAY = 2 * DAY, 4 * DAY


async def begun(parlour: Parlour, pace: Pace, light: Player = BEN) -> Record:
    made, _ = await challenge(parlour.house, HERE, ANNA, light, Terms("ludens", D, pace))
    return await accept(parlour.house, made.id, light)


async def test_without_a_clock_there_is_nothing_to_show(parlour: Parlour) -> None:
    assert await clock_state(parlour.house, await begun(parlour, Pace())) is None
    record = await begun(parlour, Pace(2))
    over = await resign(parlour.house, record.id, ANNA)
    assert await clock_state(parlour.house, over) is None


@pytest.mark.parametrize(("days", "hours"), [(1, 12), (2, 24), (3, 24), (4, 24), (14, 84)], ids=str)
async def test_one_is_warned_in_the_last_quarter_and_on_the_last_day_but_not_all_the_time(
    parlour: Parlour, days: int, hours: int
) -> None:
    record = await begun(parlour, Pace(days))
    deadline = NOON + days * DAY
    parlour.time = deadline - hours * HOUR
    assert await clock_state(parlour.house, record) == ClockState(D, deadline, {})
    parlour.time += 1
    assert await clock_state(parlour.house, record) == ClockState(D, deadline, {}, hurry=True)


async def test_at_a_weekend_it_goes_on_on_monday(parlour: Parlour) -> None:
    record = await begun(parlour, Pace(2, 1, weekends=False))
    assert await clock_state(parlour.house, record) == ClockState(
        D, NOON + 5 * DAY, {}, reserve=DAY
    )
    parlour.time = SATURDAY
    assert await clock_state(parlour.house, record) == ClockState(
        D, NOON + 5 * DAY, {}, goes_on=MONDAY, reserve=DAY
    )


async def test_the_reserve_is_whole_until_the_moves_own_days_are_over(parlour: Parlour) -> None:
    record = await begun(parlour, Pace(2, 3))
    for after, left, drawn in ((2 * DAY, 3 * DAY, False), (2 * DAY + HOUR, 71 * HOUR, True)):
        parlour.time = NOON + after
        shown = await clock_state(parlour.house, record)
        assert shown
        assert (shown.reserve, shown.drawn) == (left, drawn)


async def test_a_vacation_stops_its_own_clock_and_is_seen_by_both(parlour: Parlour) -> None:
    record = await begun(parlour, Pace(3))
    await parlour.store.keep_vacation(Vacation(0, ANNA, NOON, 9 * DAY), parlour.time)
    away = {D: 9 * DAY}
    assert await clock_state(parlour.house, record) == ClockState(
        D, 12 * DAY, away, goes_on=9 * DAY
    )
    record = await make_move(parlour.house, record.id, ANNA, MOVES[0])
    assert await clock_state(parlour.house, record) == ClockState(L, NOON + 3 * DAY, away)
    parlour.time = 9 * DAY
    assert await clock_state(parlour.house, record) == ClockState(L, NOON + 3 * DAY, {}, hurry=True)


async def test_a_list_shows_what_the_boards_show_in_two_queries(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [await begun(parlour, Pace(3, weekends=False), who) for who in (BEN, CARL) * 4]
    records.append(await begun(parlour, Pace()))
    await make_move(parlour.house, records[0].id, ANNA, MOVES[0])
    await parlour.store.keep_vacation(Vacation(0, BEN, NOON, 9 * DAY), parlour.time)
    await parlour.store.keep_outage(NOON, NOON + HOUR)
    parlour.time = SATURDAY + HOUR
    boards = {
        each.id: await clock_state(parlour.house, await parlour.house.record(each.id))
        for each in records
    }
    asked: list[Sequence[Player] | None] = []
    vacations, outages = parlour.store.vacations, parlour.store.outages

    async def counted(players: Sequence[Player], since: int) -> Sequence[Vacation]:
        asked.append(players)
        return await vacations(players, since)

    async def counted_outages(since: int) -> Sequence[tuple[int, int]]:
        asked.append(None)
        return await outages(since)

    monkeypatch.setattr(parlour.store, "vacations", counted)
    monkeypatch.setattr(parlour.store, "outages", counted_outages)
    listings = await parlour.store.running(ANNA)
    listings = [replace(each, message=1) for each in listings]
    assert await clock_states(parlour.house, listings) == {
        number: shown for number, shown in boards.items() if shown
    }
    assert asked == [[ANNA, BEN, CARL], None]
    assert len(listings) == len(boards) == 9


async def test_without_a_pace_time_speaks_after_sixty_days(parlour: Parlour) -> None:
    record = await begun(parlour, Pace())
    assert (record.clock, record.due) == (None, NOON + 60 * DAY)
    record = await resign(parlour.house, record.id, ANNA)
    assert (record.clock, record.due) == (None, None)


async def test_a_reminder_comes_at_the_part_of_the_time_that_the_player_chose(
    parlour: Parlour,
) -> None:
    record = await begun(parlour, Pace(4))
    assert record.clock == Clock(D, NOON, 4 * DAY, 0, ())
    assert record.due == NOON + 3 * DAY


async def test_everybody_says_when_he_wants_to_hear_of_it(parlour: Parlour) -> None:
    for percent, due in ((50, 2 * DAY), (10, 4 * DAY - 4 * DAY // 10), (0, 4 * DAY)):
        await parlour.store.keep_person(Person(ANNA, remind=percent))
        assert (await begun(parlour, Pace(4))).due == NOON + due


async def test_a_reminder_comes_an_hour_before_at_the_latest(parlour: Parlour) -> None:
    await parlour.store.keep_person(Person(ANNA, remind=1))
    assert (await begun(parlour, Pace(1))).due == NOON + DAY - HOUR


async def test_once_reminded_only_the_deadline_counts_until_the_turn_is_over(
    parlour: Parlour,
) -> None:
    before = replace(await begun(parlour, Pace(4)), reminded=True)
    parlour.store.records[before.id] = before
    record = await offer(parlour.house, before.id, ANNA, Offer.AGREE)
    assert (record.reminded, record.due) == (True, NOON + 4 * DAY)
    parlour.time += DAY
    record = await make_move(parlour.house, before.id, ANNA, MOVES[0])
    assert (record.reminded, record.due) == (False, NOON + 4 * DAY)
    assert record.clock == Clock(L, NOON + DAY, 4 * DAY, 0, ())


async def test_vacations_and_outages_stop_the_clocks_that_they_concern(
    parlour: Parlour,
) -> None:
    record = await begun(parlour, Pace(4))
    await parlour.store.keep_vacation(Vacation(0, ANNA, NOON + DAY, NOON + 3 * DAY), parlour.time)
    await parlour.store.keep_vacation(Vacation(0, BEN, NOON + DAY, NOON + 9 * DAY), parlour.time)
    await parlour.store.keep_outage(NOON, NOON + HOUR)
    assert set(await absences(parlour.house, record)) == {
        Absence(Side.DARK, NOON + DAY, NOON + 3 * DAY),
        Absence(Side.LIGHT, NOON + DAY, NOON + 9 * DAY),
        Absence(None, NOON, NOON + HOUR),
    }
    again = await with_clock(parlour.house, record, record)
    assert again.due == NOON + HOUR + 5 * DAY  # three days had run
    assert again.clock == record.clock
