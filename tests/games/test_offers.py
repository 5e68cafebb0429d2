"""Offers: who may make, answer and withdraw them, and when; and what they lead to."""

from __future__ import annotations

import pytest

from games.catalogue import game
from games.core import Endings, Reason, Ruling, Side, Verdict
from games.errors import Why
from games.events import Answered, Created, Offer, Offered, Withdrawn
from games.match import Turn, fold
from tests.games.runners import Runners, answered, offered, opened, refused, run

D, L = Side.DARK, Side.LIGHT
AGREE, TAKEBACK = Offer.AGREE, Offer.TAKEBACK


# agreement


def test_an_accepted_offer_ends_it_as_the_rule_set_says() -> None:
    match = answered(offered(opened(2), D, AGREE), L, accepted=True)
    assert match.verdict == Verdict(None, Reason.AGREED)
    assert match.offer is None


def test_an_agreed_stop_is_counted() -> None:
    small = Runners(Endings(Ruling.DRAW, None, Ruling.DRAW, Ruling.COUNT), extras={"c1": "M"})
    match = answered(offered(small.begun(), L, AGREE), D, accepted=True)
    assert match.verdict == Verdict(L, Reason.AGREED)


def test_where_deadlock_is_the_attackers_win_no_draw_is_offered() -> None:
    match = fold([Created(0, game("fortresses").data)])
    assert refused(match, Offered(D, 1, AGREE)) is Why.NO_AGREEMENT
    assert refused(match, Offered(L, 1, AGREE)) is Why.NO_AGREEMENT


def test_one_offer_stands_at_a_time() -> None:
    match = offered(opened(2, 2), D, AGREE)
    assert match.offer == Offered(D, 50, AGREE)
    assert refused(match, Offered(D, 51, AGREE)) is Why.OFFER_STANDS
    assert refused(match, Offered(D, 51, TAKEBACK)) is Why.OFFER_STANDS
    assert refused(match, Offered(L, 51, AGREE)) is Why.OFFER_STANDS


def test_the_asker_does_not_answer_himself() -> None:
    match = offered(opened(2), D, AGREE)
    assert refused(match, Answered(D, 51, accepted=True)) is Why.OWN_OFFER
    assert refused(match, Answered(D, 51, accepted=False)) is Why.OWN_OFFER


def test_there_is_nothing_to_answer_or_withdraw_where_nothing_is_offered() -> None:
    assert refused(opened(2), Answered(D, 51, accepted=True)) is Why.NO_OFFER
    assert refused(opened(2), Withdrawn(D, 51)) is Why.NO_OFFER


def test_the_asker_may_withdraw_and_ask_again() -> None:
    match = offered(opened(2), D, AGREE)
    assert refused(match, Withdrawn(L, 51)) is Why.NOT_YOUR_OFFER
    match = match.after(Withdrawn(D, 51))
    assert match.offer is None
    assert offered(match, D, AGREE).offer


def test_an_offer_outlives_the_askers_own_move_and_lapses_with_the_opponents() -> None:
    match = run(offered(opened(), D, AGREE), 2)
    assert match.offer == Offered(D, 50, AGREE)
    match = run(match, 2)
    assert match.offer is None
    assert offered(match, D, AGREE).offer


def test_a_refused_offer_waits_for_the_askers_next_move() -> None:
    match = answered(offered(opened(2), D, AGREE), L, accepted=False)
    assert match.offer is None
    assert match.verdict is None
    assert refused(match, Offered(D, 61, AGREE)) is Why.REFUSED_ALREADY
    match = run(match, 2)
    assert refused(match, Offered(D, 61, AGREE)) is Why.REFUSED_ALREADY
    match = run(match, 3)
    assert offered(match, D, AGREE).offer


def test_a_refusal_bars_neither_the_opponent_nor_the_other_offer() -> None:
    match = answered(offered(opened(2), D, AGREE), L, accepted=False)
    assert offered(match, L, AGREE).offer
    assert offered(match, D, TAKEBACK).offer


# takebacks


def test_a_move_not_yet_answered_comes_back_alone() -> None:
    before = opened(2, 2)
    match = answered(offered(run(before, 3), D, TAKEBACK), L, accepted=True)
    assert match.plies == before.plies
    assert match.position == before.position
    assert match.turn is D
    assert match.offer is None
    assert len(match.log) == 6


def test_an_answered_move_comes_back_with_its_answer() -> None:
    before = opened(2, 2)
    match = answered(offered(run(before, 3, 3), D, TAKEBACK), L, accepted=True)
    assert match.plies == before.plies
    assert match.turn is D


def test_the_turn_that_comes_back_begins_at_the_answer() -> None:
    match = answered(offered(opened(2), D, TAKEBACK), L, accepted=True)
    assert match.turns == (Turn(D, 0), Turn(L, 1, plies=1), Turn(D, 60))


def test_a_side_that_has_not_moved_has_nothing_to_take_back() -> None:
    assert refused(opened(), Offered(D, 1, TAKEBACK)) is Why.NOTHING_TO_TAKE_BACK
    assert refused(opened(), Offered(L, 1, TAKEBACK)) is Why.NOTHING_TO_TAKE_BACK
    assert refused(opened(2), Offered(L, 1, TAKEBACK)) is Why.NOTHING_TO_TAKE_BACK
    match = answered(offered(opened(2), D, TAKEBACK), L, accepted=True)
    assert refused(match, Offered(D, 61, TAKEBACK)) is Why.NOTHING_TO_TAKE_BACK


@pytest.mark.parametrize("mover", list(Side))
def test_a_takeback_offer_lapses_with_any_move(mover: Side) -> None:
    match = opened(2, 2) if mover is D else opened(2, 2, 3)
    assert match.turn is mover
    for asker in Side:
        assert run(offered(match, asker, TAKEBACK), 4).offer is None


def test_a_refused_takeback_changes_nothing_on_the_board() -> None:
    before = opened(2)
    match = answered(offered(before, D, TAKEBACK), L, accepted=False)
    assert match.plies == before.plies
    assert match.turns == before.turns
    assert refused(match, Offered(D, 61, TAKEBACK)) is Why.REFUSED_ALREADY


def test_repetitions_taken_back_do_not_count() -> None:
    match = opened(2, 2, 1, 1, 2, 2, 1)
    for _ in range(3):
        match = answered(offered(match, D, TAKEBACK), L, accepted=True)
        match = run(match, 1)
        assert match.verdict is None
        assert match.repetitions == 2
    assert run(match, 1).verdict == Verdict(None, Reason.REPETITION)


def test_quiet_plies_and_men_taken_are_as_they_were() -> None:
    small = Runners(extras={"c1": "M"}, prey={"a9": ("c1",)})
    before = run(small.begun(), 2, 2)
    match = answered(offered(run(before, 9), D, TAKEBACK), L, accepted=True)
    assert match.position.quiet == 2
    assert match.position["c1"] == "M"
    assert match.taken(D) == 0


def test_a_refusal_outlives_a_takeback() -> None:
    match = answered(offered(opened(2, 2), D, AGREE), L, accepted=False)
    match = answered(offered(match, D, TAKEBACK), L, accepted=True)
    assert refused(match, Offered(D, 61, AGREE)) is Why.REFUSED_ALREADY
