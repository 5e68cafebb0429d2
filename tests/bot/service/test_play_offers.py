"""Offers in a match: an agreed end, a move taken back; made, answered, withdrawn."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.model.posts import BoardPost, CloseOffer, NoticePost, Post
from bot.service.play import answer, make_move, offer, resign, withdraw_offer
from bot.service.refusals import No, Refusal
from games.core import Reason, Side, Verdict
from games.errors import Illegal, Why
from games.events import Answered, Offer, Offered, Withdrawn
from tests.bot.service.parlour import ANNA, BEN, CARL, MOVES, NOON, D, L

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour

AGREE, TAKEBACK = Offer.AGREE, Offer.TAKEBACK


def notice(number: int) -> list[Post]:
    """The offer, or its refusal."""
    return [NoticePost(1, number)]


def board(number: int) -> list[Post]:
    """A new board."""
    return [BoardPost(1, number)]


def over(number: int) -> list[Post]:
    """The offer's own message, that it is over."""
    return [CloseOffer(1, number)]


@pytest.mark.parametrize("what", Offer)
@pytest.mark.parametrize(("by", "side"), [(ANNA, D), (BEN, L)])
async def test_an_offer_is_kept_and_told(
    parlour: Parlour, by: int, side: Side, what: Offer
) -> None:
    begun = await parlour.begun(moves=2)
    record = await offer(parlour.services, begun.id, by, what)
    assert record.match.log[3:] == (Offered(side, NOON, what),)
    assert await parlour.services.record(begun.id) == record
    assert parlour.said() == notice(4)


async def test_an_agreed_end_is_the_end(parlour: Parlour) -> None:
    begun = await parlour.begun()
    await offer(parlour.services, begun.id, ANNA, AGREE)
    parlour.hush()
    record = await answer(parlour.services, begun.id, BEN, accepted=True)
    assert record.match.verdict == Verdict(None, Reason.AGREED)
    assert record.match.log[-1] == Answered(L, NOON, accepted=True)
    assert parlour.said() == [*board(3), *over(3)]


async def test_a_move_taken_back_makes_a_new_board(parlour: Parlour) -> None:
    begun = await parlour.begun(moves=1)
    await offer(parlour.services, begun.id, ANNA, TAKEBACK)
    parlour.hush()
    record = await answer(parlour.services, begun.id, BEN, accepted=True)
    assert record.match.plies == ()
    assert record.match.turn is D
    assert parlour.said() == [*board(4), *over(4)]


@pytest.mark.parametrize("what", Offer)
async def test_a_refusal_is_told_in_the_offer_alone(parlour: Parlour, what: Offer) -> None:
    begun = await parlour.begun(moves=1)
    await offer(parlour.services, begun.id, ANNA, what)
    parlour.hush()
    record = await answer(parlour.services, begun.id, BEN, accepted=False)
    assert record.match.offer is None
    assert record.match.position == begun.match.position
    assert parlour.said() == over(4)


async def test_an_offer_withdrawn_is_gone_without_a_word(parlour: Parlour) -> None:
    begun = await parlour.begun()
    await offer(parlour.services, begun.id, ANNA, AGREE)
    parlour.hush()
    record = await withdraw_offer(parlour.services, begun.id, ANNA)
    assert record.match.log[-1] == Withdrawn(D, NOON)
    assert (await parlour.services.record(begun.id)).match.offer is None
    assert parlour.said() == over(3)
    assert await parlour.why(answer(parlour.services, begun.id, BEN, accepted=True)) is Why.NO_OFFER


async def test_who_may_what(parlour: Parlour) -> None:
    begun, services = await parlour.begun(), parlour.services
    assert await parlour.no(offer(services, begun.id, CARL, AGREE)) is No.NOT_YOUR_GAME
    assert await parlour.why(offer(services, begun.id, ANNA, TAKEBACK)) is Why.NOTHING_TO_TAKE_BACK
    assert await parlour.why(answer(services, begun.id, BEN, accepted=True)) is Why.NO_OFFER
    assert await parlour.why(withdraw_offer(services, begun.id, BEN)) is Why.NO_OFFER
    await offer(services, begun.id, ANNA, AGREE)
    parlour.hush()
    for accepted in (True, False):
        act = answer(services, begun.id, ANNA, accepted=accepted)
        assert await parlour.why(act) is Why.OWN_OFFER
        act = answer(services, begun.id, CARL, accepted=accepted)
        assert await parlour.no(act) is No.NOT_YOUR_GAME
    assert await parlour.why(withdraw_offer(services, begun.id, BEN)) is Why.NOT_YOUR_OFFER
    assert await parlour.no(withdraw_offer(services, begun.id, CARL)) is No.NOT_YOUR_GAME
    assert await parlour.no(offer(services, begun.id, CARL, AGREE)) is No.NOT_YOUR_GAME
    assert await parlour.why(offer(services, begun.id, ANNA, AGREE)) is Why.OFFER_STANDS
    for act in (offer(services, 9, ANNA, AGREE), withdraw_offer(services, 9, ANNA)):
        assert await parlour.no(act) is No.NO_SUCH_GAME
    assert await parlour.no(answer(services, 9, BEN, accepted=True)) is No.NO_SUCH_GAME


