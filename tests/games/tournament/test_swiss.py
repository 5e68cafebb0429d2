"""The Swiss system: known rounds, and what holds whoever wins."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.tournament import swiss
from games.tournament.matching import can_all_be_paired
from games.tournament.swiss import Player, Round, round_of

if TYPE_CHECKING:
    from random import Random


@dataclass
class Event:
    """A tournament that is played in a test."""

    entrants: int
    two_games: bool = True  # with the sides changed
    halves: Counter[int] = field(default_factory=Counter[int])
    lean: Counter[int] = field(default_factory=Counter[int])
    opponents: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    byes: Counter[int] = field(default_factory=Counter[int])

    def players(self) -> list[Player]:
        """As pairing sees them."""
        return [
            Player(
                entrant=entrant,
                halves=self.halves[entrant],
                opponents=frozenset(self.opponents[entrant]),
                lean=self.lean[entrant],
                had_bye=bool(self.byes[entrant]),
            )
            for entrant in range(1, self.entrants + 1)
        ]

    def play(self, chance: Random | None = None) -> Round:
        """The better seed wins, or chance says who."""
        drawn = round_of(self.players())
        for dark, light in drawn.pairs:
            self.opponents[dark].append(light)
            self.opponents[light].append(dark)
            if not self.two_games:
                self.lean[dark] += 1
                self.lean[light] -= 1
            halves = chance.randrange(3) if chance else 2 * (dark < light)
            self.halves[dark] += halves
            self.halves[light] += 2 - halves
        if drawn.bye is not None:
            self.byes[drawn.bye] += 1
            self.halves[drawn.bye] += 2
        return drawn


def met(drawn: Round) -> list[tuple[int, int]]:
    return [(min(pair), max(pair)) for pair in drawn.pairs]


def test_known_rounds_of_eight_where_the_better_seed_wins() -> None:
    """As the Dutch system has it: upper half against lower half in each group of points."""
    event = Event(8)
    assert met(event.play()) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert met(event.play()) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    assert met(event.play()) == [(1, 2), (3, 5), (4, 6), (7, 8)]
    assert event.halves == {1: 6, 2: 4, 3: 4, 4: 4, 5: 2, 6: 2, 7: 2, 8: 0}


def test_known_rounds_of_eight_that_meet_in_one_game() -> None:
    """Two with the same side in the first round don't meet in the second."""
    event = Event(8, two_games=False)
    assert event.play().pairs == ((1, 5), (6, 2), (3, 7), (8, 4))
    assert event.play().pairs == ((4, 1), (2, 3), (5, 8), (7, 6))


def test_known_rounds_of_seven() -> None:
    event = Event(7)
    first = event.play()
    assert (met(first), first.bye) == ([(1, 4), (2, 5), (3, 6)], 7)
    second = event.play()
    assert (met(second), second.bye) == ([(1, 3), (2, 7), (4, 5)], 6)


def test_a_player_who_met_all_the_others_of_their_group_floats_down() -> None:
    players = [
        Player(entrant=1, halves=4, opponents=frozenset({2})),
        Player(entrant=2, halves=4, opponents=frozenset({1})),
        Player(entrant=3, halves=2),
        Player(entrant=4, halves=2),
    ]
    assert met(round_of(players)) == [(1, 3), (2, 4)]


def test_who_had_the_attackers_once_less_has_them() -> None:
    drawn = round_of([Player(entrant=1, lean=1), Player(entrant=2, lean=-1)])
    assert drawn.pairs == ((2, 1),)


def test_sides_give_way_before_two_meet_twice_and_then_they_do() -> None:
    lean = [
        Player(entrant=1, lean=1, opponents=frozenset({3, 4})),
        Player(entrant=2, lean=1, opponents=frozenset({3, 4})),
        Player(entrant=3, lean=-1, opponents=frozenset({1, 2})),
        Player(entrant=4, lean=-1, opponents=frozenset({1, 2})),
    ]
    assert met(round_of(lean)) == [(1, 2), (3, 4)]
    two = [
        Player(entrant=1, opponents=frozenset({2})),
        Player(entrant=2, opponents=frozenset({1})),
    ]
    assert met(round_of(two)) == [(1, 2)]


def test_one_alone_has_a_bye_and_no_one_has_nothing() -> None:
    assert round_of([Player(entrant=9)]) == Round((), 9)
    assert round_of([]) == Round(())


@given(st.integers(2, 24), st.booleans(), st.randoms(use_true_random=False))
def test_whoever_wins(entrants: int, two_games: bool, chance: Random) -> None:  # noqa: FBT001  drawn
    """Everybody plays; no one meets another twice or has two byes; floats are few."""
    event = Event(entrants, two_games)
    for number in range(1, min(5, (entrants - 1) // 2) + 1):
        before = Counter(event.halves)
        drawn = event.play(chance)
        present = [entrant for pair in drawn.pairs for entrant in pair]
        assert sorted((*present, *([drawn.bye] if drawn.bye else ()))) == [*range(1, entrants + 1)]
        assert sum(event.halves.values()) == 2 * number * ((entrants + 1) // 2)
        groups = {before[entrant] for entrant in present}
        floats = sum(before[dark] != before[light] for dark, light in drawn.pairs)
        assert not two_games or floats <= 2 * len(groups)
    assert all(len(set(others)) == len(others) for others in event.opponents.values())
    assert max(event.byes.values(), default=0) <= 1


@pytest.mark.parametrize("entrants", [6, 8, 12, 20])
def test_sides_differ_by_one_at_most(entrants: int) -> None:
    event = Event(entrants, two_games=False)
    for _ in range((entrants - 1) // 2):
        event.play()
        assert {abs(event.lean[entrant]) for entrant in range(1, entrants + 1)} <= {0, 1}


def test_sixty_four_are_paired_in_few_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """About one look for each pair at whether the rest can be paired."""
    looks = Counter[str]()

    def counted(graph: dict[int, frozenset[int]]) -> bool:
        looks["all"] += 1
        return can_all_be_paired(graph)

    monkeypatch.setattr(swiss, "can_all_be_paired", counted)
    event = Event(64)
    for _ in range(6):
        event.play()
    assert looks["all"] < 6 * 64
