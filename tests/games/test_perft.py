"""The perft figures of the rules: how many sequences of so many moves each rule set has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.catalogue import game
from games.notation import read_position
from games.perft import perft
from tests.every import for_every
from tests.games.figures import FIGURES, Figures

if TYPE_CHECKING:
    from games.core import Side

SHALLOW = {"tablut": 3, "tabal": 6}  # plies that a test has the time for; `make bench` goes on


def shallow(figures: Figures) -> list[tuple[int, int]]:
    return list(enumerate(figures.counts, start=1))[: SHALLOW[figures.family]]


@pytest.mark.slow
@for_every(
    ("name", "first", "depth", "count"),
    [(f.name, f.first, *row) for f in FIGURES for row in shallow(f)],
)
def test_perft(name: str, first: Side, depth: int, count: int) -> None:
    played = game(name)
    assert perft(played, played.start(first), depth) == count


def test_a_finished_game_has_no_continuation() -> None:
    played = game("bga")
    won = read_position(played, "K8/9/9/4t4/9/9/4T4/9/9 d 0")
    assert [perft(played, won, depth) for depth in range(4)] == [1, 0, 0, 0]