async def test_some_rule_sets_know_no_agreed_end(parlour: Parlour) -> None:
    begun = await parlour.begun(rules="fortresses")
    assert await parlour.why(offer(parlour.services, begun.id, ANNA, AGREE)) is Why.NO_AGREEMENT


async def test_who_was_refused_moves_before_asking_again(parlour: Parlour) -> None:
    begun, services = await parlour.begun(), parlour.services
    await offer(services, begun.id, ANNA, AGREE)
    await answer(services, begun.id, BEN, accepted=False)
    parlour.hush()
    assert await parlour.why(offer(services, begun.id, ANNA, AGREE)) is Why.REFUSED_ALREADY
    await make_move(services, begun.id, ANNA, MOVES[0])
    parlour.hush()
    await offer(services, begun.id, ANNA, AGREE)
    assert parlour.said() == notice(5)


@pytest.mark.parametrize("what", Offer)
async def test_what_was_withdrawn_is_offered_again_after_a_move(
    parlour: Parlour, what: Offer
) -> None:
    """Else one could ping the other as often as one presses."""
    begun, services = await parlour.begun(moves=2), parlour.services
    await offer(services, begun.id, ANNA, what)
    await withdraw_offer(services, begun.id, ANNA)
    parlour.hush()
    assert await parlour.no(offer(services, begun.id, ANNA, what)) is No.OFFERED_ALREADY
    await make_move(services, begun.id, ANNA, MOVES[2])
    record = await offer(services, begun.id, ANNA, what)
    assert record.match.offer


async def test_nothing_is_offered_when_it_is_over(parlour: Parlour) -> None:
    begun, services = await parlour.begun(), parlour.services
    await offer(services, begun.id, ANNA, AGREE)
    await resign(services, begun.id, BEN)
    parlour.hush()
    for act in (
        offer(services, begun.id, ANNA, AGREE),
        answer(services, begun.id, BEN, accepted=True),
        answer(services, begun.id, BEN, accepted=True, seen=2),
        withdraw_offer(services, begun.id, ANNA),
    ):
        assert await parlour.why(act) is Why.OVER


async def test_when_both_want_the_end_it_is_the_end(parlour: Parlour) -> None:
    begun = await parlour.begun()
    await offer(parlour.services, begun.id, ANNA, AGREE)
    parlour.hush()
    record = await offer(parlour.services, begun.id, BEN, AGREE)
    assert record.match.verdict == Verdict(None, Reason.AGREED)
    assert parlour.said() == [*board(3), *over(3)]


@pytest.mark.parametrize("seen", [None, 1])
async def test_when_both_want_the_end_at_once_it_is_the_end(
    parlour: Parlour, seen: int | None
) -> None:
    begun = await parlour.begun()
    await asyncio.gather(
        *(offer(parlour.services, begun.id, by, AGREE, seen) for by in (ANNA, BEN))
    )
    record = await parlour.services.record(begun.id)
    assert record.match.verdict == Verdict(None, Reason.AGREED)
    assert parlour.said() == [*notice(2), *board(3), *over(3)]


async def test_who_asks_for_his_own_move_does_not_give_the_other_his(parlour: Parlour) -> None:
    begun = await parlour.begun(moves=2)
    await offer(parlour.services, begun.id, BEN, TAKEBACK)
    parlour.hush()
    assert await parlour.why(offer(parlour.services, begun.id, ANNA, TAKEBACK)) is Why.OFFER_STANDS
    assert await parlour.why(offer(parlour.services, begun.id, ANNA, AGREE)) is Why.OFFER_STANDS


async def test_an_offer_clicked_twice_is_made_once(parlour: Parlour) -> None:
    begun = await parlour.begun()
    first, second = await asyncio.gather(
        *(offer(parlour.services, begun.id, ANNA, AGREE, 1) for _ in range(2))
    )
    assert first == second
    assert parlour.said() == notice(2)
    parlour.time += 1
    assert await offer(parlour.services, begun.id, ANNA, AGREE, 1) == first
    assert parlour.said() == []


