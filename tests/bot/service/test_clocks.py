"""Clocks and what stops them, heartbeats and outages; when a match is due; what is shown."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Terms
from bot.model.people import Person
from bot.model.times import Vacation
from bot.service.challenges import accept, make_challenge
from bot.service.clocks import (
    ClockState,
    absences,
    clock_state,
    clock_states,
    outages,
    record_heartbeat,
)
from bot.service.play import make_move, offer, resign
from bot.service.schedule import reminder_at, with_schedule
from games.core import Side
from games.events import Offer
from games.pace import Absence, Clock, Pace, seconds_for_move
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, MOVES, NOON, D, L, Parlour
from tests.bot.store.model import keep_person, keep_vacation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.matches import Record
    from bot.model.people import Player

HOUR, DAY = 3600, 86_400  # seconds; NOON is one on a Thursday
SATURDAY, MONDAY = 2 * DAY, 4 * DAY


async def begun(parlour: Parlour, pace: Pace, light: Player = BEN) -> Record:
    challenge, _ = await make_challenge(
        parlour.services, HERE, ANNA, light, Terms("ludens", D, pace)
    )
    return await accept(parlour.services, challenge.id, light)


async def test_without_a_clock_there_is_nothing_to_show(parlour: Parlour) -> None:
    assert await clock_state(parlour.services, await begun(parlour, Pace())) is None
    record = await begun(parlour, Pace(2))
    over = await resign(parlour.services, record.id, ANNA)
    assert await clock_state(parlour.services, over) is None


@pytest.mark.parametrize(("days", "hours"), [(1, 18), (2, 24), (3, 24), (4, 24), (14, 84)], ids=str)
async def test_one_is_warned_in_the_last_quarter_and_on_the_last_day_but_not_all_the_time(
    parlour: Parlour, days: int, hours: int
) -> None:
    record = await begun(parlour, Pace(days))
    deadline = NOON + seconds_for_move(days)
    parlour.time = deadline - hours * HOUR
    assert await clock_state(parlour.services, record) == ClockState(D, deadline, {})
    parlour.time += 1
    assert await clock_state(parlour.services, record) == ClockState(D, deadline, {}, hurry=True)


async def test_at_a_weekend_it_goes_on_on_monday(parlour: Parlour) -> None:
    record = await begun(parlour, Pace(2, 1, weekends=False))
    assert await clock_state(parlour.services, record) == ClockState(
        D, NOON + 5 * DAY, {}, reserve=DAY
    )
    parlour.time = SATURDAY
    assert await clock_state(parlour.services, record) == ClockState(
        D, NOON + 5 * DAY, {}, goes_on=MONDAY, reserve=DAY
    )


async def test_the_reserve_is_whole_until_the_moves_own_days_are_over(parlour: Parlour) -> None:
    record = await begun(parlour, Pace(2, 3))
    for after, left, drawn in ((2 * DAY, 3 * DAY, False), (2 * DAY + HOUR, 71 * HOUR, True)):
        parlour.time = NOON + after
        shown = await clock_state(parlour.services, record)
        assert shown
        assert (shown.reserve, shown.drawn) == (left, drawn)


async def test_a_vacation_stops_its_own_clock_and_is_seen_by_both(parlour: Parlour) -> None:
    record = await begun(parlour, Pace(3))
    await keep_vacation(parlour.store, Vacation(0, ANNA, NOON, 9 * DAY), parlour.time)
    away = {D: 9 * DAY}
    assert await clock_state(parlour.services, record) == ClockState(
        D, 12 * DAY, away, goes_on=9 * DAY
    )
    record = await make_move(parlour.services, record.id, ANNA, MOVES[0])
    assert await clock_state(parlour.services, record) == ClockState(L, NOON + 3 * DAY, away)
    parlour.time = 9 * DAY
    assert await clock_state(parlour.services, record) == ClockState(
        L, NOON + 3 * DAY, {}, hurry=True
    )


async def test_of_two_vacations_at_once_the_later_end_is_shown(parlour: Parlour) -> None:
    record = await begun(parlour, Pace(3))
    for end in (9 * DAY, 5 * DAY):
        await keep_vacation(parlour.store, Vacation(0, ANNA, NOON, end), parlour.time)
    state = await clock_state(parlour.services, record)
    assert state
    assert state.away == {D: 9 * DAY}


async def test_a_list_shows_what_the_boards_show_in_two_queries(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [await begun(parlour, Pace(3, weekends=False), who) for who in (BEN, CARL) * 4]
    records.append(await begun(parlour, Pace()))
    parlour.time += 2 * HOUR  # after the outage
    await make_move(parlour.services, records[0].id, ANNA, MOVES[0])
    await keep_vacation(parlour.store, Vacation(0, BEN, NOON, 9 * DAY), parlour.time)
    await parlour.store.times.keep_outage(NOON, NOON + HOUR)
    parlour.time = SATURDAY + HOUR
    boards = {
        record.id: await clock_state(parlour.services, await parlour.services.record(record.id))
        for record in records
    }
    asked: list[Sequence[Player] | None] = []
    vacations, outages = parlour.store.times.vacations, parlour.store.times.outages

    async def counted(players: Sequence[Player], since: int) -> Sequence[Vacation]:
        asked.append(players)
        return await vacations(players, since)

    async def counted_outages(since: int) -> Sequence[tuple[int, int]]:
        asked.append(None)
        return await outages(since)

    monkeypatch.setattr(parlour.store.times, "vacations", counted)
    monkeypatch.setattr(parlour.store.times, "outages", counted_outages)
    listings = await parlour.store.matches.running(ANNA)
    listings = [replace(record, message=1) for record in listings]
    assert await clock_states(parlour.services, listings) == {
        number: shown for number, shown in boards.items() if shown
    }
    assert asked == [[ANNA, BEN, CARL], None]
    assert len(listings) == len(boards) == 9


async def test_without_a_pace_time_speaks_after_three_days(parlour: Parlour) -> None:
    record = await begun(parlour, Pace())
    assert (record.clock, record.due) == (None, NOON + 3 * DAY)
    record = await resign(parlour.services, record.id, ANNA)
    assert (record.clock, record.due) == (None, None)


async def test_a_reminder_comes_at_the_part_of_the_time_that_the_player_chose(
    parlour: Parlour,
) -> None:
    record = await begun(parlour, Pace(4))
    assert record.clock == Clock(D, NOON, 4 * DAY, 0, ())
    assert record.due == NOON + 3 * DAY


async def test_everybody_says_when_he_wants_to_hear_of_it(parlour: Parlour) -> None:
    for percent, due in ((50, 2 * DAY), (10, 4 * DAY - 4 * DAY // 10), (0, 4 * DAY)):
        await keep_person(parlour.store, Person(ANNA, remind=percent))
        assert (await begun(parlour, Pace(4))).due == NOON + due


async def test_a_reminder_comes_an_hour_before_at_the_latest(parlour: Parlour) -> None:
    await keep_person(parlour.store, Person(ANNA, remind=1))
    assert (await begun(parlour, Pace(1))).due == NOON + 35 * HOUR


async def test_once_reminded_only_the_deadline_counts_until_the_turn_is_over(
    parlour: Parlour,
) -> None:
    before = replace(await begun(parlour, Pace(4)), reminded=True)
    parlour.put(before)
    record = await offer(parlour.services, before.id, ANNA, Offer.AGREE)
    assert (record.reminded, record.due) == (True, NOON + 4 * DAY)
    parlour.time += DAY
    record = await make_move(parlour.services, before.id, ANNA, MOVES[0])
    assert (record.reminded, record.due) == (False, NOON + 4 * DAY)
    assert record.clock == Clock(L, NOON + DAY, 4 * DAY, 0, ())


async def test_vacations_and_outages_stop_the_clocks_that_they_concern(
    parlour: Parlour,
) -> None:
    record = await begun(parlour, Pace(4))
    await keep_vacation(parlour.store, Vacation(0, ANNA, NOON + DAY, NOON + 3 * DAY), parlour.time)
    await keep_vacation(parlour.store, Vacation(0, BEN, NOON + DAY, NOON + 9 * DAY), parlour.time)
    await parlour.store.times.keep_outage(NOON, NOON + HOUR)
    assert set(await absences(parlour.services, record)) == {
        Absence(Side.DARK, NOON + DAY, NOON + 3 * DAY),
        Absence(Side.LIGHT, NOON + DAY, NOON + 9 * DAY),
        Absence(None, NOON, NOON + HOUR),
    }
    again = await with_schedule(parlour.services, record, record)
    assert again.due == NOON + 3 * DAY  # Anna is back then, and the board says so
    parlour.time = NOON + 9 * DAY
    again = await with_schedule(parlour.services, record, record)
    assert again.due == NOON + HOUR + 5 * DAY  # three days had run
    assert again.clock == record.clock


@pytest.mark.parametrize(
    ("total", "reminder"),
    [
        (48 * HOUR, 43 * HOUR),  # at midnight they sleep: told when they get up, at seven
        (14 * HOUR, 10 * HOUR - 1),  # there is no time for that: told before ten, when they sleep
        (19 * HOUR + 1800, 10 * HOUR - 1),  # half an hour would be too little
    ],
)
def test_a_reminder_keeps_to_the_quiet_hours(total: int, reminder: int) -> None:
    mover = Person(ANNA, quiet_from=22, quiet_until=7)
    assert reminder_at(mover, Clock(D, NOON, total, 0, ())) == NOON + reminder


async def beats(parlour: Parlour, at: int, patience: int = 60) -> None:
    parlour.time = at
    await record_heartbeat(parlour.services, at, patience)


async def test_beats_that_follow_each_other_leave_no_silence(parlour: Parlour) -> None:
    for second in (0, 30, 61, 121):
        await beats(parlour, NOON + second)
    assert await outages(parlour.services, 0) == []


async def test_what_lies_between_beats_too_far_apart_is_kept(parlour: Parlour) -> None:
    await beats(parlour, NOON)
    await beats(parlour, NOON + 61)
    assert await outages(parlour.services, 0) == [(NOON, NOON + 61)]
    assert await outages(parlour.services, NOON + 61) == []


async def test_the_first_beat_of_a_run_ends_any_silence_but_of_the_first_run_none(
    parlour: Parlour,
) -> None:
    await beats(parlour, NOON, patience=0)
    assert await outages(parlour.services, 0) == []
    await beats(parlour, NOON + 5, patience=0)
    assert await outages(parlour.services, 0) == [(NOON, NOON + 5)]


async def test_the_silence_before_a_beat_counts_already(parlour: Parlour) -> None:
    """A move that arrives as we wake is reckoned with all the time that its player has."""
    await beats(parlour, NOON)
    terms = Terms("ludens", D, Pace(1, 2))
    challenge, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, terms)
    record = await accept(parlour.services, challenge.id, BEN)
    parlour.time = NOON + 5 * DAY
    assert await outages(parlour.services, NOON) == [(NOON, NOON + 5 * DAY)]
    await make_move(parlour.services, record.id, ANNA, MOVES[0])
    await beats(parlour, NOON + 5 * DAY + 1)
    record = await make_move(parlour.services, record.id, BEN, MOVES[1])
    assert record.clock
    assert (record.clock.side, record.clock.reserve) == (D, 2 * DAY)  # none of it was used


async def test_a_clock_that_was_ahead_and_is_put_right_costs_no_time(
    parlour: Parlour,
) -> None:
    await beats(parlour, NOON)
    terms = Terms("ludens", D, Pace(2))
    challenge, _ = await make_challenge(parlour.services, HERE, ANNA, BEN, terms)
    record = await accept(parlour.services, challenge.id, BEN)
    await beats(parlour, NOON + 9999 * DAY)
    assert await outages(parlour.services, 0) == [(NOON, NOON + 9999 * DAY)]
    parlour.put(record)  # as it was reckoned
    await beats(parlour, NOON + 100)
    assert await outages(parlour.services, 0) == [(NOON, NOON + 100)]
    assert await parlour.store.matches.due(NOON + 100, 9) == [record.id]


async def test_the_host_can_read_how_much_time_was_given_back(
    parlour: Parlour, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for at in (NOON, NOON + 600, NOON + 100):
        await beats(parlour, at)
    told = ["time-given-back seconds=600", "clock-set-back seconds=500"]
    assert caplog.messages == told


async def test_a_clock_that_is_put_back_by_seconds_costs_nothing_and_is_not_told(
    parlour: Parlour, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await beats(parlour, NOON)
    await beats(parlour, NOON - 60)
    assert caplog.messages == []


async def test_a_clock_that_was_behind_and_is_put_right_costs_no_time(
    parlour: Parlour,
) -> None:
    await beats(parlour, NOON + DAY)
    await beats(parlour, NOON)
    await beats(parlour, NOON + 50)
    assert await outages(parlour.services, 0) == []
    await beats(parlour, NOON + DAY + 50)
    assert await outages(parlour.services, 0) == [(NOON + 50, NOON + DAY + 50)]


async def test_an_hour_that_a_clock_jumps_over_stops_all_clocks(parlour: Parlour) -> None:
    await beats(parlour, NOON)
    await beats(parlour, NOON + HOUR)
    await beats(parlour, NOON + 2 * HOUR)
    assert await outages(parlour.services, 0) == [
        (NOON, NOON + HOUR),
        (NOON + HOUR, NOON + 2 * HOUR),
    ]
