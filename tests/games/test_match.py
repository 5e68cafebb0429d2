"""What may happen in a match, what it leads to, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from games.catalogue import game
from games.core import Callout, Endings, Position, Reason, Ruling, Side, Verdict
from games.errors import Contradiction, Fault, Illegal, Unreadable, Why
from games.events import (
    Answered,
    Created,
    Event,
    Flagged,
    Moved,
    Offer,
    Offered,
    Resigned,
    Withdrawn,
)
from games.match import Match, Turn, fold
from games.notation import write_position
from tests.games.runners import Runners, refused, run, step

if TYPE_CHECKING:
    from collections.abc import Mapping

D, L = Side.DARK, Side.LIGHT
AGREE, TAKEBACK = Offer.AGREE, Offer.TAKEBACK
YES, NO = True, False


def opened(*tops: int) -> Match:
    return run(Runners().begun(), *tops)


def offered(match: Match, by: Side, what: Offer) -> Match:
    return match.after(Offered(by, 50, what))


def answered(match: Match, by: Side, *, accepted: bool) -> Match:
    return match.after(Answered(by, 60, accepted))


# beginning


def test_a_match_begins_at_the_start_of_its_rules() -> None:
    match = fold([Created(100, game("ludens").data)])
    assert match.position == match.start == game("ludens").start()
    assert (match.turn, match.plies, match.last) == (D, (), None)
    assert (match.repetitions, match.offer, match.verdict) == (1, None, None)
    assert match.turns == (Turn(D, 100),)
    assert len(match.log) == 1


@pytest.mark.parametrize("first", list(Side))
def test_the_lot_says_who_begins(first: Side) -> None:
    match = fold([Created(0, game("larochelle").data, lot=first)])
    assert match.turn is first


def test_without_a_lot_nobody_begins_where_one_is_to_be_drawn() -> None:
    with pytest.raises(Contradiction):
        fold([Created(0, game("larochelle").data)])


def test_a_match_can_begin_elsewhere() -> None:
    line = "9/9/4t4/9/4K4/9/9/9/t8 l 7"
    match = fold([Created(0, game("larochelle").data, start=line)])
    assert write_position(match.game, match.position) == line
    assert match.turn is L


def test_a_start_that_is_decided_ends_the_match_at_once() -> None:
    line = "3K5/9/4t4/9/9/9/9/9/t8 d 0"
    match = fold([Created(0, game("larochelle").data, start=line)])
    assert match.verdict == Verdict(L, Reason.KING_ESCAPED)
    assert refused(match, Resigned(D, 1)) is Why.OVER


def test_a_start_with_a_lot_says_twice_who_begins() -> None:
    line = "9/9/4t4/9/4K4/9/9/9/t8 l 7"
    with pytest.raises(Unreadable) as refusal:
        fold([Created(0, game("larochelle").data, lot=L, start=line)])
    assert refusal.value.fault is Fault.RECORD


def test_a_start_that_is_no_position_is_unreadable() -> None:
    with pytest.raises(Unreadable) as refusal:
        fold([Created(0, game("larochelle").data, start="9/9/4t4/9/9/9/9/9/t8 l 7")])
    assert refusal.value.fault is Fault.KINGS


@pytest.mark.parametrize(
    "rules", [{}, {"game": "chess"}, {"game": "tablut"}, {"game": "tablut", "name": "x", "y": 1}]
)
def test_rules_that_are_none_are_unreadable(rules: Mapping[str, object]) -> None:
    with pytest.raises(Unreadable) as refusal:
        fold([Created(0, rules)])
    assert refusal.value.fault is Fault.RECORD


@pytest.mark.parametrize("log", [[], [Resigned(D, 0)]])
def test_a_log_that_does_not_begin_is_no_match(log: list[Event]) -> None:
    with pytest.raises(Unreadable) as refusal:
        fold(log)
    assert refusal.value.fault is Fault.RECORD


def test_a_match_begins_once() -> None:
    assert refused(opened(), Created(1, {})) is Why.BEGUN


# moves


def test_a_move_is_made_and_the_turn_passes() -> None:
    match = opened(5)
    assert match.position["a5"] == "m"
    assert match.turn is L
    assert match.moves == (("a1", "a5"),)
    assert match.last
    assert (match.last.side, match.last.move, match.last.at) == (D, ("a1", "a5"), 1)
    assert match.turns == (Turn(D, 0), Turn(L, 1))


def test_every_position_is_kept() -> None:
    match = opened(5, 2, 3)
    assert [(p["a1"], p["a5"], p["a3"], p["b2"]) for p in match.positions] == [
        ("m", ".", ".", "."),
        (".", "m", ".", "."),
        (".", "m", ".", "M"),
        (".", ".", "m", "M"),
    ]


def test_the_opponent_does_not_move_for_one() -> None:
    assert refused(opened(5), Moved(D, 9, ("a5", "a6"))) is Why.NOT_YOUR_TURN


def test_a_move_that_the_rules_refuse_is_refused_with_their_reason() -> None:
    match = fold([Created(0, game("ludens").data)])
    with pytest.raises(Illegal) as refusal:
        match.after(Moved(D, 1, ("a4", "c3")))
    assert refusal.value.why is Why.NOT_IN_LINE
    assert refusal.value.points == ("a4", "c3")


def test_a_refusal_changes_nothing() -> None:
    match = opened(5)
    before = repr(match)
    with pytest.raises(Illegal):
        match.after(step(match, 4), Moved(L, 9, ("b4", "b6")))
    assert repr(match) == before


def test_what_is_no_event_is_our_fault_and_nobodys_move() -> None:
    with pytest.raises(AssertionError):
        opened().after(cast("Event", "e4e7"))


def test_men_taken_are_counted_for_whoever_took_them() -> None:
    small = Runners(
        extras={"c1": "M", "c2": "Q", "c3": "m"}, prey={"a9": ("c1", "c2"), "b9": ("c3",)}
    )
    match = run(small.begun(), 9, 2)
    assert match.plies[0].step.captured == ("c1", "c2")
    assert (match.taken(D), match.taken(L)) == (2, 0)
    match = run(match, 2, 9)
    assert (match.taken(D), match.taken(L)) == (2, 1)


def test_the_callout_is_that_of_the_present_position() -> None:
    match = run(Runners(raichi=("b5",)).begun(), 5, 5)
    assert match.callout == Callout("raichi", (("b1", "b2"),))
    assert run(match, 6).callout is None


# repetition


def test_repetitions_are_counted_from_the_start_on() -> None:
    match = opened(2, 2, 1, 1)
    assert match.position.placement == match.start.placement
    assert match.repetitions == 2
    assert match.verdict is None
    assert [ply.stood for ply in match.plies] == [1, 1, 1, 2]


def test_the_third_time_ends_it() -> None:
    match = opened(2, 2, 1, 1, 2, 2, 1, 1)
    assert match.repetitions == 3
    assert match.verdict == Verdict(None, Reason.REPETITION)


def test_the_same_men_with_the_other_side_to_move_are_another_position() -> None:
    match = opened(2, 2, 3, 3, 1, 2, 2)  # men on a2, b2; light to move, then dark
    assert match.position.men(D) == match.positions[2].men(D)
    assert match.position.men(L) == match.positions[2].men(L)
    assert match.repetitions == 1


@pytest.mark.parametrize(
    ("name", "winner"),
    [("larochelle+attackers-first", None), ("ludens", None), ("fortresses", D), ("bga", None)],
)
def test_repetition_ends_as_each_rule_set_says(name: str, winner: Side | None) -> None:
    match = fold([Created(0, game(name).data)])
    shuffle = [("d1", "c1"), ("e4", "d4"), ("c1", "d1"), ("d4", "e4")]
    for path in shuffle * 2:
        assert match.verdict is None
        match = match.after(Moved(match.turn, 1, path))
    assert match.verdict == Verdict(winner, Reason.REPETITION)


# the order of endings, and what they are worth


def counted(extras: Mapping[str, str], *, quiet: Ruling = Ruling.COUNT) -> Match:
    endings = Endings(Ruling.COUNT, 2, quiet, Ruling.COUNT)
    return run(Runners(endings, extras=extras).begun(), 2, 2)


def test_so_many_quiet_plies_end_it() -> None:
    endings = Endings(Ruling.DRAW, 3, Ruling.DARK_WINS, None)
    match = run(Runners(endings).begun(), 2, 2)
    assert match.verdict is None
    assert run(match, 3).verdict == Verdict(D, Reason.QUIET)


def test_a_capture_begins_the_quiet_plies_anew() -> None:
    endings = Endings(Ruling.DRAW, 3, Ruling.DRAW, None)
    small = Runners(endings, extras={"c1": "M"}, prey={"a9": ("c1",)})
    match = run(small.begun(), 2, 2, 9, 3, 4)
    assert match.verdict is None
    assert run(match, 4).verdict == Verdict(None, Reason.QUIET)


@pytest.mark.parametrize(
    ("extras", "winner"),
    [
        ({"c1": "m"}, D),
        ({"c1": "M"}, L),
        ({"c1": "M", "c2": "M", "c3": "q"}, L),  # more men go before more dames
        ({"c1": "q", "c2": "M"}, D),
        ({"c1": "m", "c2": "Q"}, L),
        ({"c1": "q", "c2": "Q"}, None),
        ({}, None),
    ],
)
def test_stop_and_count(extras: Mapping[str, str], winner: Side | None) -> None:
    assert counted(extras).verdict == Verdict(winner, Reason.QUIET)


def test_the_plies_that_were_quiet_before_an_imported_start_count() -> None:
    line = "9/9/4t4/9/4K4/9/9/9/1t7 l 98"
    match = fold([Created(0, game("fortresses").data, start=line)])
    match = match.after(Moved(L, 1, ("e5", "e4")))
    assert match.verdict is None
    match = match.after(Moved(D, 2, ("e7", "d7")))
    assert match.verdict == Verdict(D, Reason.QUIET)


def test_the_position_decides_before_the_third_repetition_and_the_quiet_limit() -> None:
    endings = Endings(Ruling.DRAW, 8, Ruling.DRAW, None)
    small = Runners(endings, goals=("b9",))
    match = run(small.begun(), 2, 2, 1, 1, 2, 2, 1)
    assert run(match, 9).verdict == Verdict(L, Reason.KING_ESCAPED)


def test_the_third_repetition_goes_before_the_quiet_limit() -> None:
    small = Runners(Endings(Ruling.DARK_WINS, 8, Ruling.DRAW, None))
    match = run(small.begun(), 2, 2, 1, 1, 2, 2, 1)
    assert run(match, 1).verdict == Verdict(D, Reason.REPETITION)
    assert run(match, 3).verdict == Verdict(None, Reason.QUIET)


# resigning and time


@pytest.mark.parametrize("side", list(Side))
def test_whoever_resigns_loses_in_his_turn_or_not(side: Side) -> None:
    assert opened(2).after(Resigned(side, 9)).verdict == Verdict(side.other, Reason.RESIGNED)


def test_time_runs_out_for_whose_turn_it_is() -> None:
    assert opened(2).after(Flagged(9, L)).verdict == Verdict(D, Reason.TIME)
    assert refused(opened(2), Flagged(9, D)) is Why.NOT_YOUR_TURN


def test_after_the_end_nothing_happens_any_more() -> None:
    match = offered(opened(2, 2), D, AGREE).after(Resigned(L, 9))
    assert match.offer is None
    for event in (
        step(match, 3),
        Offered(D, 10, AGREE),
        Offered(D, 10, TAKEBACK),
        Withdrawn(D, 10),
        Answered(L, 10, accepted=True),
        Resigned(D, 10),
        Flagged(10, D),
        Created(10, {}),
    ):
        assert refused(match, event) is Why.OVER


# agreement


def test_an_accepted_offer_ends_it_as_the_rule_set_says() -> None:
    match = answered(offered(opened(2), D, AGREE), L, accepted=YES)
    assert match.verdict == Verdict(None, Reason.AGREED)
    assert match.offer is None


def test_an_agreed_stop_is_counted() -> None:
    small = Runners(Endings(Ruling.DRAW, None, Ruling.DRAW, Ruling.COUNT), extras={"c1": "M"})
    match = answered(offered(small.begun(), L, AGREE), D, accepted=YES)
    assert match.verdict == Verdict(L, Reason.AGREED)


def test_where_deadlock_is_the_attackers_nobody_offers_a_draw() -> None:
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
    match = answered(offered(opened(2), D, AGREE), L, accepted=NO)
    assert match.offer is None
    assert match.verdict is None
    assert refused(match, Offered(D, 61, AGREE)) is Why.REFUSED_ALREADY
    match = run(match, 2)
    assert refused(match, Offered(D, 61, AGREE)) is Why.REFUSED_ALREADY
    match = run(match, 3)
    assert offered(match, D, AGREE).offer


def test_a_refusal_bars_neither_the_opponent_nor_the_other_offer() -> None:
    match = answered(offered(opened(2), D, AGREE), L, accepted=NO)
    assert offered(match, L, AGREE).offer
    assert offered(match, D, TAKEBACK).offer


# takebacks


def test_a_move_not_yet_answered_comes_back_alone() -> None:
    before = opened(2, 2)
    match = answered(offered(run(before, 3), D, TAKEBACK), L, accepted=YES)
    assert match.plies == before.plies
    assert match.position == before.position
    assert match.turn is D
    assert match.offer is None
    assert len(match.log) == 6


def test_an_answered_move_comes_back_with_its_answer() -> None:
    before = opened(2, 2)
    match = answered(offered(run(before, 3, 3), D, TAKEBACK), L, accepted=YES)
    assert match.plies == before.plies
    assert match.turn is D


def test_the_turn_that_comes_back_begins_at_the_answer() -> None:
    match = answered(offered(opened(2), D, TAKEBACK), L, accepted=YES)
    assert match.turns == (Turn(D, 0), Turn(L, 1), Turn(D, 60))


def test_whoever_has_not_moved_has_nothing_to_take_back() -> None:
    assert refused(opened(), Offered(D, 1, TAKEBACK)) is Why.NOTHING_TO_TAKE_BACK
    assert refused(opened(), Offered(L, 1, TAKEBACK)) is Why.NOTHING_TO_TAKE_BACK
    assert refused(opened(2), Offered(L, 1, TAKEBACK)) is Why.NOTHING_TO_TAKE_BACK
    match = answered(offered(opened(2), D, TAKEBACK), L, accepted=YES)
    assert refused(match, Offered(D, 61, TAKEBACK)) is Why.NOTHING_TO_TAKE_BACK


@pytest.mark.parametrize("mover", list(Side))
def test_a_takeback_offer_lapses_with_any_move(mover: Side) -> None:
    match = opened(2, 2) if mover is D else opened(2, 2, 3)
    assert match.turn is mover
    for asker in Side:
        assert run(offered(match, asker, TAKEBACK), 4).offer is None


def test_a_refused_takeback_changes_nothing_on_the_board() -> None:
    before = opened(2)
    match = answered(offered(before, D, TAKEBACK), L, accepted=NO)
    assert match.plies == before.plies
    assert match.turns == before.turns
    assert refused(match, Offered(D, 61, TAKEBACK)) is Why.REFUSED_ALREADY


def test_repetitions_taken_back_do_not_count() -> None:
    match = opened(2, 2, 1, 1, 2, 2, 1)
    for _ in range(3):
        match = answered(offered(match, D, TAKEBACK), L, accepted=YES)
        match = run(match, 1)
        assert match.verdict is None
        assert match.repetitions == 2
    assert run(match, 1).verdict == Verdict(None, Reason.REPETITION)


def test_quiet_plies_and_men_taken_are_as_they_were() -> None:
    small = Runners(extras={"c1": "M"}, prey={"a9": ("c1",)})
    before = run(small.begun(), 2, 2)
    match = answered(offered(run(before, 9), D, TAKEBACK), L, accepted=YES)
    assert match.position.quiet == 2
    assert match.position["c1"] == "M"
    assert match.taken(D) == 0


def test_a_refusal_outlives_a_takeback() -> None:
    match = answered(offered(opened(2, 2), D, AGREE), L, accepted=NO)
    match = answered(offered(match, D, TAKEBACK), L, accepted=YES)
    assert refused(match, Offered(D, 61, AGREE)) is Why.REFUSED_ALREADY


# the real Tabal


TABAL = game("tabal").data


def test_tabal_draws_a_lot() -> None:
    assert fold([Created(0, TABAL, lot=D)]).turn is D
    assert fold([Created(0, TABAL, lot=L)]).turn is L
    with pytest.raises(Contradiction):
        fold([Created(0, TABAL)])


@pytest.mark.parametrize(
    ("ranks", "winner"),
    [
        ("3/3/2m2/5/5/2M2/5/3/M2", L),
        ("3/3/2m2/2q2/5/5/5/3/M1M", D),
        ("3/3/2m2/5/5/5/5/3/M2", None),
    ],
)
def test_in_tabal_what_is_agreed_on_is_to_stop_and_count(ranks: str, winner: Side | None) -> None:
    match = fold([Created(0, TABAL, start=f"{ranks} l 0")])
    match = answered(offered(match, L, AGREE), D, accepted=YES)
    assert match.verdict == Verdict(winner, Reason.AGREED)


def test_tabal_stops_and_counts_after_fifty_quiet_plies() -> None:
    match = fold([Created(0, TABAL, start="3/3/2m2/5/5/5/5/3/M1M l 48")])
    match = match.after(Moved(L, 1, ("a1", "b2")))
    assert match.verdict is None
    match = match.after(Moved(D, 2, ("c7", "d7")))
    assert match.verdict == Verdict(L, Reason.QUIET)


def test_tabal_stops_and_counts_at_the_third_repetition() -> None:
    match = fold([Created(0, TABAL, start="3/3/2q2/5/5/5/Q4/3/M2 d 0")])
    for path in [("c7", "d7"), ("a3", "b3"), ("d7", "c7"), ("b3", "a3")] * 2:
        assert match.verdict is None
        match = match.after(Moved(match.turn, 1, path))
    assert match.verdict == Verdict(L, Reason.REPETITION)


# long matches


class Counted:
    """How often the law on repetition is asked after a position, by a log of so many plies."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, plies: int) -> None:
        small = Runners(lengths=(100, 99))
        match = small.begun()
        log: list[Event] = [*match.log]
        here = {D: 0, L: 0}
        for n in range(plies):
            side = D if n % 2 == 0 else L
            to = (here[side] + 1) % small.lengths[side is L]
            path = tuple(f"{'ab'[side is L]}{k + 1}" for k in (here[side], to))
            here[side] = to
            log.append(Moved(side, n, path))
        self.asked = 0
        placement = Position.placement.fget
        assert placement

        def counting(position: Position) -> object:
            self.asked += 1
            return placement(position)

        with monkeypatch.context() as patch:
            patch.setattr(Position, "placement", property(counting))
            self.match = fold(log, small.restore)
        self.played = small.played


def test_folding_costs_the_same_for_each_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    short, long = Counted(monkeypatch, 500), Counted(monkeypatch, 5000)
    assert len(long.match.plies) == 5000
    assert long.match.verdict is None
    assert (short.played, long.played) == (500, 5000)
    assert long.asked <= 10 * short.asked
