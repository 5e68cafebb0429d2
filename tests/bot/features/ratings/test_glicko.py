"""Glicko-2: the paper's example, symmetry, order, time; and players of known strength who play."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import dataclass, field, replace
from statistics import mean
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.ratings.glicko import (
    EVEN,
    MOST,
    NEW,
    PERIOD,
    UNKNOWN,
    Bias,
    Result,
    Strength,
    after,
    expected,
    learned,
    rested,
    start_of,
)
from bot.features.ratings.model import Family, family_of
from bot.service.balance import Measured, even
from engine.balance import balance_of
from tests.every import for_combinations, for_every

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

STRENGTHS = st.builds(
    Strength,
    st.floats(800, 2400),
    st.floats(30, MOST),
    st.floats(0.04, 0.08),
)
BIASES = st.builds(Bias, st.floats(-600, 600), st.floats(10, UNKNOWN))
SCORES = st.sampled_from([0.0, 0.5, 1.0])
NATURAL = 173.7178  # points

# What the king's side (Light) scored at 500 positions a move, on 2026-11-22: some rule sets
# are even, some lean much.
LEANS = {
    "larochelle": Measured(0.887, 0.051, 40),
    "ludens": Measured(1.0, 0.024, 40),
    "fortresses": Measured(0.217, 0.053, 60),
    "bga": Measured(0.275, 0.061, 40),
    "bga-rim": Measured(0.425, 0.049, 40),
    "saami": Measured(0.65, 0.074, 40),
    "ashton": Measured(0.275, 0.051, 40),
    "seabattle": Measured(0.562, 0.076, 40),
    "brandubh": Measured(0.825, 0.061, 40),
    "copenhagen": Measured(0.613, 0.057, 40),
    "fetlar": Measured(0.863, 0.039, 40),
    "tawlbwrdd": Measured(0.45, 0.071, 40),
    "tabal": Measured(0.461, 0.039, 140),
}


def near(strength: Strength) -> tuple[object, ...]:
    """To compare what is worked out twice: floats are added in another order."""
    numbers = (strength.rating, strength.deviation, strength.volatility)
    return tuple(pytest.approx(number, abs=2e-5) for number in numbers)


def test_the_example_of_the_paper() -> None:
    """Glickman, "Example of the Glicko-2 system", pages 4 and 5."""
    played = [
        Result(Strength(1400.0, 30.0), 1.0),
        Result(Strength(1550.0, 100.0), 0.0),
        Result(Strength(1700.0, 300.0), 0.0),
    ]
    rated = after(Strength(1500.0, 200.0, 0.06), played)
    assert rated.rating == pytest.approx(1464.06, abs=0.02)
    assert rated.deviation == pytest.approx(151.52, abs=0.01)
    assert rated.volatility == pytest.approx(0.05999, abs=0.00001)


@given(STRENGTHS, st.lists(st.builds(Result, STRENGTHS, SCORES, BIASES), max_size=6), st.randoms())
def test_the_order_of_results_says_nothing(
    own: Strength, results: list[Result], chance: random.Random
) -> None:
    mixed = chance.sample(results, len(results))
    rated = after(own, mixed)
    assert (rated.rating, rated.deviation, rated.volatility) == near(after(own, results))


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
    lost, drawn, won = (
        after(own, [Result(other, score, bias)]).rating for score in (0.0, 0.5, 1.0)
    )
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
    assert start_of(even("tabal")) == Bias(0.0, UNKNOWN)
    measured = start_of(Measured(0.5, 0.05, 60))
    assert (measured.points, measured.deviation) == (0.0, pytest.approx(87.2, abs=0.1))
    assert start_of(Measured(0.76, 0.05, 60)).points == pytest.approx(200, abs=1)
    hopeless = start_of(Measured(1.0, 0.02, 40))
    assert hopeless.points == pytest.approx(603.9, abs=0.1)
    assert start_of(Measured(0.0, 0.02, 40)) == hopeless.towards(light=False)
    assert start_of(balance_of("bga-rim")).points < 0 < start_of(balance_of("larochelle")).points


def test_one_game_does_not_turn_what_was_measured() -> None:
    """The engine measured twelve games: the king's side won all except half a game."""
    start, known = start_of(Measured(0.96, 0.08, 12)), Strength(1500.0, 80.0)
    assert (round(start.points), round(start.deviation)) == (552, 221)
    assert 250 < learned(start, known, known, 0.0).points < 400


