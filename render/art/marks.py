"""Marks on a board: last move, choices, captures, ways, reasons. On a square of size 1.

Invariant: every mark has a dark edge of its own, to be visible on any ground.
"""

from __future__ import annotations

from math import hypot

from render.shapes import (
    Disc,
    Poly,
    Shapes,
    Spot,
    Stroke,
    circle,
    oblong,
    ring,
    rotate_shapes,
    star,
)

_AROUND = 0.455  # radius of a ring around a man
PLATE = 0.31  # how far below a man's middle its plate is


def _halo(ink: str, width: float) -> Shapes:
    """A ring around a man."""
    return circle("edge", _AROUND, width + 0.035), circle(ink, _AROUND, width)


def _sign() -> Shapes:
    """A small round sign with a cross, on a square's corner: forbidden."""
    x, y, arm = 0.3, -0.3, 0.075
    return (
        Disc("edge", (x, y), 0.2),
        *ring("call_line", "call", 0.165, 0.03, (x, y)),
        Stroke("call_line", ((x - arm, y - arm), (x + arm, y + arm)), 0.05),
        Stroke("call_line", ((x - arm, y + arm), (x + arm, y - arm)), 0.05),
    )


def _plate() -> Shapes:
    """A plate across the lower part of a man, for the name of his square."""
    line = ((-0.2, PLATE), (0.2, PLATE))
    return Stroke("edge", line, 0.38), Stroke("pick", line, 0.33)


# The last move: its start, points touched on the way, its end.
LIT = (Stroke("lit", oblong(-0.4465, -0.4465, 0.4465, 0.4465), 0.075, closed=True),)
HALO = (Disc("lit", (0, 0), 0.46),)
LEFT = (Disc("edge", (0, 0), 0.2), *ring("track", "ground", 0.15, 0.055))
LANDING = (Disc("edge", (0, 0), 0.17), Disc("track", (0, 0), 0.14), Disc("edge", (0, 0), 0.06))

# Choosing.
PICKED = _halo("pick", 0.065)
MUST = _halo("pick", 0.045)
TARGET = (Disc("edge", (0, 0), 0.37), Disc("pick", (0, 0), 0.335))
TAKING = (star("edge", (0.54, 0.4), 12), star("pick", (0.485, 0.36), 12))
WINNING = (
    star("edge", (0.56, 0.37), 5),
    star("call", (0.52, 0.34), 5),
    star("call_gold", (0.47, 0.3), 5),
)
MOVABLE = _plate()
PREY = (
    circle("edge", _AROUND, 0.115),
    circle("call_line", _AROUND, 0.085),
    circle("call", _AROUND, 0.045),
)
BARRED = (*PREY, *_sign())

# The end of a game.
CLOSER = _halo("call_gold", 0.05)
_WALLED = oblong(-0.42, -0.42, 0.42, 0.42)
WALL = (
    Stroke("edge", _WALLED, 0.1, closed=True),
    Stroke("call_gold", _WALLED, 0.055, closed=True),
)
GOAL = (
    Poly("call_line", oblong(-0.47, -0.47, 0.47, 0.47)),
    Poly("call", oblong(-0.43, -0.43, 0.43, 0.43)),
    star("call_gold", (0.39, 0.15, 0.29, 0.15), 4),
    Disc("call", (0, 0), 0.07),
)


def bite(turn: float) -> Shapes:
    """A wedge on the border of two squares, pointing from one square to the other."""
    wedge = ((-0.14, 0.12), (0.0, -0.12), (0.14, 0.12))
    shapes = (
        Poly("edge", wedge),
        Stroke("edge", wedge, 0.07, closed=True),
        Poly("call_line", wedge),
        Stroke("call_line", wedge, 0.03, closed=True),
        Poly("call", ((-0.085, 0.09), (0, -0.06), (0.085, 0.09))),
    )
    return rotate_shapes(shapes, turn)


def _sign_post(spots: tuple[Spot, ...]) -> Shapes:
    """A signpost that points where its corners do, with the king's dot in the middle."""
    return (
        Stroke("edge", spots, 0.17, closed=True),
        Stroke("call_line", spots, 0.1, closed=True),
        Poly("call", spots),
        Disc("call_gold", (0, 0), 0.1),
    )


def _arrow(way: int) -> Stroke:
    """An arrowhead to the right or left of the king's dot."""
    return Stroke("call_gold", ((0.19 * way, -0.15), (0.31 * way, 0), (0.19 * way, 0.15)), 0.085)


# Calls, for texts and lists: the king has one way out, or two.
RAICHI = (
    *_sign_post(((-0.3, -0.3), (0.14, -0.3), (0.42, 0), (0.14, 0.3), (-0.3, 0.3))),
    _arrow(1),
)
TUICHI = (
    *_sign_post(
        ((-0.42, 0), (-0.14, -0.3), (0.14, -0.3), (0.42, 0), (0.14, 0.3), (-0.14, 0.3)),
    ),
    _arrow(-1),
    _arrow(1),
)


def track(end: Spot) -> Shapes:
    """A stretch of the last move's track, from here to a spot."""
    return _bar("edge", 0.13, end), _bar("track", 0.07, end)


def ribbon(end: Spot) -> Shapes:
    """A stretch of the king's red way, from here to a spot."""
    bars = (_bar("edge", 0.37, end), _bar("call_line", 0.32, end), _bar("call", 0.225, end))
    return (*bars, _chevron(end, 0.25), _chevron(end, 0.75))


def _bar(ink: str, width: float, end: Spot) -> Poly:
    """A straight piece with square ends, so that pieces join."""
    length = hypot(*end)
    x, y = -end[1] / length * width / 2, end[0] / length * width / 2
    return Poly(ink, ((x, y), (end[0] + x, end[1] + y), (end[0] - x, end[1] - y), (-x, -y)))


def _chevron(end: Spot, part: float) -> Stroke:
    """An arrowhead, at this part of the way."""
    length = hypot(*end)
    x, y = end[0] / length, end[1] / length

    def spot(forth: float, aside: float) -> Spot:
        forth += length * part
        return x * forth - y * aside, y * forth + x * aside

    return Stroke("call_gold", (spot(-0.05, -0.065), spot(0.03, 0), spot(-0.05, 0.065)), 0.042)
