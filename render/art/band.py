"""The woven band over the board: plain, as a banner for callouts, gilded for the result."""

from __future__ import annotations

from render.shapes import Poly, Shapes, Stroke, oblong, rhomb

_HIGH = 0.86


def _borders(outer: str, inner: str, width: float) -> Shapes:
    return (
        Poly(outer, oblong(0, 0, width, 0.028)),
        Poly(inner, oblong(0, 0.065, width, 0.11)),
        Poly(inner, oblong(0, _HIGH - 0.11, width, _HIGH - 0.065)),
        Poly(outer, oblong(0, _HIGH - 0.028, width, _HIGH)),
    )


def woven(width: float = 10.0) -> Shapes:
    """The plain band: a zigzag with rhombs in its bays."""
    bays = 40
    step = width / bays
    middle, swing = _HIGH / 2, 0.14
    zigzag = tuple((k * step, middle + (swing if k % 2 else -swing)) for k in range(bays + 1))
    return (
        Poly("band", oblong(0, 0, width, _HIGH)),
        *_borders("band_line", "band_one", width),
        Stroke("band_line", zigzag, 0.036),
        *(
            Poly(
                "band_one" if k % 2 else "band_two",
                rhomb(0.085, (k * step, middle + (-0.075 if k % 2 else 0.075))),
            )
            for k in range(bays + 1)
        ),
    )


def banner(width: float = 10.0) -> Shapes:
    """The red banner, rhombs to its left and right; the middle is left for the word."""
    middle = _HIGH / 2
    lefts = (0.4, 0.9, 1.4, 1.9, 2.4)
    places = (*lefts, *(width - x for x in lefts))
    return (
        Poly("call", oblong(0, 0, width, _HIGH)),
        *_borders("call_line", "call_gold", width),
        *(
            Poly(ink, rhomb(size, (x, middle)))
            for x in places
            for ink, size in (("call_gold", 0.22), ("call", 0.14), ("call_line", 0.07))
        ),
    )


def gilded(width: float = 10.0) -> Shapes:
    """The band when the game is over; the middle is left for the result."""
    middle = _HIGH / 2
    lefts = (0.4, 0.9, 1.4)
    places = (*lefts, *(width - x for x in lefts))
    return (
        Poly("call_gold", oblong(0, 0, width, _HIGH)),
        *_borders("edge", "call", width),
        *(
            Poly(ink, rhomb(size, (x, middle)))
            for x in places
            for ink, size in (("call", 0.22), ("call_gold", 0.14), ("edge", 0.07))
        ),
    )
