"""Everybody against everybody."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from games.tournament.round_robin import rounds
from tests.every import for_every

BERGER_OF_SIX = (
    ((1, 6), (2, 5), (3, 4)),
    ((6, 4), (5, 3), (1, 2)),
    ((2, 6), (3, 1), (4, 5)),
    ((6, 5), (1, 4), (2, 3)),
    ((3, 6), (4, 2), (5, 1)),
)


def test_the_table_of_six_that_chess_uses() -> None:
    assert rounds((1, 2, 3, 4, 5, 6)) == BERGER_OF_SIX


def test_of_five_one_rests_in_each_round() -> None:
    without = [tuple(pair for pair in pairs if 6 not in pair) for pairs in BERGER_OF_SIX]
    assert rounds((1, 2, 3, 4, 5)) == tuple(without)


@for_every("entrants", range(2, 17))
def test_each_meets_each_and_no_one_twice_in_a_round(entrants: int) -> None:
    played = rounds(range(entrants))
    met = [frozenset(pair) for pairs in played for pair in pairs]
    assert Counter(met) == Counter(map(frozenset, combinations(range(entrants), 2)))
    for pairs in played:
        present = [entrant for pair in pairs for entrant in pair]
        assert len(set(present)) == len(present) == entrants - entrants % 2


@for_every("entrants", range(2, 17))
def test_sides_differ_by_one_at_most(entrants: int) -> None:
    lean: Counter[int] = Counter()
    for dark, light in (pair for pairs in rounds(range(entrants)) for pair in pairs):
        lean[dark] += 1
        lean[light] -= 1
    assert {abs(games) for games in lean.values()} <= {0, 1}


def test_one_alone_has_no_game() -> None:
    assert [pairs for pairs in rounds((7,)) if pairs] == []
