"""Glicko-2 for one game at a time, for rule sets with unequal sides.

A rule set is a third party at the board: its bias is the strength that it lends to Light, known
with a deviation like a player's, and learned from the same games. So a player has one strength for
both sides, and nobody gains by always taking the better side.
Its accuracy after 40 games, in simulated clubs with the rule sets as the engine measured them: an
error of 52 points on average for boards of nine ranks, 47 in Tabal, 49 on all other boards;
If one side nearly always wins, a game says little: in `ludens`,
the error is 83 (78 if everything else were known).
Invariant: pure arithmetic of whole seconds and floats rounded to six places: the same games in the
same order give the same numbers everywhere. After Mark Glickman, "Example of the Glicko-2 system";
tau and the scale are the paper's. A new player's deviation isn't: friends differ less than
strangers.

>>> won = after(NEW, [Result(NEW, 1.0)])
>>> round(won.rating), round(won.deviation)
(1590, 195)
>>> round(after(NEW, [Result(NEW, 1.0, Bias(500.0, 50.0))]).rating)  # with the better side
1518
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.service.balance import Lean

PERIOD = 7 * DAY  # time in which a strength becomes less certain by one step of its volatility
MOST = 220.0  # the deviation of a new player, or after years without a game
SURE = 110.0  # a strength with at most this deviation is called sure
KNOWN = 130.0  # with at most this deviation, a strength can measure others and rule sets

_SCALE = 173.7178  # points per natural unit
_TAU = 0.5  # how fast volatilities can change
_TAU_SQUARED = _TAU**2
_PRECISE = 1e-6
_LEAST = 30.0  # the least deviation of a player, since people learn
_PLAYERS_DIFFER = 80.0  # prior deviation of a rule set's bias, in points
UNKNOWN = 350.0  # the deviation of an unknown bias
_FIXED = 10.0  # the least deviation of a bias
_EDGE = 0.03  # of a share: no rule set is considered hopeless


@dataclass(frozen=True, slots=True)
class Strength:
    """A player's strength, and its certainty."""

    rating: float = 1500.0
    deviation: float = MOST
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class Bias:
    """The points that a rule set lends to Light, and their certainty."""

    points: float = 0.0
    deviation: float = 0.0

    def towards(self, *, light: bool) -> Bias:
        """Return the bias in favour of this side: for Dark, with its sign reversed."""
        return self if light else Bias(-self.points, self.deviation)


EVEN = Bias()


@dataclass(frozen=True, slots=True)
class Result:
    """A result against an opponent: 1 won, 0 lost, 0.5 drawn."""

    opponent: Strength
    score: float
    bias: Bias = EVEN  # towards the player
    weight: float = 1.0  # the part of a game that it counts as


NEW = Strength()


def start_of(lean: Lean) -> Bias:
    """Return a rule set's bias before its first rated game, from a lean counted elsewhere."""
    share = min(1 - _EDGE, max(_EDGE, lean.share))
    # The deviation follows from the more even end of the interval: a share of 96 % ± 8 may well
    # mean 350 points, and hardly 1,000.
    less = max(share, 1 - share) - min(lean.error, 0.25)
    error = abs(_points(share)) - _points(less) if lean.games else UNKNOWN
    deviation = min(UNKNOWN, math.hypot(error, _PLAYERS_DIFFER))
    return Bias(_rounded(_points(share)), _rounded(deviation))


def _points(share: float) -> float:
    """Return the rating difference at which a side scores this share."""
    return _SCALE * math.log(share / (1 - share))


def rested(own: Strength, seconds: int) -> Strength:
    """Return a strength after so long without a game: less certain."""
    phi = own.deviation / _SCALE
    grown = _SCALE * math.sqrt(_grown(phi, own.volatility, seconds))
    return Strength(own.rating, _rounded(max(own.deviation, grown)), own.volatility)


def expected(own: Strength, other: Strength, bias: Bias = EVEN) -> float:
    """Return the share a player should score against another. `bias`: in points, for the player."""
    return _logistic(_weight_of(other, bias) * (own.rating - other.rating + bias.points) / _SCALE)


def after(own: Strength, results: Sequence[Result], seconds: int = PERIOD) -> Strength:
    """Return the strength after these results, in any order.

    `seconds`: the time between the previous results and these.
    """
    said = [_said(own, result) for result in results]
    information = math.fsum([share for share, _ in said])
    gain = math.fsum([share for _, share in said])
    if not information:
        return own
    phi = own.deviation / _SCALE
    volatility = _volatility(own.volatility, phi, 1 / information, gain / information)
    precision = 1 / _grown(phi, volatility, seconds) + information
    return Strength(
        _rounded(own.rating + _SCALE * gain / precision),
        _rounded(max(_LEAST, min(MOST, _SCALE / math.sqrt(precision)))),
        _rounded(volatility),
    )


def _said(own: Strength, result: Result) -> tuple[float, float]:
    """Return how much a result says about a strength, and by how much it beat expectations."""
    other, bias = result.opponent, result.bias
    weight = _weight_of(other, bias)
    e = _logistic(weight * (own.rating - other.rating + bias.points) / _SCALE)
    return result.weight * weight**2 * e * (1 - e), result.weight * weight * (result.score - e)


def learned(bias: Bias, light: Strength, dark: Strength, score: float, played: int = 0) -> Bias:
    """Return the bias after one more game; `score`: Light's.

    `played`: the number of earlier games with this rule set of the more experienced player. A
    player's second game counts half, the third a third: no two people can decide a bias.
    """
    counted = 1 / (1 + played)
    weight = _weight(math.hypot(light.deviation, dark.deviation) / _SCALE)
    e = _logistic(weight * (light.rating - dark.rating + bias.points) / _SCALE)
    precision = (_SCALE / max(_FIXED, bias.deviation)) ** 2 + counted * weight**2 * e * (1 - e)
    return Bias(
        _rounded(bias.points + _SCALE * counted * weight * (score - e) / precision),
        _rounded(max(_FIXED, _SCALE / math.sqrt(precision))),
    )


def _grown(phi: float, volatility: float, seconds: int) -> float:
    """Return the variance after a while: the paper's step 6, in fractions of a period."""
    variance = phi**2 + volatility**2 * max(0, seconds) / PERIOD
    return min(variance, (MOST / _SCALE) ** 2)


def _weight_of(other: Strength, bias: Bias) -> float:
    return _weight(math.hypot(other.deviation, bias.deviation) / _SCALE)


def _weight(phi: float) -> float:
    """Return the paper's g: the less certain the other strength, the less a result says."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility, the paper's step 5: the root of f, by the Illinois method."""
    a, least, square = math.log(max(_PRECISE, sigma) ** 2), phi**2 + variance, delta**2

    def f(x: float) -> float:
        new = math.exp(x)
        grown = least + new
        return new * (square - grown) / (2 * grown**2) - (x - a) / _TAU_SQUARED

    low, high = a, _upper(f, a, square - phi**2 - variance)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _PRECISE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


def _upper(f: Callable[[float], float], a: float, excess: float) -> float:
    """Return the other end of the interval that holds the new volatility, as in Glicko-2."""
    if excess > 0:
        return math.log(excess)
    steps = 1
    while f(a - steps * _TAU) < 0:
        steps += 1
    return a - steps * _TAU


def _rounded(value: float) -> float:
    return round(value, 6)
