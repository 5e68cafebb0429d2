"""Endings by enclosure: encircled defenders, and the king's exit fort."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.core import places
from games.tafl.shieldwall import walled

if TYPE_CHECKING:
    from games.core import Position
    from games.tafl.capture import Capture
    from games.tafl.geometry import Geometry


def encircled(geometry: Geometry, position: Position) -> bool:
    """Whether the attackers cut off every defender and the king from the edge."""
    light = position.light
    return not light & geometry.edge and not light & _outside(geometry, position.dark)


@lru_cache(maxsize=1 << 14)  # same for all moves of the defenders
def _outside(geometry: Geometry, dark: int) -> int:
    """Squares that can be reached from the edge by steps over squares without attackers."""
    return geometry.spread(geometry.edge, geometry.all & ~dark)


def in_exit_fort(geometry: Geometry, capture: Capture, position: Position) -> bool:
    """Whether the king, on the edge, has room behind a wall that can never be breached.

    His own square counts as room. Doesn't ask whether he has a legal move.
    """
    free = geometry.all & ~(position.dark | position.light)
    room = geometry.spread(position.crowned, free | position.crowned)
    around = geometry.beside(room)
    if room & geometry.corners or around & position.dark:
        return False
    wall = around & position.light & ~position.crowned
    return not wall & ~_safe(geometry, capture, position)


def _safe(geometry: Geometry, capture: Capture, position: Position) -> int:
    """Defenders that attackers could never capture while the defenders don't move.

    Starts with all defenders and drops those that can be captured until nothing changes.
    """
    king = position.crowned
    safe = position.light & ~king
    while True:
        reached = geometry.spread(position.dark, geometry.all & ~(safe | king))
        lost = capture.squeezed(safe, king, reached)
        if capture.shieldwall:
            for place in places(reached & geometry.edge & ~geometry.corners):
                lost |= walled(geometry.rims[place], reached, safe | king)
        if not lost & safe:
            return safe
        safe &= ~lost
