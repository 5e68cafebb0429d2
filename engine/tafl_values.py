"""Values of men by square: learned weights, and sums of them.

Weights are data, one file per kind of rules. A man's value is the sum of three weights: for his
square, for his place relative to the king, and for both squares together. Positions that the
board's eight symmetries turn into one another share all weights.

A search adds up one integer along its moves, which includes the position's hash. The integer has a
lane for every square of the king, with the men's value while he stands there. So his move needs no
new sum, only another lane. The hash lies above the lanes: equal men give equal sums, and different
men coincide only by a chance of 64 bits.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING

from engine.bits import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from importlib.resources.abc import Traversable

    from engine.tafl_rules import TaflRules

LANE = 18  # bits
ZERO = 1 << LANE - 1  # a lane's value in an even position
MASK = (1 << LANE) - 1
_HASH = 64

RING = 5  # the king's open sides: none to four
TWICE = 9  # squares from which he would have a way; eight or more count together
FREE = 11  # moves along one line
_GUARDS = {(1, 1): 140, (2, 0): 90}  # squares that guard a corner, and their extra value
_TWICE = (0, -60, -85, *[-110] * (TWICE - 3))  # their values on a large board
_LARGE, _LARGE_DEFENDER = 11, -140  # squares per side, and a defender's value there


@dataclass(frozen=True)
class Shape:
    """The classes of squares and of pairs of squares on a board of this size."""

    side: int

    @cached_property
    def orbit(self) -> Mapping[tuple[int, int], int]:
        """Each square's class."""
        half = self.side // 2
        classes: dict[tuple[int, int], int] = {}
        class_of: dict[tuple[int, int], int] = {}
        for x in range(self.side):
            for y in range(self.side):
                far = sorted((abs(x - half), abs(y - half)))
                class_of[x, y] = classes.setdefault((far[0], far[1]), len(classes))
        return class_of

    @cached_property
    def pair(self) -> Mapping[tuple[int, int, int, int], int]:
        """The class of the king's square together with another square."""
        top = self.side - 1
        classes: dict[tuple[int, int, int, int], int] = {}
        class_of: dict[tuple[int, int, int, int], int] = {}
        for a, b, c, d in product(range(self.side), repeat=4):
            same = [
                (p, q, r, s)
                for p, r in ((a, c), (top - a, top - c))
                for q, s in ((b, d), (top - b, top - d))
            ]
            same += [(q, p, s, r) for p, q, r, s in same]
            class_of[a, b, c, d] = classes.setdefault(min(same), len(classes))
        return class_of

    def apart(self, a: int, b: int, c: int, d: int) -> int:
        """The class of the two squares' distance."""
        near, far = sorted((abs(a - c), abs(b - d)))
        return far * (far + 1) // 2 + near

    @property
    def sizes(self) -> dict[str, int]:
        """The number of weights of each kind."""
        squares, apart = max(self.orbit.values()) + 1, self.side * (self.side + 1) // 2
        pairs = max(self.pair.values()) + 1
        men = {"square": squares, "apart": apart, "pair": pairs}
        return {
            **{
                f"{man}_{kind}": size
                for man in ("attacker", "defender")
                for kind, size in men.items()
            },
            "king": squares,
            "freedom": FREE,
            "ring": RING,
            "twice": TWICE,
            "start": 1,  # for the side that is better from the start
            "tempo": 1,  # for the right to move
        }


@dataclass(frozen=True)
class Weights:
    """Values of men and features; dark's gains are positive. A soldier is about 100."""

    rules: TaflRules
    values: Mapping[str, Sequence[int]]
    shape: Shape = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "shape", shape(self.rules.side))

    def attacker(self, king: int, square: int) -> int:
        """The value of an attacker on this square, with the king on his."""
        return self._man("attacker", king, square)

    def defender(self, king: int, square: int) -> int:
        """The value of a defender on this square, with the king on his."""
        return self._man("defender", king, square)

    def _man(self, man: str, king: int, square: int) -> int:
        stride, values, shape = self.rules.stride, self.values, self.shape
        (b, a), (d, c) = divmod(king, stride), divmod(square, stride)
        return (
            values[man + "_square"][shape.orbit[c, d]]
            + values[man + "_apart"][shape.apart(a, b, c, d)]
            + values[man + "_pair"][shape.pair[a, b, c, d]]
        )

    def king(self, square: int) -> int:
        """The value of the king on this square, plus the start's bias."""
        y, x = divmod(square, self.rules.stride)
        return self.values["king"][self.shape.orbit[x, y]] + self.values["start"][0]

    @property
    def ring(self) -> Sequence[int]:
        """Values by the king's number of open sides."""
        return self.values["ring"]

    @property
    def twice(self) -> Sequence[int]:
        """Values by the number of squares from which the king would have a way."""
        return [*self.values["twice"], *[self.values["twice"][-1]] * 40]

    @property
    def tempo(self) -> int:
        """The value of the right to move, for dark."""
        return self.values["tempo"][0]

    def freedom(self, moves: int) -> int:
        """The value of this many king's moves along one line."""
        return self.values["freedom"][min(moves, FREE - 1)]


