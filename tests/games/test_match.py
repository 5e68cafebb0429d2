"""Events of a match: its beginning, moves, resigning and time; and refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from games.catalogue import game
from games.core import Callout, Position, Reason, Side, Verdict
from games.errors import Contradiction, Fault, Illegal, Unreadable, Why
from games.events import (
    Answered,
    Created,
    Event,
    Flagged,
    Given,
    Moved,
    Offer,
    Offered,
    Resigned,
    Resumed,
    Shelved,
    Stopped,
    Withdrawn,
)
from games.match import Turn, fold
from games.notation import write_position
from games.result_words import conclude, read_result
from tests.games.runners import Runners, offered, opened, refused, run, step

if TYPE_CHECKING:
    from collections.abc import Mapping

D, L = Side.DARK, Side.LIGHT
AGREE, TAKEBACK = Offer.AGREE, Offer.TAKEBACK


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


def test_without_a_lot_no_match_begins_where_one_is_to_be_drawn() -> None:
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
    assert match.turns == (Turn(D, 0), Turn(L, 1, plies=1))


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


def test_what_is_no_event_is_a_programming_error() -> None:
    with pytest.raises(AssertionError):
        opened().after(cast("Event", "e4e7"))


def test_men_taken_are_counted_for_the_side_that_took_them() -> None:
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


def test_nothing_is_called_once_the_match_is_over() -> None:
    match = run(Runners(raichi=("b5",)).begun(), 5, 5)
    assert match.callout_after(2) == Callout("raichi", (("b1", "b2"),))
    over = match.after(Resigned(D, 9))
    assert over.callout is None
    assert over.callout_after(2) is None
    assert run(match, 6).callout_after(2) == match.callout


# resigning and time


@pytest.mark.parametrize("side", list(Side))
def test_the_side_that_resigns_loses_in_turn_or_not(side: Side) -> None:
    assert opened(2).after(Resigned(side, 9)).verdict == Verdict(side.other, Reason.RESIGNED)


def test_time_runs_out_for_whose_turn_it_is() -> None:
    assert opened(2).after(Flagged(9, L)).verdict == Verdict(D, Reason.TIME)
    assert refused(opened(2), Flagged(9, D)) is Why.NOT_YOUR_TURN


def test_a_match_that_is_stopped_has_no_winner() -> None:
    assert opened(2).after(Stopped(9)).verdict == Verdict(None, Reason.STOPPED)


def test_a_day_given_is_kept_with_its_giver_and_moves_nothing() -> None:
    match = opened(2)
    after = match.after(Given(D, 9), Given(L, 10))
    assert after.gifts == (Given(D, 9), Given(L, 10))
    assert (after.position, after.turns) == (match.position, match.turns)


def test_a_match_put_aside_is_taken_up_again_once() -> None:
    shelved = opened(2).after(Shelved(9))
    assert shelved.shelved
    assert shelved.verdict is None
    assert refused(shelved, Shelved(10)) is Why.SHELVED
    resumed = shelved.after(Resumed(D, 10))
    assert not resumed.shelved
    assert refused(resumed, Resumed(L, 11)) is Why.NOT_SHELVED


def test_any_act_of_a_player_takes_a_match_up_again() -> None:
    shelved = opened(2).after(Shelved(9))
    assert not shelved.after(Offered(D, 10, AGREE)).shelved
    assert not shelved.after(step(shelved, 3)).shelved


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
        Given(D, 10),
        Shelved(10),
        Resumed(D, 10),
        Stopped(10),
        Created(10, {}),
    ):
        assert refused(match, event) is Why.OVER


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


def test_a_game_that_had_not_begun_when_time_ran_out_has_no_result() -> None:
    match = fold([Created(0, game("bga").data)])
    over = match.after(Flagged(9, match.turn, void=True))
    assert over.verdict == Verdict(None, Reason.NOT_BEGUN)
    assert not Verdict(None, Reason.NOT_BEGUN).has_result
    assert conclude(match, read_result("nobody", "not begun"), 9).verdict == over.verdict