@pytest.mark.parametrize("what", Offer)
@pytest.mark.parametrize("accepted", [True, False])
async def test_an_answer_clicked_twice_is_given_once(
    parlour: Parlour,
    what: Offer,
    accepted: bool,  # noqa: FBT001  a parameter of the test
) -> None:
    begun = await parlour.begun(moves=1)
    await offer(parlour.services, begun.id, ANNA, what)
    parlour.hush()
    first, second = await asyncio.gather(
        *(answer(parlour.services, begun.id, BEN, accepted=accepted, seen=3) for _ in range(2))
    )
    assert first == second
    assert parlour.said() == [*(board(4) if accepted else []), *over(4)]
    parlour.time += 1
    assert await answer(parlour.services, begun.id, BEN, accepted=accepted, seen=3) == first
    assert parlour.said() == []


async def test_a_withdrawal_clicked_twice(parlour: Parlour) -> None:
    begun = await parlour.begun()
    await offer(parlour.services, begun.id, ANNA, AGREE)
    parlour.hush()
    first = await withdraw_offer(parlour.services, begun.id, ANNA, 2)
    assert parlour.said() == over(3)
    assert await withdraw_offer(parlour.services, begun.id, ANNA, 2) == first
    assert parlour.said() == []


async def test_of_yes_and_no_at_once_the_first_counts(parlour: Parlour) -> None:
    begun = await parlour.begun()
    await offer(parlour.services, begun.id, ANNA, AGREE)
    parlour.hush()
    parlour.store.first = lambda: answer(parlour.services, begun.id, BEN, accepted=False, seen=2)
    with pytest.raises(Illegal) as refused:
        await answer(parlour.services, begun.id, BEN, accepted=True, seen=2)
    assert refused.value.why is Why.NO_OFFER
    assert parlour.said() == over(3)


async def test_an_old_yes_does_not_accept_another_offer(parlour: Parlour) -> None:
    begun, services = await parlour.begun(moves=1), parlour.services
    await offer(services, begun.id, ANNA, TAKEBACK)
    await withdraw_offer(services, begun.id, ANNA)
    await offer(services, begun.id, ANNA, AGREE)
    parlour.hush()
    for accepted in (True, False):
        act = answer(services, begun.id, BEN, accepted=accepted, seen=3)
        assert await parlour.no(act) is No.MOVED_ON
    assert await parlour.no(withdraw_offer(services, begun.id, ANNA, 3)) is No.MOVED_ON
    record = await answer(services, begun.id, BEN, accepted=True, seen=5)
    assert record.match.verdict == Verdict(None, Reason.AGREED)


async def test_an_old_no_is_not_taken_for_the_answer_to_a_new_offer(parlour: Parlour) -> None:
    begun, services = await parlour.begun(), parlour.services
    await offer(services, begun.id, ANNA, AGREE)
    await answer(services, begun.id, BEN, accepted=False, seen=2)
    await make_move(services, begun.id, ANNA, MOVES[0])
    parlour.time += 1
    await offer(services, begun.id, ANNA, AGREE)
    parlour.hush()
    act = answer(services, begun.id, BEN, accepted=False, seen=2)
    assert await parlour.no(act) is No.MOVED_ON


async def test_the_asker_may_have_moved_on_and_his_offer_still_stands(parlour: Parlour) -> None:
    begun, services = await parlour.begun(), parlour.services
    await offer(services, begun.id, ANNA, AGREE)
    await make_move(services, begun.id, ANNA, MOVES[0])
    parlour.hush()
    act = answer(services, begun.id, BEN, accepted=True, seen=2)
    assert await parlour.no(act) is No.MOVED_ON  # it is another board he would agree on
    record = await answer(services, begun.id, BEN, accepted=True, seen=3)
    assert record.match.verdict == Verdict(None, Reason.AGREED)


async def test_a_move_and_its_answer_at_once(parlour: Parlour) -> None:
    begun, services = await parlour.begun(moves=1), parlour.services
    await offer(services, begun.id, ANNA, TAKEBACK)
    parlour.hush()
    moved, answered = await asyncio.gather(
        make_move(services, begun.id, BEN, MOVES[1], 3),
        answer(services, begun.id, BEN, accepted=True, seen=3),
        return_exceptions=True,
    )
    late = [one for one in (moved, answered) if isinstance(one, Refusal)]
    assert [one.no for one in late] == [No.MOVED_ON]
    (post, *_) = board(4)
    assert parlour.said() == [post, *over(4)]  # of the move, or of the takeback


async def test_after_an_accepted_takeback_the_move_before_may_be_asked_for(
    parlour: Parlour,
) -> None:
    begun, services = await parlour.begun(moves=3), parlour.services
    for _ in range(2):
        await offer(services, begun.id, ANNA, TAKEBACK)
        await answer(services, begun.id, BEN, accepted=True)
    assert (await services.record(begun.id)).match.moves == ()
