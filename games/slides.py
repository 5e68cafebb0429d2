"""Tables of slides along lines, each computed once per pattern of blockers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core import Arm, Board, Move

Leg = tuple[int, "Move | None"]  # a place, and the move there; None if the man can only pass


class Slides(dict[int, tuple["Move", ...]]):
    """Moves from one point along some of its arms, by the blockers on these arms.

    Look up `slides[occupied & slides.mask]`. An entry is computed on first use, always the same, so
    threads can share a table. It has at most 2 to the power of the points on the arms.
    """

    __slots__ = ("_arms", "mask")

    def __init__(self, arms: tuple[tuple[Leg, ...], ...], mask: int) -> None:
        super().__init__()
        self._arms = arms
        self.mask = mask

    def __missing__(self, blockers: int) -> tuple[Move, ...]:
        moves: list[Move] = []
        for arm in self._arms:
            for place, move in arm:
                if blockers >> place & 1:
                    break
                if move:
                    moves.append(move)
        return self.setdefault(blockers, tuple(moves))


def slides(board: Board, origin: int, arms: tuple[Arm, ...], stops: int, closed: int = 0) -> Slides:
    """The table for a man who can stop on `stops` and not even pass over `closed`.

    Rule sets that agree on a line share its table, so many cost little more than one.
    """
    mask = sum(1 << place for arm in arms for place in arm)
    return _shared(board, origin, arms, stops & mask, closed & mask)


@cache  # bounded by the boards' lines and the rule sets' barriers
def _shared(board: Board, origin: int, arms: tuple[Arm, ...], stops: int, closed: int) -> Slides:
    points = board.points
    reach = [_until(arm, closed) for arm in arms]
    return Slides(
        tuple(
            tuple(
                (place, (points[origin], points[place]) if stops >> place & 1 else None)
                for place in arm
            )
            for arm in reach
        ),
        sum(1 << place for arm in reach for place in arm),
    )


def _until(arm: Arm, closed: int) -> Arm:
    """The part of an arm before the first closed point."""
    barriers = [k for k, place in enumerate(arm) if closed >> place & 1]
    return arm[: barriers[0]] if barriers else arm