def test_a_bias_is_learned() -> None:
    bias, equal = Bias(0.0, UNKNOWN), Strength(1500.0, 60.0)
    chance = random.Random(1)
    for _ in range(300):
        bias = learned(bias, equal, equal, float(chance.random() < 0.8))
    assert bias.points == pytest.approx(240.8, abs=40)
    assert bias.deviation < 40


def test_a_players_second_game_teaches_half_as_much() -> None:
    bias, equal = Bias(0.0, 100.0), Strength(1500.0, 60.0)
    whole, half = (learned(bias, equal, equal, 1.0, played) for played in (0, 1))
    assert half.points == pytest.approx(whole.points / 2, rel=0.05)
    assert whole.deviation < half.deviation < bias.deviation


def test_a_win_over_someone_of_whom_nothing_is_known_says_less() -> None:
    """A little: twenty fresh accounts that lose still lift a player whose strength is known."""
    own = Strength(1500.0, 60.0)
    fresh, known = (
        after(own, [Result(opponent, 1.0)], 0).rating - 1500.0 for opponent in (NEW, own)
    )
    assert 0.75 < fresh / known < 0.85
    lifted = own
    for _ in range(20):
        lifted = after(lifted, [Result(NEW, 1.0)], 0)
    assert lifted.rating - own.rating < 15 * fresh


def told(*points: int) -> dict[str, Bias]:
    """Rule sets that lend so many points, as the engine would measure them in 60 games."""
    shares = {lent: 1 / (1 + math.exp(-lent / NATURAL)) for lent in points}
    return {f"{lent:+}": start_of(Measured(share, 0.06, 60)) for lent, share in shares.items()}


def measured(*rules: str) -> dict[str, Bias]:
    """Rule sets that lean as these do."""
    return {name: start_of(LEANS[name]) for name in rules}


def of_family(family: Family) -> dict[str, Bias]:
    """All presets of a family."""
    return measured(*(name for name in LEANS if family_of(name) is family))


@dataclass
class Club:
    """Players of known strength, rule sets of known bias, and what the ratings make of it."""

    seed: int
    start: Mapping[str, Bias]  # the rule sets, each played as often; what they lend is so
    spread: float = 150.0  # of the strengths
    true: list[float] = field(default_factory=list[float])

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.true = [self.chance.gauss(1500, self.spread) for _ in range(20)]
        self.rated = [NEW] * len(self.true)
        self.biases = dict(self.start)
        self.information = [(NATURAL / self.spread) ** 2] * len(self.true)
        self.played = Counter[tuple[int, str]]()

    def play(self, rounds: int, seat: Callable[[int, int, float], bool]) -> None:
        """So many games each. `seat`: whether the first of two is Light, by who and what."""
        for _ in range(rounds):
            order = self.chance.sample(range(len(self.true)), len(self.true))
            for one, two in zip(order[::2], order[1::2], strict=True):
                rules = self.chance.choice([*self.start])
                first = seat(one, two, self.start[rules].points)
                self._game(*((one, two) if first else (two, one)), rules)

    def _game(self, light: int, dark: int, rules: str) -> None:
        edge = self.true[light] - self.true[dark] + self.start[rules].points
        expects = 1 / (1 + math.exp(-edge / NATURAL))
        score = float(self.chance.random() < expects)
        bias, white, black = self.biases[rules], self.rated[light], self.rated[dark]
        played = max(self.played[player, rules] for player in (light, dark))
        self.biases[rules] = learned(bias, white, black, score, played)
        self.rated[light] = after(white, [Result(black, score, bias)], 0)
        away = bias.towards(light=False)
        self.rated[dark] = after(black, [Result(white, 1 - score, away)], 0)
        for player in (light, dark):
            self.information[player] += expects * (1 - expects)
            self.played[player, rules] += 1

    def errors(self) -> list[float]:
        """How far each is from the truth; only differences between players can be known."""
        drift = mean(strength.rating for strength in self.rated) - mean(self.true)
        return [
            strength.rating - drift - true
            for strength, true in zip(self.rated, self.true, strict=True)
        ]

    def least(self) -> float:
        """How far off, on average, who knew all but that one player's strength would be."""
        return mean(NATURAL * math.sqrt(2 / math.pi / amount) for amount in self.information)