_SHAPES: dict[int, Shape] = {}


def shape(side: int) -> Shape:
    """The classes of a board, made once."""
    return _SHAPES.setdefault(side, Shape(side))


def simple(rules: TaflRules) -> Weights:
    """Starting weights for learning: men and the king's freedom."""
    values = {kind: [0] * size for kind, size in shape(rules.side).sizes.items()}
    values["attacker_square"] = [100] * len(values["attacker_square"])
    values["defender_square"] = [-180] * len(values["defender_square"])
    values["freedom"] = [-8 * moves for moves in range(FREE)]
    return Weights(rules, values)


def with_guards(rules: TaflRules) -> Weights:
    """The simple weights, improved by matches: for large boards, and if only corners are goals.

    There, attackers that guard a corner are worth more: one diagonally before the corner, and one
    on each edge two squares away.
    """
    weights = simple(rules)
    values = dict(weights.values)
    if rules.side >= _LARGE:
        values["twice"] = _TWICE
        values["defender_square"] = [_LARGE_DEFENDER] * len(values["defender_square"])
    if rules.goals == rules.corners:
        worth = {weights.shape.orbit[square]: more for square, more in _GUARDS.items()}
        values["attacker_square"] = [
            w + worth.get(i, 0) for i, w in enumerate(values["attacker_square"])
        ]
    return Weights(rules, values)


def kind_of(rules: TaflRules) -> str:
    """The weights file for these rules: by goal, gait and the board's side."""
    if rules.goals == rules.corners:
        goal = "corner"
    elif rules.camps & rules.edge & ~rules.goals:
        goal = "off-camps"
    else:
        goal = "edge"
    if rules.king_steps:
        goal += "-steps"
    elif rules.camps_closed:
        goal = "rim"
    return goal if rules.side == 9 else f"{goal}-{rules.side}"  # noqa: PLR2004


def learned(rules: TaflRules) -> Weights:
    """The weights for these rules; simple weights with guards if none were learned."""
    for name in (kind_of(rules), kind_of(rules).removesuffix("-steps")):
        file = files("engine") / "weights" / f"{name}.json"
        if file.is_file():
            return read_weights(rules, file)
    return with_guards(rules)


def read_weights(rules: TaflRules, file: Traversable) -> Weights:
    """Read the weights in a file."""
    return Weights(rules, json.loads(file.read_text("utf-8"))["weights"])


class Values:
    """The number that each man adds on each square; dark's gains are positive."""

    def __init__(self, rules: TaflRules, weights: Weights) -> None:
        squares = tuple(rules.name)
        self.freedom, self.tempo = weights.freedom, weights.tempo
        self.ring, self.twice = tuple(weights.ring), tuple(weights.twice)
        self.least, self.most = min(self.twice), max(self.twice)
        self.lane = {square: LANE * i for i, square in enumerate(squares)}
        self.hash = LANE * len(squares)  # the hash's lowest bit
        chance = random.Random(20)  # noqa: S311  the same numbers every time
        marks = {
            (kind, s): chance.getrandbits(_HASH) << self.hash for kind in "tTK" for s in squares
        }
        # By the king's square, a man's value on each square.
        self.attacker_worth = {k: _row(squares, partial(weights.attacker, k)) for k in squares}
        self.defender_worth = {k: _row(squares, partial(weights.defender, k)) for k in squares}
        # The same values in lanes, with the hash.
        self.attacker = {s: marks["t", s] + self._lanes(self.attacker_worth, s) for s in squares}
        self.defender = {s: marks["T", s] + self._lanes(self.defender_worth, s) for s in squares}
        self.king = {s: marks["K", s] for s in squares}
        self.empty = sum(ZERO + weights.king(k) << lane for k, lane in self.lane.items())

    def _lanes(self, worth: Mapping[int, Sequence[int]], square: int) -> int:
        return sum(worth[king][square] << lane for king, lane in self.lane.items())

    def sum(self, dark: int, light: int, king: int) -> int:
        """The sum of a position."""
        total = self.empty + self.king[king]
        total += sum(self.attacker[s] for s in bits(dark))
        return total + sum(self.defender[s] for s in bits(light & ~(1 << king)))

    def score(self, total: int, king: int) -> int:
        """The men's value, for dark."""
        return (total >> self.lane[king] & MASK) - ZERO


def _row(squares: Sequence[int], worth: Callable[[int], int]) -> Sequence[int]:
    """A table of values, by the squares' numbers."""
    row = [0] * (max(squares) + 1)
    for square in squares:
        row[square] = worth(square)
    return row
