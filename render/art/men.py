"""Men seen from above, on a square of size 1 around its middle.

Invariant: each kind has its own outline, to be recognisable without colours: dark men are rhombs,
light men round, the king is a scalloped crown, a dame two stacked men.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from render.layout import Figure
from render.shapes import Disc, Poly, Stroke, move_shapes, rhomb, ring, scale_shapes, spot_at_angle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from render.shapes import Shapes

_ROUND = 0.335  # radius of a light man
_RHOMB = 0.355  # half the diagonal of a dark man, before its corners are rounded
_CORNER = 0.055
_DROP = 0.045  # a shadow's offset
_EDGE = 0.03
_GHOST = 0.86  # ghosts are a little smaller
_STACK = 0.92  # a dame's two men are a little smaller


_DARK = (Figure.ATTACKER, Figure.DARK_MAN, Figure.DARK_DAME)


def _rhomb(ink: str, grow: float = 0) -> Shapes:
    spots = rhomb(_RHOMB)
    return Poly(ink, spots), Stroke(ink, spots, 2 * (_CORNER + grow), closed=True)


def _dark() -> Shapes:
    """A dark man: charred horn with a rhomb cut in."""
    return (
        *_rhomb("dark"),
        Stroke("dark_line", rhomb(0.25), 0.038, closed=True),
        Poly("dark_line", rhomb(0.1)),
    )


def _light() -> Shapes:
    """A light man: a slice of horn with a ring and dot, as old carvers cut it."""
    return (
        Disc("edge", (0, 0), _ROUND + _EDGE),
        Disc("light", (0, 0), _ROUND),
        *ring("light_line", "light", 0.17, 0.045),
        Disc("light_line", (0, 0), 0.065),
    )


def _scallop(ink: str, grow: float = 0) -> Shapes:
    middle = Disc(ink, (0, 0), 0.37 + grow)
    return middle, *(Disc(ink, spot_at_angle(0.345, k / 8), 0.085 + grow) for k in range(8))


_CROWN = (
    (-0.2, 0.185),
    (-0.255, -0.12),
    (-0.115, 0.02),
    (0, -0.205),
    (0.115, 0.02),
    (0.255, -0.12),
)


def _crown(ink: str, band: str) -> Shapes:
    spots = (*_CROWN, (0.2, 0.185))
    return (
        Poly(ink, spots),
        Stroke(ink, spots, 0.03, closed=True),
        *(Disc(ink, _CROWN[k], 0.048) for k in (1, 3, 5)),
        Stroke(band, ((-0.165, 0.115), (0.165, 0.115)), 0.032),
    )


def _king() -> Shapes:
    """The king: the largest man, gilded, with a large crown."""
    return (*_scallop("edge", _EDGE), *_scallop("king"), *_crown("king_line", "king"))


def _stack(lower: Shapes, upper: Shapes) -> Shapes:
    """A dame: two stacked men, the lower visible below."""
    return (
        *move_shapes(scale_shapes(lower, _STACK), (0, 0.1)),
        *move_shapes(scale_shapes(upper, _STACK), (0, -0.08)),
    )


def _dark_dame() -> Shapes:
    lower = (*_rhomb("dark_line"), *_rhomb("dark", -0.03))
    upper = (
        *_rhomb("dark_line", 0.025),
        *_rhomb("dark"),
        *scale_shapes(_crown("dark_line", "dark"), 0.85),
    )
    return _stack(lower, upper)


def _light_dame() -> Shapes:
    disc = (Disc("edge", (0, 0), _ROUND + _EDGE), Disc("light", (0, 0), _ROUND))
    return _stack(disc, (*disc, *scale_shapes(_crown("light_line", "light"), 0.95)))


_BODIES: Mapping[Figure, Shapes] = {
    Figure.ATTACKER: _dark(),
    Figure.DEFENDER: _light(),
    Figure.KING: _king(),
    Figure.DARK_MAN: _dark(),
    Figure.DARK_DAME: _dark_dame(),
    Figure.LIGHT_MAN: _light(),
    Figure.LIGHT_DAME: _light_dame(),
}


def _outline(figure: Figure, ink: str, grow: float) -> Shapes:
    """The figure's silhouette in one colour."""
    if figure is Figure.KING:
        return _scallop(ink, grow)
    dark = figure in _DARK
    one = _rhomb(ink, grow) if dark else (Disc(ink, (0, 0), _ROUND + grow),)
    if figure in (Figure.DARK_DAME, Figure.LIGHT_DAME):
        return _stack(one, one)
    return one


def man(figure: Figure) -> Shapes:
    """A man with his shadow."""
    edge = 0 if figure in _DARK else _EDGE
    return (*move_shapes(_outline(figure, "shade", edge), (0, _DROP)), *_BODIES[figure])


def badge(figure: Figure) -> Shapes:
    """A man without shadow, for the caption."""
    return (*_outline(figure, "badge", 0.08), *_BODIES[figure])


def emoji(figure: Figure) -> Shapes:
    """A man without shadow, with an edge visible on light and dark grounds."""
    edge = "light" if figure in _DARK else "edge"
    return (*_outline(figure, edge, 0.06), *_BODIES[figure])


def ghost(figure: Figure, ground: str) -> Shapes:
    """A captured man on his former square: his outline, crossed out."""
    if figure in _DARK:
        line = (*_outline(figure, "dark", 0), *_outline(figure, ground, -0.05), *_cross("dark"))
    else:
        line = (
            *_outline(figure, "edge", 0.03),
            *_outline(figure, "light", 0.005),
            *_outline(figure, "edge", -0.045),
            *_outline(figure, ground, -0.065),
            *_cross("edge", 0.115),
            *_cross("light"),
        )
    return scale_shapes(line, _GHOST)


def lost(figure: Figure) -> Shapes:
    """A captured man, for the caption."""
    dark = figure in _DARK
    body = _outline(figure, "dark" if dark else "light", 0)
    return (*_outline(figure, "badge", 0.08), *body, *_cross("badge" if dark else "edge"))


def _cross(ink: str, width: float = 0.07) -> Shapes:
    """Two crossed lines."""
    arm = 0.15
    lines = (((-arm, -arm), (arm, arm)), ((-arm, arm), (arm, -arm)))
    return tuple(Stroke(ink, line, width) for line in lines)
