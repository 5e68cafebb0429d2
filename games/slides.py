"""Slides along lines, worked out once for each way in which the lines are blocked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.core import Arm, Board, Move


class Slides(dict[int, tuple["Move", ...]]):
    """From one point along some of its arms: the blockers on them -> the moves.

    Ask with `slides[occupied & slides.mask]`. An entry is made when first asked
    for, always the same, so threads may share a table; there are at most 2 to the power of the
    points on the arms.
    """

    __slots__ = ("_arms", "_board", "_closed", "_origin", "_stops", "mask")

    def __init__(
        self,
        board: Board,
        origin: int,
        arms: Iterable[Arm],
        stops: int,
        closed: int = 0,
    ) -> None:
        super().__init__()
        self._board = board
        self._origin = origin
        self._arms = tuple(arms)
        self._stops = stops  # where this man may come to rest
        self._closed = closed  # what he may not even pass over
        self.mask = sum(1 << place for arm in self._arms for place in arm)

    def __missing__(self, blockers: int) -> tuple[Move, ...]:
        blocked = blockers | self._closed
        points = self._board.points
        found: list[Move] = []
        for arm in self._arms:
            for place in arm:
                if blocked >> place & 1:
                    break
                if self._stops >> place & 1:
                    found.append((points[self._origin], points[place]))
        self[blockers] = moves = tuple(found)
        return moves
