"""Glicko-2: the paper's example, symmetry, order, time; and players of known strength who play."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field, replace
from statistics import mean
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.glicko import (
    EVEN,
    MOST,
    NEW,
    PERIOD,
    Bias,
    Result,
    Strength,
    after,
    expected,
    learned,
    rested,
    start_of,
)
from bot.service.leans import Measured, even
from engine.balance import lean

if TYPE_CHECKING:
    from collections.abc import Callable

STRENGTHS = st.builds(
    Strength,
    st.floats(800, 2400),
    st.floats(30, MOST),
    st.floats(0.04, 0.08),
)
BIASES = st.builds(Bias, st.floats(-600, 600), st.floats(10, MOST))
SCORES = st.sampled_from([0.0, 0.5, 1.0])
NATURAL = 173.7178  # points


def near(strength: Strength) -> tuple[object, ...]:
    """To compare what is worked out twice: floats are added in another order."""
    found = (strength.rating, strength.deviation, strength.volatility)
    return tuple(pytest.approx(each, abs=2e-5) for each in found)


def test_the_example_of_the_paper() -> None:
    """Glickman, "Example of the Glicko-2 system", pages 4 and 5."""
    played = [
        Result(Strength(1400.0, 30.0), 1.0),
        Result(Strength(1550.0, 100.0), 0.0),
        Result(Strength(1700.0, 300.0), 0.0),
    ]
    found = after(Strength(1500.0, 200.0, 0.06), played)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


@given(STRENGTHS, st.lists(st.builds(Result, STRENGTHS, SCORES, BIASES), max_size=6), st.randoms())
def test_the_order_of_results_says_nothing(
    own: Strength, results: list[Result], chance: random.Random
) -> None:
    mixed = chance.sample(results, len(results))
    found = after(own, mixed)
    assert (found.rating, found.deviation, found.volatility) == near(after(own, results))


@given(STRENGTHS, STRENGTHS, BIASES, SCORES)
def test_a_game_reads_the_same_from_both_sides(
    light: Strength, dark: Strength, bias: Bias, score: float
) -> None:
    """With the names of the sides changed, the numbers are the same, mirrored."""
    away = bias.towards(light=False)
    assert expected(light, dark, bias) + expected(
        replace(dark, deviation=light.deviation), replace(light, deviation=dark.deviation), away
    ) == pytest.approx(1)
    here, mirrored = learned(bias, light, dark, score), learned(away, dark, light, 1 - score)
    assert (here.points, here.deviation) == pytest.approx((-mirrored.points, mirrored.deviation))


@given(STRENGTHS, STRENGTHS, BIASES)
def test_a_win_raises_and_a_loss_lowers(own: Strength, other: Strength, bias: Bias) -> None:
    lost, drawn, won = (after(own, [Result(other, each, bias)]).rating for each in (0.0, 0.5, 1.0))
    assert lost < own.rating < won
    assert lost < drawn < won


@given(STRENGTHS, SCORES)
def test_equals_gain_what_the_other_loses(own: Strength, score: float) -> None:
    won = after(own, [Result(own, score)]).rating - own.rating
    lost = after(own, [Result(own, 1 - score)]).rating - own.rating
    assert won == pytest.approx(-lost, abs=1e-4)


def test_a_rest_makes_a_strength_less_sure_and_never_surer_than_nothing_known() -> None:
    played = Strength(1600.0, 60.0)
    assert rested(played, 0) == played
    assert rested(played, -5) == played
    year = rested(played, 52 * PERIOD)
    assert (year.rating, round(year.deviation)) == (1600.0, 96)
    assert rested(played, 10**12).deviation == MOST
    assert after(played, []) == played


def test_where_each_rule_set_starts() -> None:
    assert start_of(even("tabal")) == Bias(0.0, MOST)
    measured = start_of(Measured(0.5, 0.05, 60))
    assert (measured.points, measured.deviation) == (0.0, pytest.approx(87.2, abs=0.1))
    assert start_of(Measured(0.76, 0.05, 60)).points == pytest.approx(200, abs=1)
    hopeless = start_of(Measured(1.0, 0.02, 40))
    assert hopeless.points == pytest.approx(603.9, abs=0.1)
    assert start_of(Measured(0.0, 0.02, 40)) == hopeless.towards(light=False)
    assert start_of(lean("bga-rim")).points < 0 < start_of(lean("larochelle")).points


def test_a_bias_is_learned() -> None:
    bias, equal = Bias(0.0, MOST), Strength(1500.0, 60.0)
    chance = random.Random(1)
    for _ in range(300):
        bias = learned(bias, equal, equal, float(chance.random() < 0.8))
    assert bias.points == pytest.approx(240.8, abs=40)
    assert bias.deviation < 40


@dataclass
class Club:
    """Players of known strength, rule sets of known bias, and what the ratings make of it."""

    seed: int
    leans: tuple[int, ...] = (150, -100, 0)
    true: list[float] = field(default_factory=list[float])
    biases: dict[int, Bias] = field(default_factory=dict[int, Bias])

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.true = [self.chance.gauss(1500, 150) for _ in range(20)]
        self.rated = [NEW] * len(self.true)
        shares = {each: 1 / (1 + math.exp(-each / NATURAL)) for each in self.leans}
        self.biases = {each: start_of(Measured(share, 0.06, 60)) for each, share in shares.items()}

    def play(self, rounds: int, seat: Callable[[int, int, int], bool]) -> None:
        """So many games each. `seat`: whether the first of two is Light, by who and what."""
        for _ in range(rounds):
            order = self.chance.sample(range(len(self.true)), len(self.true))
            for one, two in zip(order[::2], order[1::2], strict=True):
                bias = self.chance.choice([*self.biases])
                self._game(*((one, two) if seat(one, two, bias) else (two, one)), bias)

    def _game(self, light: int, dark: int, true: int) -> None:
        edge = self.true[light] - self.true[dark] + true
        score = float(self.chance.random() < 1 / (1 + math.exp(-edge / NATURAL)))
        bias, white, black = self.biases[true], self.rated[light], self.rated[dark]
        self.biases[true] = learned(bias, white, black, score)
        self.rated[light] = after(white, [Result(black, score, bias)], 0)
        away = bias.towards(light=False)
        self.rated[dark] = after(black, [Result(white, 1 - score, away)], 0)

    def errors(self) -> list[float]:
        """How far each is from the truth; only differences between players can be known."""
        drift = mean(each.rating for each in self.rated) - mean(self.true)
        return [
            each.rating - drift - true for each, true in zip(self.rated, self.true, strict=True)
        ]


def by_lot(_one: int, _two: int, _bias: int) -> bool:
    return True


def greedy(one: int, two: int, bias: int) -> bool:
    """Players of even numbers take the good side of those of odd numbers, always."""
    if one % 2 == two % 2:
        return True
    return (one % 2 == 0) is (bias > 0)


def always_light(one: int, two: int, _bias: int) -> bool:
    """Players of even numbers are always Light."""
    return one % 2 <= two % 2


@pytest.mark.parametrize("seat", [by_lot, greedy, always_light])
def test_ratings_come_near_in_40_games_and_no_side_pays(
    seat: Callable[[int, int, int], bool],
) -> None:
    clubs = [Club(seed) for seed in range(24)]
    for club in clubs:
        club.play(40, seat)
    errors = [club.errors() for club in clubs]
    assert mean(abs(each) for found in errors for each in found) < 60
    gains = [mean(found[::2]) - mean(found[1::2]) for found in errors]
    assert abs(mean(gains)) < 15  # points that a habit of sides brings
    assert abs(mean(each.rating for club in clubs for each in club.rated) - 1500) < 25
    for club in clubs:
        assert all(abs(true - found.points) < 150 for true, found in club.biases.items())


@pytest.mark.parametrize("seat", [by_lot, greedy, always_light])
def test_where_rule_sets_lean_far_it_takes_longer_and_no_side_pays(
    seat: Callable[[int, int, int], bool],
) -> None:
    """One side wins most games there, so that each says less: see bot.service.glicko."""
    clubs = [Club(seed, (400, -300, 0)) for seed in range(24)]
    for club in clubs:
        club.play(40, seat)
    errors = [club.errors() for club in clubs]
    assert mean(abs(each) for found in errors for each in found) < 66
    assert mean(mean(found[::2]) - mean(found[1::2]) for found in errors) < 15
    for club in clubs:
        club.play(20, seat)
    assert mean(abs(each) for club in clubs for each in club.errors()) < 60


def test_who_always_takes_a_side_of_which_nothing_is_known_gains_little() -> None:
    """The first games of a rule set that was never measured teach the rule set, not the player."""
    won = after(NEW, [Result(NEW, 1.0, Bias(0.0, MOST))]).rating
    assert won < after(NEW, [Result(NEW, 1.0, EVEN)]).rating
