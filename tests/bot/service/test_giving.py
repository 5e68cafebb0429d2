"""A day given to the opponent: his clock follows at once; who may, and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.challenges import accept, challenge
from bot.service.model import Kind, Post, Terms
from bot.service.play import give_day, make_move, resign
from bot.service.refusals import No, Refusal
from games.errors import Why
from games.events import Given
from games.pace import Clock, Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, MOVES, NOON, D, L

if TYPE_CHECKING:
    from bot.service.model import Record
    from tests.bot.service.parlour import Parlour

DAY = 86_400


async def begun(parlour: Parlour) -> Record:
    made, _ = await challenge(parlour.house, HERE, ANNA, BEN, Terms("ludens", D, Pace(3)))
    record = await accept(parlour.house, made.id, BEN)
    parlour.hush()
    return record


async def test_the_deadline_of_whoever_is_to_move_follows_at_once(parlour: Parlour) -> None:
    record = await begun(parlour)
    record = await give_day(parlour.house, record.id, BEN)
    assert record.match.log[-1] == Given(L, NOON)
    assert record.clock == Clock(D, NOON, 4 * DAY, DAY, ())
    assert record.due == NOON + 3 * DAY  # the last quarter, as he likes to be reminded
    assert parlour.said() == [Post(Kind.NOTICE, match=record.id, number=2)]
    assert await parlour.house.record(record.id) == record


async def test_given_by_the_mover_it_counts_from_the_opponents_turn_on(parlour: Parlour) -> None:
    record = await begun(parlour)
    record = await give_day(parlour.house, record.id, ANNA)
    assert record.clock == Clock(D, NOON, 3 * DAY, 0, ())
    record = await make_move(parlour.house, record.id, ANNA, MOVES[0])
    assert record.clock == Clock(L, NOON, 4 * DAY, DAY, ())


async def test_a_button_pressed_twice_gives_one_day(parlour: Parlour) -> None:
    record = await begun(parlour)
    once = await give_day(parlour.house, record.id, BEN, seen=1)
    parlour.time += 5
    assert await give_day(parlour.house, record.id, BEN, seen=1) == once
    again = await give_day(parlour.house, record.id, BEN, seen=2)
    assert len(again.match.gifts) == 2


async def test_where_no_clock_runs_there_is_nothing_to_give(parlour: Parlour) -> None:
    record = await parlour.begun()
    assert await parlour.why(give_day(parlour.house, record.id, BEN)) is Why.NO_CLOCK
    await resign(parlour.house, record.id, ANNA)
    assert await parlour.why(give_day(parlour.house, record.id, BEN)) is Why.OVER


async def test_only_its_players_give_and_thirty_days_at_most(parlour: Parlour) -> None:
    record = await begun(parlour)
    assert await parlour.no(give_day(parlour.house, record.id, CARL)) is No.NOT_YOUR_GAME
    for _ in range(30):
        await give_day(parlour.house, record.id, BEN)
    refused = await parlour.unchanged(give_day(parlour.house, record.id, BEN))
    assert isinstance(refused, Refusal)
    assert (refused.no, refused.values) == (No.TOO_MANY_GIFTS, {"limit": 30})
    record = await give_day(parlour.house, record.id, ANNA)
    assert len(record.match.gifts) == 31
