"""Heartbeats, the outages between them, and clocks that are set."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.service.challenges import accept, challenge
from bot.service.model import Terms
from bot.service.play import make_move
from bot.service.uptime import outages, record_heartbeat
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, HERE, MOVES, NOON, D, Parlour

if TYPE_CHECKING:
    import pytest

HOUR, DAY = 3600, 86_400  # seconds


async def beats(parlour: Parlour, at: int, patience: int = 60) -> None:
    parlour.time = at
    await record_heartbeat(parlour.house, at, patience)


async def test_beats_that_follow_each_other_leave_no_silence(parlour: Parlour) -> None:
    for second in (0, 30, 61, 121):
        await beats(parlour, NOON + second)
    assert await outages(parlour.house, 0) == []


async def test_what_lies_between_beats_too_far_apart_is_kept(parlour: Parlour) -> None:
    await beats(parlour, NOON)
    await beats(parlour, NOON + 61)
    assert await outages(parlour.house, 0) == [(NOON, NOON + 61)]
    assert await outages(parlour.house, NOON + 61) == []


async def test_the_first_beat_of_a_run_ends_any_silence_but_of_the_first_run_none(
    parlour: Parlour,
) -> None:
    await beats(parlour, NOON, patience=0)
    assert await outages(parlour.house, 0) == []
    await beats(parlour, NOON + 5, patience=0)
    assert await outages(parlour.house, 0) == [(NOON, NOON + 5)]


async def test_the_silence_before_a_beat_counts_already(parlour: Parlour) -> None:
    """A move that arrives as we wake is reckoned with all the time that its player has."""
    await beats(parlour, NOON)
    terms = Terms("ludens", D, Pace(1, 2))
    made, _ = await challenge(parlour.house, HERE, ANNA, BEN, terms)
    record = await accept(parlour.house, made.id, BEN)
    parlour.time = NOON + 5 * DAY
    assert await outages(parlour.house, NOON) == [(NOON, NOON + 5 * DAY)]
    await make_move(parlour.house, record.id, ANNA, MOVES[0])
    await beats(parlour, NOON + 5 * DAY + 1)
    record = await make_move(parlour.house, record.id, BEN, MOVES[1])
    assert record.clock
    assert (record.clock.side, record.clock.reserve) == (D, 2 * DAY)  # none of it was used


async def test_a_clock_that_was_ahead_and_is_put_right_costs_no_time(
    parlour: Parlour,
) -> None:
    await beats(parlour, NOON)
    terms = Terms("ludens", D, Pace(2))
    made, _ = await challenge(parlour.house, HERE, ANNA, BEN, terms)
    record = await accept(parlour.house, made.id, BEN)
    await beats(parlour, NOON + 9999 * DAY)
    assert await outages(parlour.house, 0) == [(NOON, NOON + 9999 * DAY)]
    parlour.store.records[record.id] = record  # as it was reckoned
    await beats(parlour, NOON + 100)
    assert await outages(parlour.house, 0) == [(NOON, NOON + 100)]
    assert [each.id for each in await parlour.store.due_matches(NOON + 100, 9)] == [record.id]


async def test_the_host_can_read_how_much_time_was_given_back(
    parlour: Parlour, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for at in (NOON, NOON + 600, NOON + 100):
        await beats(parlour, at)
    told = ["time-given-back seconds=600", "clock-set-back seconds=500"]
    assert caplog.messages == told


async def test_a_clock_that_was_behind_and_is_put_right_costs_no_time(
    parlour: Parlour,
) -> None:
    await beats(parlour, NOON + DAY)
    await beats(parlour, NOON)
    await beats(parlour, NOON + 50)
    assert await outages(parlour.house, 0) == []
    await beats(parlour, NOON + DAY + 50)
    assert await outages(parlour.house, 0) == [(NOON + 50, NOON + DAY + 50)]


async def test_an_hour_that_a_clock_jumps_over_stops_all_clocks(parlour: Parlour) -> None:
    await beats(parlour, NOON)
    await beats(parlour, NOON + HOUR)
    await beats(parlour, NOON + 2 * HOUR)
    assert await outages(parlour.house, 0) == [
        (NOON, NOON + HOUR),
        (NOON + HOUR, NOON + 2 * HOUR),
    ]
