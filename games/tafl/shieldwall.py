"""Shieldwalls: a row of men on the edge, enclosed at the front and both ends, is captured whole.

engine.tafl_family repeats this rule for the search, all squares at once; a contract test keeps the
two equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.tafl.geometry import Rim


def walled(rims: tuple[Rim, ...], captors: int, enemies: int) -> int:
    """The rows of enemies that an arrival closes; `rims` lead away from there along the edge.

    A row is two or more enemies, each with a captor straight inward. Behind the row stands another
    captor, or the empty corner.
    """
    taken = 0
    for rim in rims:
        row = place = 0
        square, inward = rim[0]
        while enemies & square and captors & inward:  # no square lies inward of the corner
            row |= square
            place += 1
            square, inward = rim[place]
        free_corner = not inward and not enemies & square
        if row & (row - 1) and (captors & square or free_corner):
            taken |= row
    return taken
