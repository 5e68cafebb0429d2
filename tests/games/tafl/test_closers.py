"""Everything hostile to a king on a square: attackers, special squares, the edge of the board."""

from __future__ import annotations

import pytest

from games import catalogue
from games.notation import read_position


@pytest.mark.parametrize(
    ("rules", "position", "king", "closers"),
    [
        pytest.param("larochelle", "9/9/9/3t5/2tK5/3t5/9/9/9", "d5", "c5 d4 d6 e5", id="throne"),
        pytest.param("brandubh", "7/7/7/7/7/7/1Kt4", "b1", "a1 c1", id="corner"),
        pytest.param("bga", "9/9/9/9/9/9/9/2t6/1tKt5", "c1", "b1 c2 d1 c0", id="edge"),
        pytest.param("bga-rim", "9/9/9/9/9/4t4/3tKt3/9/9", "e3", "d3 e2 e4 f3", id="camp"),
        pytest.param("tabal", "3/3/m1m1m/1m3/5/1m3/3M1/3/3", "c5", "", id="tabal"),
    ],
)
def test_all_that_closes_on_a_king(rules: str, position: str, king: str, closers: str) -> None:
    game = catalogue.game(rules)
    squares = game.closers(read_position(game, f"{position} d 0"), king)
    assert sorted(squares) == sorted(closers.split())
