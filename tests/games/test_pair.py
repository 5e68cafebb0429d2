"""The match of two games: who wins it, and how it stands before its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.core import Side
from games.events import Answered, Offer, Offered, Resigned, Stopped
from games.pair import By, Lead, Tally, score
from tests.every import for_every
from tests.games.runners import Runners, run

if TYPE_CHECKING:
    from games.match import Match

D, L = Side.DARK, Side.LIGHT
MEN = {"c1": "M", "c2": "M", "c3": "m"}
PREY = {"a9": ("c1", "c2"), "a8": ("c1",), "b9": ("c3",)}


def playing(*tops: int) -> Match:
    return run(Runners(extras=MEN, prey=PREY).begun(), *tops)


def ended(winner: Side | None, *tops: int) -> Match:
    match = playing(*tops)
    if winner:
        return match.after(Resigned(winner.other, 99))
    return match.after(Offered(D, 98, Offer.AGREE), Answered(L, 99, accepted=True))


# Players are called by their side in the first game; each line has the winner's side in each game.
@for_every(
    ("first", "second", "winner"),
    [
        (D, L, D),  # both games
        (L, D, L),
        (D, None, D),  # one and a draw
        (None, L, D),
        (L, None, L),
        (None, D, L),
        (D, D, None),  # each once, with the same colour
        (L, L, None),
        (None, None, None),  # both drawn
    ],
)
def test_games_decide_where_they_can(
    first: Side | None, second: Side | None, winner: Side | None
) -> None:
    standing = score(ended(first), ended(second))
    assert standing.over
    assert standing.winner is winner
    assert (standing.lead and standing.lead.by) == (winner and By.POINTS)


def test_a_game_that_was_stopped_decides_nothing() -> None:
    standing = score(ended(D), playing().after(Stopped(99)))
    assert not standing.over
    assert standing.winner is None
    assert (standing.dark.halves, standing.light.halves) == (2, 0)


@pytest.mark.parametrize("result", [D, L, None])
def test_men_taken_decide_where_the_games_do_not(result: Side | None) -> None:
    standing = score(ended(result, 9), ended(result, 8))  # dark took two, then the other took one
    assert (standing.dark.taken, standing.light.taken) == (2, 1)
    assert standing.winner is D
    assert standing.lead == Lead(is_first=True, by=By.CAPTURES, own=2, others=1)
    standing = score(ended(result, 8), ended(result, 9))
    assert standing.winner is L
    assert standing.lead == Lead(is_first=False, by=By.CAPTURES, own=2, others=1)


def test_of_two_wins_the_shorter_decides_before_captures() -> None:
    standing = score(ended(D, 2), ended(D, 9, 2))  # the other player won the second, and took two
    assert standing.winner is D
    assert standing.lead == Lead(is_first=True, by=By.SHORTER_WIN, own=1, others=2)


def test_men_are_counted_over_both_games() -> None:
    first = ended(D, 9, 2)  # dark: 2
    second = ended(D, 8, 9)  # the same player, now light: 1; his opponent: 1
    standing = score(first, second)
    assert standing.dark == Tally(halves=2, shortest=2, taken=3)
    assert standing.light == Tally(halves=2, shortest=2, taken=1)
    assert standing.winner is D


def test_men_taken_never_outweigh_the_games() -> None:
    standing = score(ended(D), ended(None, 9))
    assert (standing.dark.taken, standing.light.taken) == (0, 2)
    assert standing.lead == Lead(is_first=True, by=By.POINTS, own=3, others=1)


def test_equal_men_are_a_drawn_match() -> None:
    standing = score(ended(L, 9), ended(L, 9))
    assert standing.over
    assert standing.winner is None


def test_the_score_after_one_game() -> None:
    standing = score(ended(L, 9))
    assert standing.dark == Tally(halves=0, shortest=None, taken=2)
    assert standing.light == Tally(halves=2, shortest=1, taken=0)
    assert not standing.over
    assert standing.winner is None


def test_a_drawn_game_counts_for_both() -> None:
    standing = score(ended(None))
    assert standing.dark == standing.light == Tally(halves=1, shortest=None, taken=0)
    assert standing.dark.halves == 1
    assert score(ended(D)).dark.halves == 2


def test_a_game_that_goes_on_counts_with_its_men_alone() -> None:
    standing = score(playing(9))
    assert standing.dark == Tally(halves=0, shortest=None, taken=2)
    standing = score(ended(D), playing(8))
    assert standing.light == Tally(halves=0, shortest=None, taken=1)
    assert not standing.over
    assert standing.winner is None
