"""Two play each side of a match, in turn: who acts when, and what that means for all four."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.features.think.cases import refuse_replies
from bot.features.think.refusals import ThinkNo
from bot.model.matches import Outcome, Search, waits_for
from bot.model.people import FORMER
from bot.model.posts import ClockPost, ReminderPost
from bot.model.times import Vacation
from bot.service import erasure
from bot.service.begin import Beginning, arranged
from bot.service.challenges import rematch
from bot.service.clocks import clock_state
from bot.service.due_matches import process_due_match
from bot.service.history import between
from bot.service.play import answer, make_move, offer, resign
from bot.service.refusals import No, Refusal
from bot.store.check import check
from games.core import Reason, Side
from games.events import Offer
from games.pace import DAY, Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, MOVES, Parlour
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import keep_vacation

if TYPE_CHECKING:
    from pathlib import Path

    from bot.model.matches import Record

DORA = 104
FOUR = (ANNA, BEN, CARL, DORA)  # in the order in which they move


async def begin(parlour: Parlour) -> int:
    """Anna and Carl have the attackers against Ben and Dora, three days for a move."""
    beginning = Beginning(
        place=HERE,
        dark=ANNA,
        light=BEN,
        dark_partner=CARL,
        light_partner=DORA,
        rules="ludens",
        pace=Pace(3),
        rated=False,
    )
    begun = arranged(beginning, parlour.time, lambda _, __: None)
    number = (await parlour.services.commit(begun)).match
    assert number is not None
    await process_due_match(parlour.services, number, parlour.time)  # its clock begins
    return number


async def play(parlour: Parlour, number: int, moves: int) -> Record:
    """So many moves, each by whose turn it is."""
    for ply in range(moves):
        await make_move(parlour.services, number, FOUR[ply % 4], MOVES[ply])
    return await parlour.services.record(number)


async def test_each_moves_when_it_is_their_turn_and_no_one_else(parlour: Parlour) -> None:
    number = await begin(parlour)
    for mover, move in zip(FOUR, MOVES, strict=True):
        before = await parlour.services.record(number)
        for other in FOUR:
            if before.side(other) is None:
                assert await parlour.no(make_move(parlour.services, number, other, move)) is (
                    No.PARTNER_ACTS
                )
        assert (await parlour.services.record(number)) == before
        assert before.player(before.match.turn) == mover
        listings = {p: await parlour.store.matches.running(p) for p in FOUR}
        assert [p for p in FOUR if waits_for(listings[p][0], p)] == [mover]
        await make_move(parlour.services, number, mover, move)
    record = await parlour.services.record(number)
    assert record.player(record.match.turn) == ANNA
    assert await parlour.no(make_move(parlour.services, number, 999, MOVES[0])) is (
        No.NOT_YOUR_GAME
    )


async def test_who_moved_last_speaks_for_the_side_that_waits(parlour: Parlour) -> None:
    number = await begin(parlour)
    await play(parlour, number, 2)  # Carl is on turn; Ben has moved
    assert await parlour.no(offer(parlour.services, number, DORA, Offer.TAKEBACK)) is (
        No.PARTNER_ACTS
    )
    await offer(parlour.services, number, BEN, Offer.TAKEBACK)
    assert await parlour.no(answer(parlour.services, number, ANNA, accepted=True)) is (
        No.PARTNER_ACTS
    )
    record = await answer(parlour.services, number, CARL, accepted=True)
    assert record.player(record.match.turn) == BEN  # whose move it was
    await make_move(parlour.services, number, BEN, MOVES[1])
    assert await parlour.no(resign(parlour.services, number, ANNA)) is No.PARTNER_ACTS
    record = await resign(parlour.services, number, CARL)
    assert record.match.verdict
    assert record.match.verdict.winner is Side.LIGHT


async def test_no_line_replies_with_what_a_partner_plays(parlour: Parlour) -> None:
    number = await begin(parlour)
    await play(parlour, number, 1)
    with pytest.raises(Refusal) as refused:
        refuse_replies(await parlour.services.record(number), ANNA)
    assert refused.value.no is ThinkNo.PARTNER_MOVES_NEXT


async def test_only_the_vacation_of_who_is_on_turn_stops_the_clock(parlour: Parlour) -> None:
    number = await begin(parlour)
    begun = parlour.time
    away = Vacation(0, CARL, begun, begun + 10 * DAY)
    await keep_vacation(parlour.store, away, parlour.time)
    state = await clock_state(parlour.services, await parlour.services.record(number))
    assert state
    assert (state.goes_on, state.deadline) == (None, begun + 3 * DAY)  # it is Anna's turn
    await play(parlour, number, 2)
    state = await clock_state(parlour.services, await parlour.services.record(number))
    assert state
    assert (state.goes_on, state.deadline) == (begun + 10 * DAY, begun + 13 * DAY)  # Carl's


async def test_a_result_stands_in_the_history_of_all_four_and_in_no_score(
    parlour: Parlour,
) -> None:
    number = await begin(parlour)
    await play(parlour, number, 4)
    parlour.time += 3 * DAY
    await parlour.services.keep_note("alive", str(parlour.time))
    await process_due_match(parlour.services, number, parlour.time)
    outcomes: list[Outcome] = []
    for player in FOUR:
        search = Search(player)
        (past,) = await parlour.store.matches.finished(search, 0, 5)
        assert (past.reason, past.winner) == (Reason.TIME, Side.LIGHT)
        assert past.everyone == (ANNA, CARL, BEN, DORA)
        outcomes.append(past.outcome(player))
        tally = await parlour.store.matches.tally(search)
        assert (tally.of(), tally.listed(), tally.listed(outcomes[-1])) == (0, 1, 1)
    assert outcomes == [Outcome.LOST, Outcome.WON, Outcome.LOST, Outcome.WON]
    for one, other in ((ANNA, BEN), (CARL, BEN), (DORA, CARL), (ANNA, CARL)):
        shared = await parlour.store.matches.finished(Search(one, opponent=other), 0, 5)
        assert len(shared) == (0 if {one, other} == {ANNA, CARL} else 1)
        tally = await between(parlour.services, one, other)
        assert tally
        assert tally.of() == 0
    assert await parlour.no(rematch(parlour.services, number, DORA)) is No.PARTNERS_BEGIN_ANEW


async def test_what_is_stored_of_it_is_as_its_log_says(parlour: Parlour, tmp_path: Path) -> None:
    number = await begin(parlour)
    await play(parlour, number, 2)  # it is Carl's turn
    for player in (ANNA, CARL):
        away = Vacation(0, player, parlour.time, parlour.time + 5 * DAY)
        await keep_vacation(parlour.store, away, parlour.time)
    await process_due_match(parlour.services, number, parlour.time)
    assert [*check(tmp_path / "parlour.db", EXTENSIONS)] == []


@pytest.mark.parametrize("gone", [ANNA, CARL])
async def test_one_plays_on_alone_when_their_partner_is_erased(parlour: Parlour, gone: int) -> None:
    stays = ANNA + CARL - gone
    number = await begin(parlour)
    await play(parlour, number, 2)
    parlour.hush()
    await erasure.erase(parlour.services, gone)
    told = parlour.told()
    assert ClockPost(number) in told  # the board says so
    assert (ReminderPost(number, 3, stays) in told) is (gone == CARL)  # who was on turn
    record = await parlour.services.record(number)
    assert record.match.verdict is None
    assert set(record.players(Side.DARK)) == {stays, FORMER}
    assert await parlour.store.matches.running(gone) == []
    for player, move in zip((stays, DORA), MOVES[2:], strict=True):
        await make_move(parlour.services, number, player, move)
    record = await parlour.services.record(number)
    assert record.player(Side.DARK) == stays
    await erasure.erase(parlour.services, stays)
    record = await parlour.services.record(number)
    assert record.match.verdict
    assert record.match.verdict.winner is Side.LIGHT
    assert record.players(Side.DARK) == (FORMER, FORMER)
