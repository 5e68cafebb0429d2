"""Recording an event: of two games, the second begins in the commit that ends the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.service.challenges import accept, challenge, rematch
from bot.service.deadlines import process_deadlines
from bot.service.limits import Limits
from bot.service.model import Kind, Post, Record, Terms
from bot.service.play import answer, make_move, offer, resign
from bot.service.record_event import record_event
from bot.service.refusals import No
from games.core import Side
from games.events import Created, Offer, Stopped
from games.pace import Pace
from tests.bot.service.parlour import ANNA, BEN, HERE, MOVES, D, L

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour

DAY = 86_400  # seconds


async def begun(parlour: Parlour, rules: str = "ludens") -> Record:
    terms = Terms(rules, D, Pace(3), games=2)
    made, _ = await challenge(parlour.house, HERE, ANNA, BEN, terms)
    record = await accept(parlour.house, made.id, BEN)
    parlour.hush()
    return record


async def second_of(parlour: Parlour, first: Record) -> Record:
    (number,) = (each.id for each in parlour.store.records.values() if each.first == first.id)
    return await parlour.house.record(number)


async def test_the_second_game_follows_with_the_sides_changed(parlour: Parlour) -> None:
    first = await begun(parlour)
    assert (first.games, first.first, first.earlier) == (2, None, None)
    parlour.time += 60
    ended = await resign(parlour.house, first.id, ANNA)
    second = await second_of(parlour, first)
    assert (second.dark, second.light) == (BEN, ANNA)
    assert (second.games, second.first, second.earlier) == (2, first.id, ended.match)
    assert second.clock
    assert (second.clock.side, second.clock.since) == (D, parlour.time)
    assert parlour.said() == [
        Post(Kind.BOARD, match=first.id, number=2),
        Post(Kind.BOARD, match=second.id, number=1, after=first.id),
    ]


async def test_a_game_of_two_people_that_is_too_long_is_only_ended(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = await parlour.begun(moves=2)
    monkeypatch.setattr("bot.service.record_event.LONGEST", 3)
    assert await parlour.no(make_move(parlour.house, record.id, ANNA, MOVES[2])) is No.TOO_LONG
    takeback = offer(parlour.house, record.id, BEN, Offer.TAKEBACK)
    assert await parlour.no(takeback) is No.TOO_LONG
    await offer(parlour.house, record.id, BEN, Offer.AGREE)
    ended = await answer(parlour.house, record.id, ANNA, accepted=True)
    assert ended.match.verdict


async def test_its_first_board_waits_for_the_result_before_it(parlour: Parlour) -> None:
    first = await begun(parlour)
    await resign(parlour.house, first.id, ANNA)
    (result,) = await parlour.store.due_posts(parlour.time, 9)
    assert result.match == first.id
    await parlour.store.post_done(result, 501)
    (board,) = await parlour.store.due_posts(parlour.time, 9)
    assert board.match == (await second_of(parlour, first)).id


async def test_other_posts_of_the_second_game_wait_for_its_first_board(
    parlour: Parlour,
) -> None:
    first = await begun(parlour)
    await resign(parlour.house, first.id, ANNA)
    second = await second_of(parlour, first)
    await make_move(parlour.house, second.id, BEN, MOVES[0])
    parlour.time += 3 * DAY - 3600
    await process_deadlines(parlour.house, second.id, parlour.time)
    said = parlour.said()
    assert [each.kind for each in said] == [Kind.BOARD, Kind.BOARD, Kind.BOARD, Kind.REMINDER]
    assert {each.lane for each in said} == {f"match {first.id}"}


@pytest.mark.parametrize("lot", Side)
async def test_the_player_who_began_by_lot_begins_again(parlour: Parlour, lot: Side) -> None:
    parlour.lots = [lot]
    first = await begun(parlour, "larochelle")
    parlour.lots = [lot.other]
    await resign(parlour.house, first.id, ANNA)
    second = await second_of(parlour, first)
    begin = second.match.log[0]
    assert isinstance(begin, Created)
    assert (begin.lot, second.match.turn) == (lot, lot)


async def test_after_the_second_game_there_is_no_third(parlour: Parlour) -> None:
    first = await begun(parlour)
    await resign(parlour.house, first.id, ANNA)
    second = await second_of(parlour, first)
    await resign(parlour.house, second.id, ANNA)
    assert len(parlour.store.records) == 2
    made = await rematch(parlour.house, second.id, BEN)
    assert isinstance(made, tuple)
    again, _ = made
    assert (again.terms.games, again.terms.side) == (2, L)


async def test_a_match_that_is_stopped_has_no_second_game(parlour: Parlour) -> None:
    first = await begun(parlour)
    stopped = await record_event(parlour.house, first, Stopped(parlour.time))
    assert stopped.match.verdict
    assert len(parlour.store.records) == 1


async def test_a_game_by_itself_has_none(parlour: Parlour) -> None:
    record = await parlour.begun()
    await resign(parlour.house, record.id, ANNA)
    assert len(parlour.store.records) == 1


async def test_the_limit_of_games_ends_no_match_of_two(parlour: Parlour) -> None:
    first = await begun(parlour)
    parlour.limits = Limits(games=1)
    await make_move(parlour.house, first.id, ANNA, MOVES[0])
    await resign(parlour.house, first.id, BEN)
    assert (await second_of(parlour, first)).light == ANNA
