"""Players' actions in a match: move, resign, give a day; each can be repeated."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Terms
from bot.model.matches import Record
from bot.model.posts import BoardPost, ClockPost, CloseOffer, NoticePost, Post
from bot.service.challenges import accept, make_challenge
from bot.service.play import answer, give_day, make_move, make_typed_move, offer, resign
from bot.service.refusals import No, Refusal
from games.core import Reason, Verdict
from games.errors import Illegal, Unreadable, Why
from games.events import Given, Moved, Offer, Resigned
from games.pace import Clock, Pace
from tests.bot.service.parlour import ANNA, BEN, CARL, HERE, MOVES, NOON, D, L

if TYPE_CHECKING:
    from games.core import Move
    from tests.bot.service.parlour import Parlour

DAY = 86_400  # seconds


def board(number: int, match: int = 1) -> list[Post]:
    """A new board."""
    return [BoardPost(match, number)]


async def test_a_move_is_kept_and_its_board_is_to_be_said(parlour: Parlour) -> None:
    begun = await parlour.begun()
    parlour.time += 5
    record = await make_move(parlour.services, begun.id, ANNA, MOVES[0])
    assert record.match.log == (*begun.match.log, Moved(D, NOON + 5, MOVES[0]))
    assert await parlour.services.record(begun.id) == record
    assert record == replace(begun, match=record.match, due=NOON + 5 + 3 * DAY)
    assert parlour.said() == board(2)
    await make_move(parlour.services, begun.id, BEN, MOVES[1])
    assert parlour.said() == board(3)


@pytest.mark.parametrize(
    ("by", "path", "why"),
    [
        (BEN, ("e4", "c4"), Why.NOT_YOUR_TURN),
        (BEN, ("a4", "c4"), Why.NOT_YOUR_TURN),
        (ANNA, ("e4", "c4"), Why.NOT_YOUR_MAN),
        (ANNA, ("c4", "c3"), Why.NOTHING_THERE),
        (ANNA, ("a4", "b3"), Why.NOT_IN_LINE),
        (ANNA, ("a4", "i4"), Why.IN_THE_WAY),
        (ANNA, ("a4", "z9"), Why.OFF_BOARD),
        (ANNA, ("a4", "c4", "c3"), Why.NOT_TWO_POINTS),
        (ANNA, (), Why.NOT_TWO_POINTS),
    ],
)
@pytest.mark.parametrize("seen", [None, 1])
async def test_what_the_rules_forbid_changes_nothing(
    parlour: Parlour, by: int, path: Move, why: Why, seen: int | None
) -> None:
    begun = await parlour.begun()
    assert await parlour.why(make_move(parlour.services, begun.id, by, path, seen)) is why


async def test_strangers_and_matches_that_are_none(parlour: Parlour) -> None:
    begun = await parlour.begun()
    services = parlour.services
    assert await parlour.no(make_move(services, begun.id, CARL, MOVES[0], 1)) is No.NOT_YOUR_GAME
    for text in ("a4c4", "nonsense"):
        assert await parlour.no(make_typed_move(services, begun, CARL, text)) is No.NOT_YOUR_GAME
    assert await parlour.no(resign(services, begun.id, CARL)) is No.NOT_YOUR_GAME
    assert await parlour.no(make_move(services, 9, ANNA, MOVES[0])) is No.NO_SUCH_GAME
    assert await parlour.no(resign(services, 9, ANNA)) is No.NO_SUCH_GAME


async def test_a_double_click_plays_once(parlour: Parlour) -> None:
    begun = await parlour.begun()
    parlour.time += 5
    first = await make_move(parlour.services, begun.id, ANNA, MOVES[0], 1)
    assert parlour.said() == board(2)
    parlour.time += 1
    assert await make_move(parlour.services, begun.id, ANNA, MOVES[0], 1) == first
    assert parlour.said() == []


async def test_a_click_repeated_after_the_answer_plays_nothing(parlour: Parlour) -> None:
    begun = await parlour.begun(moves=1)
    now = await make_move(parlour.services, begun.id, BEN, MOVES[1])
    parlour.hush()
    assert await make_move(parlour.services, begun.id, ANNA, MOVES[0], 1) == now
    assert parlour.said() == []


async def test_two_clicks_at_once_play_once(parlour: Parlour) -> None:
    begun = await parlour.begun()
    both = await asyncio.gather(
        *(make_move(parlour.services, begun.id, ANNA, MOVES[0], 1) for _ in range(2))
    )
    assert both[0] == both[1]
    assert len((await parlour.services.record(begun.id)).match.log) == 2
    assert parlour.said() == board(2)


async def test_of_two_different_moves_at_once_one_is_played(parlour: Parlour) -> None:
    begun = await parlour.begun()
    won, lost = await asyncio.gather(
        make_move(parlour.services, begun.id, ANNA, MOVES[0], 1),
        make_move(parlour.services, begun.id, ANNA, ("d1", "d2"), 1),
        return_exceptions=True,
    )
    assert isinstance(won, Record)
    assert isinstance(lost, Refusal)
    assert lost.no is No.MOVED_ON
    assert (await parlour.services.record(begun.id)).match.moves == MOVES[:1]
    assert parlour.said() == board(2)


async def test_both_players_at_once(parlour: Parlour) -> None:
    begun = await parlour.begun()
    parlour.store.first = lambda: make_move(parlour.services, begun.id, ANNA, MOVES[0], 1)
    lost = await resign(parlour.services, begun.id, BEN)
    assert lost.match.moves == MOVES[:1]
    assert lost.match.verdict == Verdict(D, Reason.RESIGNED)
    assert parlour.said() == [*board(2), *board(3)]


async def test_a_board_that_has_moved_on_says_so(parlour: Parlour) -> None:
    begun = await parlour.begun(moves=2)
    for path in (("d1", "d2"), ("a4", "b4"), ("e4", "e1")):
        assert await parlour.no(make_move(parlour.services, begun.id, ANNA, path, 1)) is No.MOVED_ON


async def test_an_offer_since_then_does_not_outdate_a_board(parlour: Parlour) -> None:
    begun = await parlour.begun()
    await offer(parlour.services, begun.id, ANNA, Offer.AGREE)
    parlour.hush()
    record = await make_move(parlour.services, begun.id, ANNA, MOVES[0], 1)
    assert record.match.moves == MOVES[:1]
    assert parlour.said() == board(3)


async def test_after_a_takeback_the_old_board_is_right_again(parlour: Parlour) -> None:
    begun = await parlour.begun(moves=1)
    await offer(parlour.services, begun.id, ANNA, Offer.TAKEBACK)
    await answer(parlour.services, begun.id, BEN, accepted=True)
    parlour.hush()
    record = await make_move(parlour.services, begun.id, ANNA, ("d1", "d2"), 1)
    assert record.match.moves == (("d1", "d2"),)
    assert parlour.said() == board(5)


async def test_a_move_taken_back_is_not_taken_for_played(parlour: Parlour) -> None:
    begun = await parlour.begun(moves=1)
    await offer(parlour.services, begun.id, ANNA, Offer.TAKEBACK)
    await answer(parlour.services, begun.id, BEN, accepted=True)
    parlour.hush()
    parlour.time += 60
    record = await make_move(parlour.services, begun.id, ANNA, MOVES[0], 1)
    assert record.match.moves == MOVES[:1]
    assert parlour.said() == board(5)


async def test_another_change_came_first_and_the_move_is_still_right(parlour: Parlour) -> None:
    begun = await parlour.begun()
    parlour.store.first = lambda: offer(parlour.services, begun.id, BEN, Offer.AGREE)
    record = await make_move(parlour.services, begun.id, ANNA, MOVES[0], 1)
    assert [type(event).__name__ for event in record.match.log] == ["Created", "Offered", "Moved"]
    over = CloseOffer(1, 3)  # the offer
    assert parlour.said() == [NoticePost(1, 2), *board(3), over]


async def test_another_change_came_first_and_the_match_is_over(parlour: Parlour) -> None:
    begun = await parlour.begun()
    parlour.store.first = lambda: resign(parlour.services, begun.id, BEN)
    with pytest.raises(Illegal) as refused:
        await make_move(parlour.services, begun.id, ANNA, MOVES[0], 1)
    assert refused.value.why is Why.OVER
    assert parlour.said() == board(2)


async def test_another_change_always_comes_first(parlour: Parlour) -> None:
    begun = await parlour.begun()
    parlour.store.outdated = 5
    assert await parlour.no(make_move(parlour.services, begun.id, ANNA, MOVES[0], 1)) is No.BUSY


@pytest.mark.parametrize("text", ["a4c4", "A4 - C4", "a4\N{EN DASH}c4"])
async def test_a_move_is_read(parlour: Parlour, text: str) -> None:
    begun = await parlour.begun()
    record = await make_typed_move(parlour.services, begun, ANNA, text)
    assert record.match.moves == MOVES[:1]
    assert parlour.said() == board(2)


@pytest.mark.parametrize("text", ["e3c3", "e3-c3xc4"])
async def test_its_captures_may_be_written(parlour: Parlour, text: str) -> None:
    begun = await parlour.begun(moves=1)
    record = await make_typed_move(parlour.services, begun, BEN, text)
    assert record.match.moves == MOVES[:2]
    assert record.match.taken(L) == 1


async def test_a_written_capture_must_happen(parlour: Parlour) -> None:
    begun = await parlour.begun(moves=1)
    act = make_typed_move(parlour.services, begun, BEN, "e3-c3xd4")
    assert await parlour.why(act) is Why.NO_SUCH_CAPTURE


@pytest.mark.parametrize("text", ["", "hello", "a4", "a4c4 " + "c" * 200])
async def test_what_is_no_move_is_not_played(parlour: Parlour, text: str) -> None:
    begun = await parlour.begun()
    refused = await parlour.unchanged(make_typed_move(parlour.services, begun, ANNA, text))
    assert isinstance(refused, Unreadable)


@pytest.mark.parametrize("text", ["e4c4", "a4c4", "hello"])
async def test_who_writes_out_of_turn_is_told_just_that(parlour: Parlour, text: str) -> None:
    begun = await parlour.begun()
    act = make_typed_move(parlour.services, begun, BEN, text)
    assert await parlour.why(act) is Why.NOT_YOUR_TURN


async def test_nothing_is_played_when_it_is_over(parlour: Parlour) -> None:
    begun, services = await parlour.begun(), parlour.services
    over = await resign(services, begun.id, BEN)
    parlour.hush()
    for by in (ANNA, BEN):
        assert await parlour.why(make_move(services, begun.id, by, MOVES[0])) is Why.OVER
        assert await parlour.why(make_typed_move(services, over, by, "e4c4")) is Why.OVER
        assert await parlour.why(resign(services, begun.id, by)) is Why.OVER


async def test_the_player_who_resigns_loses_in_turn_or_not(parlour: Parlour) -> None:
    begun = await parlour.begun()
    record = await resign(parlour.services, begun.id, BEN)
    assert record.match.log == (*begun.match.log, Resigned(L, NOON))
    assert record.match.verdict == Verdict(D, Reason.RESIGNED)
    assert parlour.said() == board(2)


async def test_a_winning_move_ends_the_match(parlour: Parlour) -> None:
    record = await parlour.begun(rules="larochelle+attackers-first")
    for text in ("a4b4", "e3d3", "b4a4", "e4d4", "a4b4", "e5e3", "b4a4"):
        mover = record.player(record.match.turn)
        record = await make_typed_move(parlour.services, record, mover, text)
    parlour.hush()
    record = await make_typed_move(parlour.services, record, BEN, "e3i3")
    assert record.match.verdict == Verdict(L, Reason.KING_ESCAPED)
    assert await parlour.services.record(record.id) == record
    assert parlour.said() == board(9)


async def timed(parlour: Parlour) -> Record:
    challenge, _ = await make_challenge(
        parlour.services, HERE, ANNA, BEN, Terms("ludens", D, Pace(3))
    )
    record = await accept(parlour.services, challenge.id, BEN)
    parlour.hush()
    return record


async def test_the_deadline_of_the_player_to_move_follows_at_once(parlour: Parlour) -> None:
    record = await timed(parlour)
    record = await give_day(parlour.services, record.id, BEN)
    assert record.match.log[-1] == Given(L, NOON)
    assert record.clock == Clock(D, NOON, 4 * DAY, DAY, ())
    assert record.due == NOON + 3 * DAY  # the last quarter, as he likes to be reminded
    assert parlour.said() == [NoticePost(record.id, 2), ClockPost(record.id)]
    assert await parlour.services.record(record.id) == record


async def test_given_by_the_mover_it_counts_from_the_opponents_turn_on(parlour: Parlour) -> None:
    record = await timed(parlour)
    record = await give_day(parlour.services, record.id, ANNA)
    assert record.clock == Clock(D, NOON, 3 * DAY, 0, ())
    assert parlour.said() == [NoticePost(record.id, 2)]  # what the board shows is still so
    record = await make_move(parlour.services, record.id, ANNA, MOVES[0])
    assert record.clock == Clock(L, NOON, 4 * DAY, DAY, ())


async def test_a_button_pressed_twice_gives_one_day(parlour: Parlour) -> None:
    record = await timed(parlour)
    once = await give_day(parlour.services, record.id, BEN, seen=1)
    parlour.time += 5
    assert await give_day(parlour.services, record.id, BEN, seen=1) == once
    again = await give_day(parlour.services, record.id, BEN, seen=2)
    assert len(again.match.gifts) == 2


async def test_where_no_clock_runs_there_is_nothing_to_give(parlour: Parlour) -> None:
    record = await parlour.begun()
    assert await parlour.why(give_day(parlour.services, record.id, BEN)) is Why.NO_CLOCK
    await resign(parlour.services, record.id, ANNA)
    assert await parlour.why(give_day(parlour.services, record.id, BEN)) is Why.OVER


async def test_only_its_players_give_and_thirty_days_at_most(parlour: Parlour) -> None:
    record = await timed(parlour)
    assert await parlour.no(give_day(parlour.services, record.id, CARL)) is No.NOT_YOUR_GAME
    for _ in range(30):
        await give_day(parlour.services, record.id, BEN)
    refused = await parlour.unchanged(give_day(parlour.services, record.id, BEN))
    assert isinstance(refused, Refusal)
    assert (refused.no, refused.values) == (No.TOO_MANY_GIFTS, {"limit": 30})
    record = await give_day(parlour.services, record.id, ANNA)
    assert len(record.match.gifts) == 31
