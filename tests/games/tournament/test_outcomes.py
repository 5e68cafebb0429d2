"""Outcomes of games: won, drawn, stopped, not begun by one or by both."""

from __future__ import annotations

import doctest
from dataclasses import dataclass

from games.core import Reason, Side
from games.tournament import outcomes
from tests.every import for_every


@dataclass(frozen=True)
class Ended:
    """A game between entrants 1 and 2."""

    turn: Side
    winner: Side | None
    reason: Reason | None
    dark: int = 1
    light: int = 2


DARK, LIGHT = Side.DARK, Side.LIGHT


def test_the_example_of_its_docstring_holds() -> None:
    assert doctest.testmod(outcomes).failed == 0


@for_every(
    ("game", "halves"),
    [
        (Ended(LIGHT, DARK, Reason.KING_TAKEN), (2, 0)),
        (Ended(DARK, LIGHT, Reason.KING_ESCAPED), (0, 2)),
        (Ended(DARK, None, Reason.AGREED), (1, 1)),
        (Ended(DARK, None, Reason.STOPPED), (1, 1)),
        (Ended(DARK, LIGHT, Reason.TIME), (0, 2)),
        (Ended(DARK, None, Reason.NOT_BEGUN), (0, 2)),
        (Ended(LIGHT, None, Reason.NOT_BEGUN), (2, 0)),
    ],
)
def test_what_a_game_brings(game: Ended, halves: tuple[int, int]) -> None:
    assert outcomes.halves(game) == halves


def test_late_is_whose_turn_it_was_in_a_game_that_had_not_begun() -> None:
    games = [
        Ended(DARK, None, Reason.NOT_BEGUN),
        Ended(LIGHT, None, Reason.NOT_BEGUN, dark=3, light=4),
        Ended(DARK, LIGHT, Reason.TIME, dark=5, light=6),
        Ended(DARK, None, None, dark=7, light=8),
    ]
    assert outcomes.late_in(games) == {1, 4}
