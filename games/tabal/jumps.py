"""Captures in Tabal: chains of jumps along the lines, for men and dames."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from games.core import places
from games.tabal.board import BOARD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.core import Move, Position

Path = tuple[int, ...]

# From each point, in each direction: the neighbouring point's bit, and the place behind.
_LEAPS = tuple(tuple((1 << arm[0], arm[1]) for arm in arms if len(arm) > 1) for arms in BOARD.arms)


def takers(position: Position) -> int:
    """Men of the side to move that must capture."""
    men = 0
    for place in places(position.men(position.turn)):
        if any(True for _ in _jumps(position, place, place, 0)):
            men |= 1 << place
    return men


def chains(position: Position, place: int, begun: Path = ()) -> Iterator[Move]:
    """Every finished chain of a man who must capture, if it begins with this path.

    A dame among many men has far more paths than states (206,316 and 16,457 in the worst known
    position), so the jumps from each state are computed once.
    """
    known: dict[tuple[int, int], list[tuple[int, int]]] = {}
    begun = begun or (place,)
    named = tuple(BOARD.points[point] for point in begun)
    taken = taken_on(position, begun) or 0
    stack: list[tuple[Move, int, int]] = [(named, begun[-1], taken)]
    while stack:
        path, here, taken = stack.pop()
        further = known.get((here, taken))
        if further is None:
            further = known[here, taken] = list(_jumps(position, place, here, taken))[::-1]
        if not further:
            yield path
        for victim, landing in further:
            stack.append(((*path, BOARD.points[landing]), landing, taken | victim))


def taken_on(position: Position, path: Path) -> int | None:
    """The men captured along a path, even an unfinished one; None if a leg isn't a jump."""
    taken = 0
    for start, end in pairwise(path):
        victims = [v for v, landing in _jumps(position, path[0], start, taken) if landing == end]
        if not victims:
            return None
        taken |= victims[0]
    return taken


def landings(position: Position, path: Path, taken: int) -> tuple[int, ...]:
    """The points that the chain can go to from its last point."""
    return tuple(landing for _, landing in _jumps(position, path[0], path[-1], taken))


def _jumps(position: Position, origin: int, here: int, taken: int) -> Iterator[tuple[int, int]]:
    """Each man that can be jumped from here, with each landing point behind.

    The chain's first point counts as free. Captured men stay until the turn ends: they block, and
    can't be jumped twice.
    """
    occupied = (position.dark | position.light) & ~(1 << origin)
    enemies = position.men(position.turn.other) & ~taken
    if position.crowned >> origin & 1:
        yield from _flights(here, occupied, enemies)
        return
    for victim, landing in _LEAPS[here]:
        if enemies & victim and not occupied >> landing & 1:
            yield victim, landing


def _flights(here: int, occupied: int, enemies: int) -> Iterator[tuple[int, int]]:
    """A dame's jumps: over the first man on an arm, to any free point before the next man."""
    for arm in BOARD.arms[here]:
        met = 0  # the man she is about to jump
        for place in arm:
            if not occupied >> place & 1:
                if met:
                    yield met, place
            elif met or not enemies >> place & 1:
                break
            else:
                met = 1 << place
