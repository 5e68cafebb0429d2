"""The bracket of a knock-out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from games.tournament.knockout import NOBODY, UNKNOWN, playable, ties
from tests.every import for_every

if TYPE_CHECKING:
    from random import Random

    from games.tournament.knockout import Key


def test_the_best_seeds_rest_in_the_first_round() -> None:
    first, *_ = ties((1, 2, 3, 4, 5, 6), {})
    assert [(tie.first, tie.second, tie.winner) for tie in first] == [
        (1, NOBODY, 1),
        (4, 5, UNKNOWN),
        (2, NOBODY, 2),
        (3, 6, UNKNOWN),
    ]


def test_the_next_tie_begins_when_its_two_are_there() -> None:
    seeds = (1, 2, 3, 4)
    assert [tie.key for tie in playable(ties(seeds, {}))] == [(0, 0), (0, 1)]
    assert [tie.key for tie in playable(ties(seeds, {(0, 0): 4}))] == [(0, 1)]
    final = [*playable(ties(seeds, {(0, 0): 4, (0, 1): 2}))]
    assert [(tie.key, tie.first, tie.second) for tie in final] == [((1, 0), 4, 2)]
    decided = ties(seeds, {(0, 0): 4, (0, 1): 2, (1, 0): 2})
    assert decided[-1][0].winner == 2
    assert [*playable(decided)] == []


def test_of_a_tie_that_both_lost_no_one_comes_on() -> None:
    rounds = ties((1, 2, 3, 4), {(0, 0): None})
    assert rounds[0][0].winner is NOBODY
    assert rounds[1][0].winner is UNKNOWN
    rounds = ties((1, 2, 3, 4), {(0, 0): None, (0, 1): 3})
    assert rounds[1][0].winner == 3  # through without a game
    assert ties((1, 2, 3, 4), {(0, 0): None, (0, 1): None})[1][0].winner is NOBODY


@for_every("entrants", range(1, 65))
def test_a_winner_comes_after_one_tie_less_than_there_are_entrants(entrants: int) -> None:
    seeds = range(entrants)
    decided: dict[Key, int | None] = {}
    while open_ties := [*playable(ties(seeds, decided))]:
        for tie in open_ties:
            assert isinstance(tie.first, int)
            decided[tie.key] = tie.first
    assert len(decided) == entrants - 1
    rounds = ties(seeds, decided)
    assert entrants == 1 or rounds[-1][0].winner == 0


@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_it_ends_whoever_wins_or_stays_away(entrants: int, chance: Random) -> None:
    decided: dict[Key, int | None] = {}
    while open_ties := [*playable(ties(range(entrants), decided))]:
        tie = chance.choice(open_ties)
        through = chance.choice((tie.first, tie.second, None))
        assert through is None or isinstance(through, int)
        decided[tie.key] = through
    assert all(
        tie.winner is not UNKNOWN for pairs in ties(range(entrants), decided) for tie in pairs
    )
