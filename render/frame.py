"""The picture's proportions, in squares: ten wide, eleven and a quarter high. Pure.

Law: at both widths every part begins on a whole pixel, so nothing is ever resampled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core import Point
    from render.layout import Layout

WIDTHS = (720, 1080)

BAND = 0.86  # the woven band's height
BOARD = 1.0  # where the board begins, from the top
RIM = 0.5  # and from the left
SIDE = 9.0  # how wide and high it is
STRIP = 10.45  # where the caption begins
FOOT = 11.25  # where it ends

ACROSS = 1.5  # how far Tabal's files lie apart; its ranks lie one square apart


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of one width."""

    width: int

    def __post_init__(self) -> None:
        """Refuse every other width: each would be drawn and kept."""
        if self.width not in WIDTHS:
            raise ValueError(f"pictures are {WIDTHS} wide, not {self.width}")

    @property
    def square(self) -> int:
        """A square's side in pixels."""
        return self.width // 10

    @property
    def height(self) -> int:
        """The picture's."""
        return self.px(FOOT)

    def px(self, squares: float) -> int:
        """A length in pixels."""
        return round(squares * self.square)


def middle(layout: Layout, point: Point) -> tuple[float, float]:
    """Where a point's middle lies in the picture, in squares."""
    column, row = layout.place(point)
    if layout.squares:
        return RIM + column + 0.5, BOARD + row + 0.5
    return 5 + (column - (layout.columns - 1) / 2) * ACROSS, BOARD + row + 0.5


def stretches(layout: Layout, start: Point, end: Point) -> tuple[tuple[float, float], int]:
    """The way from one point to another: one step along a line, and how many of them."""
    (ax, ay), (bx, by) = middle(layout, start), middle(layout, end)
    unit = 1.0 if layout.squares else ACROSS
    count = max(round(abs(bx - ax) / unit), round(abs(by - ay)))
    return ((bx - ax) / count, (by - ay) / count), count
