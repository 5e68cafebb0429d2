"""Polygons, discs and strokes as data, the parts of all drawings: lengths in squares, inks by name.

Invariant: nothing here knows a pixel or a colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Spot = tuple[float, float]  # x to the right, y downward


@dataclass(frozen=True, slots=True)
class Poly:
    """A filled polygon."""

    ink: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    ink: str
    centre: Spot
    radius: float


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line with round ends and joints; a closed line returns to its start."""

    ink: str
    spots: tuple[Spot, ...]
    width: float
    closed: bool = False


Shape = Poly | Disc | Stroke
Shapes = tuple[Shape, ...]


def ring(ink: str, inside: str, radius: float, width: float, centre: Spot = (0, 0)) -> Shapes:
    """A circle's outline, filled with another ink."""
    outer = Disc(ink, centre, radius + width / 2)
    return outer, Disc(inside, centre, radius - width / 2)


def circle(ink: str, radius: float, width: float) -> Shape:
    """A circle's outline, with nothing inside."""
    return Stroke(ink, tuple(spot_at_angle(radius, k / 48) for k in range(48)), width, closed=True)


def spot_at_angle(radius: float, turn: float) -> Spot:
    """The spot at this distance and angle, in turns clockwise from the top."""
    angle = 2 * pi * turn
    return radius * sin(angle), -radius * cos(angle)


def star(ink: str, radii: tuple[float, ...], points: int) -> Poly:
    """A star: its corners alternate between these distances."""
    count = points * len(radii)
    spots = (spot_at_angle(radii[k % len(radii)], k / count) for k in range(count))
    return Poly(ink, tuple(spots))


def rhomb(radius: float, centre: Spot = (0, 0), flat: float = 1) -> tuple[Spot, ...]:
    """A square on its corner; `flat` is the ratio of height to width."""
    x, y = centre
    return (x, y - radius * flat), (x + radius, y), (x, y + radius * flat), (x - radius, y)


def oblong(left: float, top: float, right: float, bottom: float) -> tuple[Spot, ...]:
    """A rectangle's corners."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def move_shapes(shapes: Iterable[Shape], by: Spot) -> Shapes:
    """Move shapes by an offset."""
    return tuple(
        _map_spots(shape, lambda spot: (spot[0] + by[0], spot[1] + by[1])) for shape in shapes
    )


def rotate_shapes(shapes: Iterable[Shape], turn: float) -> Shapes:
    """Turn shapes clockwise about the origin; 1 is a full turn."""
    along, across = cos(2 * pi * turn), sin(2 * pi * turn)
    return tuple(
        _map_spots(s, lambda p: (p[0] * along - p[1] * across, p[0] * across + p[1] * along))
        for s in shapes
    )


def scale_shapes(shapes: Iterable[Shape], by: float) -> Shapes:
    """Scale shapes, including their lines."""
    return tuple(
        _map_spots(shape, lambda spot: (spot[0] * by, spot[1] * by), by) for shape in shapes
    )


def _map_spots(shape: Shape, where: Callable[[Spot], Spot], size: float = 1) -> Shape:
    match shape:
        case Disc():
            return Disc(shape.ink, where(shape.centre), shape.radius * size)
        case Poly():
            return Poly(shape.ink, tuple(map(where, shape.spots)))
        case Stroke():
            spots = tuple(map(where, shape.spots))
            return Stroke(shape.ink, spots, shape.width * size, shape.closed)
