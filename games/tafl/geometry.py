"""Tafl boards as values: points, throne, corners, edge, camps and setups for each size.

Invariant: no other file knows how large a board is. A rule set names the side and the setup.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING

from games.core import Board, Side, coordinates, places, point_at, union
from games.notation import place_men, read_ranks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from games.core import Arm, Point, Position

SIDES = (7, 9, 11)  # squares along an edge
SETUPS: Mapping[str, str] = {  # named setups; any other is written as its ranks
    "cross": "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3",
    "diamond": "3ttt3/4t4/9/t2TTT2t/tt1TKT1tt/t2TTT2t/9/4t4/3ttt3",
}
_CAMPS: Mapping[int, tuple[str, ...]] = {
    9: ("a4 a5 a6 b5", "d1 e1 f1 e2", "i4 i5 i6 h5", "d9 e9 f9 e8"),
}
_LETTERS = {(Side.DARK, False): "t", (Side.LIGHT, False): "T", (Side.LIGHT, True): "K"}
_ACROSS = ((0, 1), (1, 0), (0, -1), (-1, 0))
_AROUND = (*_ACROSS, (1, 1), (1, -1), (-1, -1), (-1, 1))


Rim = tuple[tuple[int, int], ...]  # squares along the edge, each with its neighbour straight inward


@dataclass(frozen=True, eq=False)
class Geometry:
    """A square board and its special squares, each kind as a set of points (see Board.points).

    Says nothing about their meaning in a rule set.
    """

    side: int
    board: Board
    camps: tuple[int, ...]  # if the board has any

    @cached_property
    def all(self) -> int:
        """Every square."""
        return (1 << len(self.board.points)) - 1

    @cached_property
    def throne(self) -> int:
        """The square in the middle."""
        return self._where(lambda file, rank: file == rank == self.side // 2)

    @cached_property
    def edge(self) -> int:
        """The outermost squares, corners included."""
        last = self.side - 1
        return self._where(lambda file, rank: file in (0, last) or rank in (0, last))

    @cached_property
    def corners(self) -> int:
        """The four corners."""
        last = self.side - 1
        return self._where(lambda file, rank: file in (0, last) and rank in (0, last))

    @cached_property
    def camp_squares(self) -> int:
        """All camps together."""
        return union(self.camps)

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each square, its neighbours along lines."""
        return tuple(self.board.bits(self._beside(p, _ACROSS)) for p in self.board.points)

    @cached_property
    def steps(self) -> tuple[tuple[Arm, ...], ...]:
        """For each square, the squares that a chess king could reach, one per arm."""
        index = self.board.index
        return tuple(
            tuple((index[near],) for near in self._beside(p, _AROUND)) for p in self.board.points
        )

    @cached_property
    def pincers(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each square, in each direction: the next square and the square after that."""
        return tuple(
            tuple((1 << arm[0], 1 << arm[1]) for arm in arms if len(arm) > 1)
            for arms in self.board.arms
        )

    @cached_property
    def straight(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each square, along each line: the squares just behind and just ahead."""
        return tuple(
            tuple((1 << back[0], 1 << ahead[0]) for back, ahead in through if back and ahead)
            for through in self.board.rays
        )

    @cached_property
    def rims(self) -> tuple[tuple[Rim, ...], ...]:
        """For each square of the edge, the edge both ways up to the corners; else nothing.

        Corners have no square straight inward, so their second number is 0.
        """
        return tuple(tuple(self._rims(place)) for place in range(len(self.board.points)))

    def _rims(self, place: int) -> Iterator[Rim]:
        if not (self.edge & ~self.corners) >> place & 1:
            return
        for arms in self.board.rays[place]:
            if all(arms):  # the line along the edge
                yield from (tuple((1 << k, self._inward(k)) for k in arm) for arm in arms)

    def _inward(self, place: int) -> int:
        return 0 if self.corners >> place & 1 else self.neighbours[place] & ~self.edge

    @cached_property
    def _inner_ranks(self) -> tuple[int, int]:
        """All squares except the last rank's, and all except the first rank's."""
        last = self.side - 1
        return self._where(lambda _, rank: rank < last), self._where(lambda _, rank: rank > 0)

    def spread(self, seeds: int, free: int) -> int:
        """Free squares that can be reached from free seeds by steps over free squares."""
        low, high = self._inner_ranks
        side, reached, before = self.side, seeds & free, 0
        while reached != before:
            before = reached
            reached |= ((reached & low) << 1 | (reached & high) >> 1) & free
            reached |= (reached << side | reached >> side) & free
        return reached

    def set_up(self, setup: str) -> Position:
        """The men of a setup, given by name or as ranks; attackers to move.

        Raises Unreadable if these are no ranks of this board.

        >>> cross = geometry(9).set_up("cross")
        >>> cross["e5"], cross["e4"], cross["e1"], cross["a1"]
        ('K', 'T', 't', '.')
        """
        return _set_up(self.side, setup)

    def beside(self, squares: int) -> int:
        """Squares beside any of these."""
        return union(self.neighbours[place] for place in places(squares))

    def in_line(self, squares: int) -> int:
        """Squares on a line with any of these."""
        return union(self._lines[place] for place in places(squares))

    @cached_property
    def _lines(self) -> tuple[int, ...]:
        sets = {line: self.board.bits(line) for line in self.board.lines}
        points = self.board.points
        return tuple(union(sets[line] for line in sets if point in line) for point in points)

    def _where(self, holds: Callable[[int, int], bool]) -> int:
        points = self.board.points
        return self.board.bits(point for point in points if holds(*coordinates(point)))

    def beyond(self, point: Point) -> Sequence[Point]:
        """The points beside this one that are off the board, beyond its edge."""
        return [near for near in _near(point, _ACROSS) if near not in self.board.index]

    def _beside(self, point: Point, reach: Iterable[tuple[int, int]]) -> Sequence[Point]:
        return [near for near in _near(point, reach) if near in self.board.index]


def _near(point: Point, reach: Iterable[tuple[int, int]]) -> Iterator[Point]:
    file, rank = coordinates(point)
    return (point_at(file + x, rank + y) for x, y in reach)


@lru_cache(maxsize=256)  # every loaded match reads its rules again
def _set_up(side: int, setup: str) -> Position:
    board = geometry(side).board
    return place_men(board, read_ranks(board, SETUPS.get(setup, setup)), Side.DARK)


@cache
def geometry(side: int) -> Geometry:
    """The board with `side` squares along an edge; always the same object.

    >>> board = geometry(9).board
    >>> len(board.points), board.named(geometry(9).throne)
    (81, ('e5',))
    """
    files = tuple(tuple(point_at(x, y) for y in range(side)) for x in range(side))
    ranks = tuple(tuple(point_at(x, y) for x in range(side)) for y in range(side))
    board = Board(ranks=ranks[::-1], lines=(*ranks, *files), letters=_LETTERS)
    return Geometry(side, board, tuple(board.bits(c.split()) for c in _CAMPS.get(side, ())))