def by_lot(_one: int, _two: int, _points: float) -> bool:
    return True


def greedy(one: int, two: int, points: float) -> bool:
    """Players of even numbers take the good side of those of odd numbers, always."""
    if one % 2 == two % 2:
        return True
    return (one % 2 == 0) is (points > 0)


def always_light(one: int, two: int, _points: float) -> bool:
    """Players of even numbers are always Light."""
    return one % 2 <= two % 2


@pytest.mark.slow
@for_combinations(
    seat=[by_lot, greedy, always_light],
    started=[
        (told(150, -100, 0), 56),
        (told(400, -300, 0), 60),
        (of_family(Family.TABLUT), 60),
        (of_family(Family.OTHER), 60),
    ],
)
def test_ratings_come_near_in_40_games_and_no_side_pays(
    seat: Callable[[int, int, float], bool], started: tuple[Mapping[str, Bias], float]
) -> None:
    start, near = started
    clubs = [Club(seed, start) for seed in range(24)]
    for club in clubs:
        club.play(40, seat)
    errors = [club.errors() for club in clubs]
    assert mean(abs(error) for errors_of_club in errors for error in errors_of_club) < near
    gains = [mean(errors_of_club[::2]) - mean(errors_of_club[1::2]) for errors_of_club in errors]
    assert abs(mean(gains)) < 15  # points that a habit of sides brings
    assert abs(mean(strength.rating for club in clubs for strength in club.rated) - 1500) < 25
    for rules, true in start.items():
        assert mean(abs(true.points - club.biases[rules].points) for club in clubs) < 100


@pytest.mark.slow
def test_what_rule_sets_that_lean_a_little_lend_is_soon_known() -> None:
    for seed in range(24):
        club = Club(seed, told(150, -100, 0))
        club.play(40, by_lot)
        for rules, true in club.start.items():
            assert abs(true.points - club.biases[rules].points) < 150


@pytest.mark.slow
@pytest.mark.parametrize("spread", [100.0, 220.0])
def test_they_come_as_near_where_friends_differ_less_or_more(spread: float) -> None:
    clubs = [Club(seed, of_family(Family.TABLUT), spread) for seed in range(24)]
    for club in clubs:
        club.play(40, by_lot)
    assert mean(abs(error) for club in clubs for error in club.errors()) < 60


@pytest.mark.slow
@for_every("rules", ["larochelle", "ludens", "fetlar", "fortresses", "tabal"])
def test_they_come_about_as_near_as_one_can_whatever_is_played(rules: str) -> None:
    """If one side wins most games, each says little: then 60 points are out of reach."""
    clubs = [Club(seed, measured(rules)) for seed in range(8)]
    for club in clubs:
        club.play(40, by_lot)
    average = mean(abs(error) for club in clubs for error in club.errors())
    assert average < 1.35 * mean(club.least() for club in clubs)


def test_who_always_takes_a_side_of_which_nothing_is_known_gains_little() -> None:
    """The first games of a rule set that was never measured teach the rule set, not the player."""
    won = after(NEW, [Result(NEW, 1.0, Bias(0.0, UNKNOWN))]).rating
    assert won < after(NEW, [Result(NEW, 1.0, EVEN)]).rating
