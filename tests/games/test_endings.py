"""How matches end by their history, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.catalogue import game
from games.core import Endings, Reason, Ruling, Side, Verdict
from games.errors import Contradiction
from games.events import Created, Moved, Offer
from games.match import Match, fold
from tests.every import for_every
from tests.games.runners import Runners, answered, offered, opened, run

if TYPE_CHECKING:
    from collections.abc import Mapping

D, L = Side.DARK, Side.LIGHT
AGREE, TAKEBACK = Offer.AGREE, Offer.TAKEBACK


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


@for_every(
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
    match = answered(offered(match, L, AGREE), D, accepted=True)
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
