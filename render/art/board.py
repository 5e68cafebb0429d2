"""Drawings on the board: camps, the throne, corners and points, on a square of size 1."""

from __future__ import annotations

from render.shapes import Disc, Poly, Shapes, Stroke, oblong, rhomb, spot_at_angle, star

_WHOLE = oblong(-0.5, -0.5, 0.5, 0.5)

CAMP = (Poly("camp", _WHOLE), Poly("camp_line", rhomb(0.15)))
CLOSED_CAMP = (  # a camp behind a fence
    *CAMP,
    Stroke("camp_line", oblong(-0.4, -0.4, 0.4, 0.4), 0.05, closed=True),
)


def _inlay(inner: Shapes) -> Shapes:
    """A coloured square in a gilded frame."""
    far = 0.46
    return (
        Poly("throne", _WHOLE),
        Stroke("throne_line", oblong(-far, -far, far, far), 0.045, closed=True),
        *inner,
    )


def _petals() -> Shapes:
    """A rose with eight petals, as horn carvers cut it."""
    rose = star("throne_line", (0.37, 0.145), 8)
    cuts = (Stroke("throne", ((0, 0), spot_at_angle(0.16, (k + 0.5) / 8)), 0.018) for k in range(8))
    return (rose, *cuts)


_FLAPS = tuple(
    Stroke("throne_line", ((x * 0.46, y * 0.27), (x * 0.27, y * 0.46)), 0.035)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
)
THRONE = _inlay((*_FLAPS, *_petals()))
CORNER = _inlay((star("throne_line", (0.3, 0.1), 4),))

POINT = (Disc("line", (0, 0), 0.085),)


def seam(high: float) -> Shapes:
    """A carved zigzag with rhombs in its bays, for the empty sides of Tabal's board."""
    bays = round(high * 4)
    swing = tuple(0.09 if k % 2 else -0.09 for k in range(bays + 1))
    spots = tuple((x, (k - bays / 2) / 4) for k, x in enumerate(swing))
    rhombs = (Poly("camp", rhomb(0.06, (-x, y))) for x, y in spots[1:-1])
    return (Stroke("camp", spots, 0.035), *rhombs)
