"""Values of Tabal's men by point, in one integer together with the position's hash."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from engine.bits import bits
from engine.tabal_grid import STRIDE, Grid
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.core import Board

LANE = 24  # bits; the hash lies above
ZERO = 1 << LANE - 1
MASK = (1 << LANE) - 1
_HASH = 62
MEN = 32  # of both sides, at the start


@dataclass(frozen=True)
class TabalWeights:
    """The value of a man and a dame on each class of points, for their side."""

    man: Sequence[int]
    queen: Sequence[int]
    lead: int  # for having more men, since the side with more men wins in the end
    late: int  # ... and this for each man already captured
    tempo: int


def classes(grid: Grid) -> Mapping[Side, Mapping[int, int]]:
    """For each side, each point's class; points mirrored across the middle file share a class.

    Dark sees the board from the other end.
    """
    numbers: dict[tuple[int, int], int] = {}
    sides: dict[Side, dict[int, int]] = {side: {} for side in Side}
    middle = max(number % STRIDE for number in grid.numbers) // 2
    last = max(grid.numbers) // STRIDE
    for number in grid.numbers:
        rank, file = divmod(number, STRIDE)
        for side, ahead in ((Side.DARK, last - rank), (Side.LIGHT, rank)):
            sides[side][number] = numbers.setdefault((ahead, abs(file - middle)), len(numbers))
    return sides


class TabalValues:
    """The number that each man adds on each point; light's gains are positive."""

    def __init__(self, board: Board, weights: TabalWeights) -> None:
        self.grid = Grid(board)
        self.weights = weights
        chance = random.Random(30)  # noqa: S311  the same numbers every time
        of = classes(self.grid)
        self.worth: dict[Side, tuple[dict[int, int], dict[int, int]]] = {}
        for side, sign in ((Side.DARK, -1), (Side.LIGHT, 1)):
            man, queen = (
                {
                    p: sign * values[of[side][p]] + (chance.getrandbits(_HASH) << LANE)
                    for p in self.grid.numbers
                }
                for values in (weights.man, weights.queen)
            )
            self.worth[side] = man, queen

    def sum(self, dark: int, light: int, queens: int) -> int:
        """The sum of a position."""
        total = ZERO
        for side, men in ((Side.DARK, dark), (Side.LIGHT, light)):
            worth = self.worth[side]
            total += sum(worth[queens >> p & 1][p] for p in bits(men))
        return total


def simple(board: Board) -> TabalWeights:
    """Starting weights for learning: men gain as they advance, a dame is worth three."""
    of = classes(Grid(board))[Side.LIGHT]
    man = [0] * (max(of.values()) + 1)
    for number, which in of.items():
        man[which] = 90 + 4 * (number // STRIDE)
    return TabalWeights(man, [300] * len(man), 60, 0, 0)


def weights_of(numbers: Mapping[str, Sequence[int]]) -> TabalWeights:
    """Weights from a file or a learner."""
    lead, late, tempo = (numbers[name][0] for name in ("lead", "late", "tempo"))
    return TabalWeights(numbers["man"], numbers["queen"], lead, late, tempo)


def learned(board: Board) -> TabalWeights:
    """Learned weights, or the simple ones if none were learned."""
    file = files("engine") / "weights" / "tabal.json"
    if file.is_file():
        read = json.loads(file.read_text("utf-8"))["weights"]
        return weights_of(read)
    return simple(board)
