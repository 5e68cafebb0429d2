"""What a match's row knows of time: its clock without its rests, and when to look at it again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.challenges import accept, challenge
from bot.service.days import absences, timed
from bot.service.model import Person, Terms, Vacation
from bot.service.play import make_move, offer, resign
from games.core import Side
from games.events import Offer
from games.pace import Absence, Clock, Pace
from tests.bot.service.parlour import ANNA, BEN, HERE, MOVES, NOON, D, L

if TYPE_CHECKING:
    from bot.service.model import Record
    from tests.bot.service.parlour import Parlour

HOUR, DAY = 3600, 86_400  # seconds


async def begun(parlour: Parlour, pace: Pace) -> Record:
    made, _ = await challenge(parlour.house, HERE, ANNA, BEN, Terms("ludens", D, pace))
    return await accept(parlour.house, made.id, BEN)


async def test_without_a_pace_time_speaks_after_sixty_days(parlour: Parlour) -> None:
    record = await begun(parlour, Pace())
    assert (record.clock, record.due) == (None, NOON + 60 * DAY)
    record = await resign(parlour.house, record.id, ANNA)
    assert (record.clock, record.due) == (None, None)


async def test_the_last_quarter_is_when_somebody_wants_to_hear_of_it(parlour: Parlour) -> None:
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


async def test_vacations_and_outages_stop_the_clock_of_whom_they_concern(
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
    again = await timed(parlour.house, record, record)
    assert again.due == NOON + HOUR + 5 * DAY  # three days had run
    assert again.clock == record.clock
