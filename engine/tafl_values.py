"""What men are worth where they stand: weights that were learned, and sums of them.

The weights are data, a file for each kind of rules. A man is worth the sum of three: for his
square, for how he stands to the king, and for both squares together. Positions that the board's
eight symmetries turn into one another share them all.

A search adds up one integer along its moves, together with the position's hash. It has a lane for
every square on which the king may stand: what the men are worth while he stands there. So his move
needs no new sum, only another lane. The hash lies above the lanes; equal men give equal sums, and
the rest is chance over 64 bits.
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
ZERO = 1 << LANE - 1  # a lane's value of an even position
MASK = (1 << LANE) - 1
_HASH = 64

RING = 5  # the king's sides that are open to him: none to all four
TWICE = 9  # squares from which he would have a way, eight or more together
FREE = 11  # moves along one line
_GUARDS = {(1, 1): 140, (2, 0): 90}  # squares by which a corner is shut, and what that is worth
_TWICE = (0, -60, -85, *[-110] * (TWICE - 3))  # squares whence he has a way, on a large board
_LARGE, _LARGE_DEFENDER = 11, -140  # squares a side, and a defender there


@dataclass(frozen=True)
class Shape:
    """The classes of squares and of pairs of squares on a board of this side."""

    side: int

    @cached_property
    def orbit(self) -> Mapping[tuple[int, int], int]:
        """A square's class."""
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
        """The class of the king's square and another."""
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
        """How the two squares stand to each other."""
        near, far = sorted((abs(a - c), abs(b - d)))
        return far * (far + 1) // 2 + near

    @property
    def sizes(self) -> dict[str, int]:
        """How many weights of each kind there are."""
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
            "start": 1,  # who is better, all else being equal
            "tempo": 1,  # the right to move
        }


@dataclass(frozen=True)
class Weights:
    """What everything is worth; dark's gains are positive. A soldier is about 100."""

    rules: TaflRules
    values: Mapping[str, Sequence[int]]
    shape: Shape = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "shape", shape(self.rules.side))

    def attacker(self, king: int, square: int) -> int:
        """An attacker there while the king is there."""
        return self._man("attacker", king, square)

    def defender(self, king: int, square: int) -> int:
        """A defender there."""
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
        """The king there, and what the side is worth that has nothing else."""
        y, x = divmod(square, self.rules.stride)
        return self.values["king"][self.shape.orbit[x, y]] + self.values["start"][0]

    @property
    def ring(self) -> Sequence[int]:
        """That so many of the king's sides are open to him."""
        return self.values["ring"]

    @property
    def twice(self) -> Sequence[int]:
        """That he has so many squares from which he would have a way."""
        return [*self.values["twice"], *[self.values["twice"][-1]] * 40]

    @property
    def tempo(self) -> int:
        """The right to move, for dark."""
        return self.values["tempo"][0]

    def freedom(self, moves: int) -> int:
        """That the king has so many moves along one line."""
        return self.values["freedom"][min(moves, FREE - 1)]


_SHAPES: dict[int, Shape] = {}


def shape(side: int) -> Shape:
    """The classes of a board, made once."""
    return _SHAPES.setdefault(side, Shape(side))


def simple(rules: TaflRules) -> Weights:
    """Men and the king's freedom: what learning starts from."""
    values = {kind: [0] * size for kind, size in shape(rules.side).sizes.items()}
    values["attacker_square"] = [100] * len(values["attacker_square"])
    values["defender_square"] = [-180] * len(values["defender_square"])
    values["freedom"] = [-8 * moves for moves in range(FREE)]
    return Weights(rules, values)


def with_guards(rules: TaflRules) -> Weights:
    """The simple ones with what matches showed: for large boards, and where only corners are goals.

    There attackers are worth more who shut a corner: three do, the one diagonally before it, and
    one on each edge two squares from it.
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
    """Which file of weights suits these rules: by goal, gait and the board's side."""
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
    """The weights for these rules; where none were learned, the simple ones with guards."""
    for name in (kind_of(rules), kind_of(rules).removesuffix("-steps")):
        file = files("engine") / "weights" / f"{name}.json"
        if file.is_file():
            return read_weights(rules, file)
    return with_guards(rules)


def read_weights(rules: TaflRules, file: Traversable) -> Weights:
    """The weights that a file holds."""
    return Weights(rules, json.loads(file.read_text("utf-8"))["weights"])


class Values:
    """The numbers that each man on each square adds; dark's gains are positive."""

    def __init__(self, rules: TaflRules, weights: Weights) -> None:
        squares = tuple(rules.name)
        self.freedom, self.tempo = weights.freedom, weights.tempo
        self.ring, self.twice = tuple(weights.ring), tuple(weights.twice)
        self.least, self.most = min(self.twice), max(self.twice)
        self.lane = {square: LANE * i for i, square in enumerate(squares)}
        self.hash = LANE * len(squares)  # where the hash begins
        chance = random.Random(20)  # noqa: S311  no secret: the same numbers every time
        marks = {
            (kind, s): chance.getrandbits(_HASH) << self.hash for kind in "tTK" for s in squares
        }
        # By the king's square, what a man is worth by his own.
        self.attacker_worth = {k: _row(squares, partial(weights.attacker, k)) for k in squares}
        self.defender_worth = {k: _row(squares, partial(weights.defender, k)) for k in squares}
        # The same in lanes, with the hash.
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
        """What the men are worth, for dark."""
        return (total >> self.lane[king] & MASK) - ZERO


def _row(squares: Sequence[int], worth: Callable[[int], int]) -> Sequence[int]:
    """What is worth so much on each of the squares, by the square's number."""
    row = [0] * (max(squares) + 1)
    for square in squares:
        row[square] = worth(square)
    return row
