"""Captures: chains of jumps along the lines, for men and dames. Every path that is a move."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from games.core import places
from games.tabal.board import BOARD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.core import Position

Path = tuple[int, ...]


def takers(position: Position) -> int:
    """The men of the side to move that must take."""
    found = 0
    for place in places(position.men(position.turn)):
        if any(True for _ in _jumps(position, place, place, 0)):
            found |= 1 << place
    return found


def chains(position: Position, place: int) -> Iterator[tuple[Path, int]]:
    """Each finished chain of the man there: the places he touches, and the men he takes."""
    stack: list[tuple[Path, int]] = [((place,), 0)]
    while stack:
        path, taken = stack.pop()
        further = [
            ((*path, landing), taken | victim)
            for victim, landing in _jumps(position, place, path[-1], taken)
        ]
        if further:
            stack += reversed(further)
        elif taken:
            yield path, taken


def taken_on(position: Position, path: Path) -> int | None:
    """The men taken along a path; None when a leg of it is no jump. It may be unfinished."""
    taken = 0
    for start, end in pairwise(path):
        victims = [v for v, landing in _jumps(position, path[0], start, taken) if landing == end]
        if not victims:
            return None
        taken |= victims[0]
    return taken


def may_go_on(position: Position, path: Path, taken: int) -> tuple[int, ...]:
    """Where the chain can go from its last point."""
    return tuple(landing for _, landing in _jumps(position, path[0], path[-1], taken))


def _jumps(position: Position, origin: int, here: int, taken: int) -> Iterator[tuple[int, int]]:
    """Each man that can be jumped from here, with each landing behind him.

    The point where the chain began counts as free. Taken men stay until the turn ends: they
    block, and are not jumped twice.
    """
    occupied = (position.dark | position.light) & ~(1 << origin)
    enemies = position.men(position.turn.other) & ~taken
    dame = position.crowned >> origin & 1
    for arm in BOARD.arms[here]:
        reach = arm if dame else arm[:2]
        blocked = [k for k, place in enumerate(reach) if occupied >> place & 1]
        if not blocked or not enemies >> reach[blocked[0]] & 1 or (blocked[0] and not dame):
            continue
        behind = reach[blocked[0] + 1 : blocked[1] if len(blocked) > 1 else None]
        for landing in behind:
            yield 1 << reach[blocked[0]], landing
