"""What men are worth where they stand, added up in one integer together with the position's hash.

The sum of a position has a lane for every square on which the king may stand: what the men are
worth while he stands there. So his move needs no new sum, only another lane. The hash lies above
the lanes; equal men give equal sums, and the rest is chance over 64 bits.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.bits import bits

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.tafl_rules import TaflRules
    from engine.tafl_weights import Weights

LANE = 18  # bits
ZERO = 1 << LANE - 1  # a lane's value of an even position
MASK = (1 << LANE) - 1
_HASH = 64


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
        self.attacker = {
            s: marks["t", s] + self._lanes(lambda k, s=s: weights.attacker(k, s)) for s in squares
        }
        self.defender = {
            s: marks["T", s] + self._lanes(lambda k, s=s: weights.defender(k, s)) for s in squares
        }
        self.king = {s: marks["K", s] for s in squares}
        self.empty = self._lanes(lambda k: ZERO + weights.king(k))

    def _lanes(self, worth: Callable[[int], int]) -> int:
        return sum(worth(king) << lane for king, lane in self.lane.items())

    def sum(self, dark: int, light: int, king: int) -> int:
        """The sum of a position."""
        found = self.empty + self.king[king]
        found += sum(self.attacker[s] for s in bits(dark))
        return found + sum(self.defender[s] for s in bits(light & ~(1 << king)))

    def score(self, total: int, king: int) -> int:
        """What the men are worth, for dark."""
        return (total >> self.lane[king] & MASK) - ZERO
