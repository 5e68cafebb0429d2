"""Tables: points, and what separates those who are equal."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament.standings import Result, table

if TYPE_CHECKING:
    from random import Random

# The chess world championship of 1948, five rounds of everybody against everybody: halves of a
# point, each row against each column. Botvinnik 14 points, Smyslov 11, Reshevsky and Keres 10½
# (in this order), Euwe 4.
BOTVINNIK, SMYSLOV, KERES, RESHEVSKY, EUWE = range(5)
SCORES_OF_1948 = (
    (0, 6, 8, 7, 7),
    (4, 0, 5, 5, 8),
    (2, 5, 0, 5, 9),
    (3, 5, 5, 0, 8),
    (3, 2, 1, 2, 0),
)


def results_of_1948() -> list[Result]:
    """Games that add up to these scores; who had which side does not matter to a table."""
    results: list[Result] = []
    for one, other in combinations(range(5), 2):
        left = SCORES_OF_1948[one][other]
        for _ in range(5):
            halves = min(2, left)
            left -= halves
            results.append(won(one, other, halves))
    return results


def won(dark: int, light: int, halves: int = 2, *, taken: tuple[int, int] = (0, 0)) -> Result:
    return Result(
        dark=dark,
        light=light,
        dark_halves=halves,
        light_halves=2 - halves,
        dark_taken=taken[0],
        light_taken=taken[1],
    )


def test_a_historic_table() -> None:
    rows = table(range(5), results_of_1948())
    assert [(row.place, row.entrant, row.halves) for row in rows] == [
        (1, BOTVINNIK, 28),
        (2, SMYSLOV, 22),
        (3, RESHEVSKY, 21),
        (4, KERES, 21),
        (5, EUWE, 8),
    ]
    assert [row.sonneborn for row in rows[2:4]] == [363, 343]
    assert {row.games for row in rows} == {20}


def test_a_published_example_of_sonneborn_berger() -> None:
    """Of four who meet twice: scores 11, 9, 6 and 4; in quarters of points here."""
    a, b, c, d = range(4)
    first = [(a, b), (a, c), (a, d), (b, c), (b, d), (c, d)]
    second = [(b, a), (a, c), (d, a), (c, b), (b, d), (c, d)]
    rows = table((d, c, b, a), [won(*winner_first) for winner_first in (*first, *second)])
    assert [(row.entrant, row.halves, row.sonneborn) for row in rows] == [
        (a, 8, 44),
        (b, 8, 36),
        (c, 6, 24),
        (d, 2, 16),
    ]


def test_then_men_taken_count_and_then_the_games_between_the_equal() -> None:
    circle = [won(0, 1), won(1, 2), won(2, 0)]
    assert [row.entrant for row in table((2, 0, 1), circle)] == [2, 0, 1]  # the seeds
    men = [won(0, 1, taken=(1, 2)), won(1, 2, taken=(1, 4)), won(2, 0, taken=(3, 0))]
    rows = table((0, 1, 2), men)
    assert [(row.place, row.entrant, row.taken) for row in rows] == [
        (1, 2, 7),
        (2, 1, 3),
        (3, 0, 1),
    ]


def test_the_games_between_the_equal_come_last() -> None:
    """Two with equally many points, scores and men: the one who won between them leads."""
    winners_first = [(2, 1), (3, 1), (4, 1), (1, 5), (3, 2), (4, 2), (2, 5), (4, 3), (5, 3), (5, 4)]
    rows = table(range(1, 6), [won(*pair) for pair in winners_first])
    assert [(row.place, row.entrant, row.halves, row.sonneborn, row.direct) for row in rows] == [
        (1, 4, 6, 20, 0),
        (2, 5, 4, 20, 0),
        (3, 3, 4, 12, 2),
        (4, 2, 4, 12, 0),
        (5, 1, 2, 8, 0),
    ]


def test_of_equal_players_one_with_more_wins_then_with_shorter_wins_leads() -> None:
    circle = [replace(won(0, 1), plies=30), replace(won(1, 2), plies=20), replace(won(2, 0))]
    rows = table((0, 1, 2), [replace(result, plies=result.plies or 40) for result in circle])
    assert [(row.entrant, row.winning) for row in rows] == [(1, 20), (0, 30), (2, 40)]
    drawn = [won(3, 4, 1), won(4, 3, 1)]
    assert [row.entrant for row in table((3, 4), drawn)] == [3, 4]


def test_who_has_points_without_a_game_has_them() -> None:
    rows = table((1, 2, 3), [won(1, 2, 0)], granted={3: 2})
    assert [(row.place, row.entrant, row.halves, row.games) for row in rows] == [
        (1, 2, 2, 1),
        (2, 3, 2, 0),
        (3, 1, 0, 1),
    ]


def test_who_was_absent_on_both_sides_lost_twice() -> None:
    absent = Result(dark=1, light=2, dark_halves=0, light_halves=0)
    assert [(row.lost, row.halves) for row in table((1, 2), [absent])] == [(1, 0), (1, 0)]


def test_no_one_meets_themselves() -> None:
    with pytest.raises(ValueError, match="entrant 3 against themselves"):
        won(3, 3)


@given(st.integers(1, 7), st.randoms(use_true_random=False))
def test_the_sum_of_points_is_right_and_order_of_results_does_not_matter(
    entrants: int, chance: Random
) -> None:
    results = [
        won(dark, light, chance.randrange(3), taken=(chance.randrange(9), chance.randrange(9)))
        for dark, light in permutations(range(entrants), 2)
    ]
    rows = table(range(entrants), results)
    assert sum(row.halves for row in rows) == 2 * len(results)
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    chance.shuffle(results)
    assert table(range(entrants), results) == rows
