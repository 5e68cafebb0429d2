"""Tabal's points as numbers on a grid of seven columns, five of them used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import places

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from games.core import Arm, Board, Point

STRIDE = 7


class Grid:
    """A numbering of the points: rank times the stride plus file, both from 0."""

    def __init__(self, board: Board) -> None:
        ranks = board.ranks[::-1]
        first = min(point[0] for point in board.points)
        self.number: Mapping[Point, int] = {
            point: y * STRIDE + ord(point[0]) - ord(first)
            for y, rank in enumerate(ranks)
            for point in rank
        }
        self.name = {number: point for point, number in self.number.items()}
        self.numbers = tuple(self.name)
        self.size = max(self.numbers) + 1  # bits
        self.full = sum(1 << number for number in self.numbers)
        self._places = tuple(self.number[point] for point in board.points)
        self.arms: Mapping[int, tuple[Arm, ...]] = {
            self._places[place]: tuple(map(self._along, arms))
            for place, arms in enumerate(board.arms)
        }
        self.rays: Mapping[int, tuple[tuple[Arm, Arm], ...]] = {
            self._places[place]: tuple((self._along(one), self._along(two)) for one, two in rays)
            for place, rays in enumerate(board.rays)
        }

    def _along(self, arm: Arm) -> Arm:
        return tuple(self._places[place] for place in arm)

    def bits(self, points: Iterable[Point]) -> int:
        """The set of these points as bits."""
        return sum(1 << self.number[point] for point in points)

    def read(self, men: int) -> int:
        """Convert a set of points from games' numbering."""
        return sum(1 << self._places[place] for place in places(men))
