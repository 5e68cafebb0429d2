"""The picture's proportions in pixels: the band, the board of any size under it, the caption.

Lengths around the board are in units, a tenth of the picture's width; those on the board are in
squares of the board. Pure.

Law: at both widths every part begins on a whole pixel, so nothing is ever resampled.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.core import Point
    from render.layout import Layout

WIDTHS = (720, 1080)

BAND = 0.86  # the woven band's height, in units
RIM = 0.68  # around the room for the board: the coordinates stand there
BOARD = BAND + RIM  # where that room begins, from the top
ROOM = 10 - 2 * RIM  # how wide and high it is
STRIP = BOARD + ROOM + RIM  # where the caption begins
FOOT = STRIP + 0.8  # where it ends

ACROSS = 1.5  # how far Tabal's files lie apart, in squares; its ranks lie one square apart


@dataclass(frozen=True)
class Frame:
    """A picture of one width, of a board that is so many squares wide and high."""

    width: int
    side: int

    def __post_init__(self) -> None:
        """Refuse every other width: the sprites of each would stay in memory."""
        if self.width not in WIDTHS:
            raise ValueError(f"pictures are {WIDTHS} wide, not {self.width}")

    @cached_property
    def unit(self) -> int:
        """A tenth of the picture's width in pixels."""
        return self.width // 10

    @cached_property
    def square(self) -> int:
        """The side of one of the board's squares in pixels; even, so that it has a middle."""
        return 2 * (self.px(ROOM) // (2 * self.side))

    @cached_property
    def height(self) -> int:
        """The picture's."""
        return self.px(FOOT)

    @cached_property
    def length(self) -> int:
        """The board's side in pixels: all of the room, or a little less."""
        return self.side * self.square

    @cached_property
    def corner(self) -> tuple[int, int]:
        """The pixel where the board begins: it stands in the middle of its room."""
        spare = (self.px(ROOM) - self.length) // 2
        return self.px(RIM) + spare, self.px(BOARD) + spare

    @cached_property
    def bands(self) -> Sequence[tuple[int, int]]:
        """The top and bottom of what is above the board, of each rank, and of what is below."""
        _, top = self.corner
        ranks = range(top, top + self.length + 1, self.square)
        return tuple(pairwise((0, *ranks, self.px(STRIP), self.height)))

    def px(self, units: float) -> int:
        """A length in pixels."""
        return round(units * self.unit)

    def spot(self, x: float, y: float) -> tuple[int, int]:
        """The pixel of a spot on the board, in squares from the board's top left."""
        left, top = self.corner
        return left + round(x * self.square), top + round(y * self.square)


def middle(layout: Layout, point: Point) -> tuple[float, float]:
    """Where a point's middle lies, in squares from the board's top left."""
    column, row = layout.place(point)
    if layout.squares:
        return column + 0.5, row + 0.5
    return layout.side / 2 + (column - (layout.columns - 1) / 2) * ACROSS, row + 0.5


@lru_cache(maxsize=16)
def spots(frame: Frame, layout: Layout) -> Mapping[Point, tuple[int, int]]:
    """The pixel of each point's middle."""
    return {point: frame.spot(*middle(layout, point)) for point in layout.board.points}


def stretches(layout: Layout, start: Point, end: Point) -> tuple[tuple[float, float], int]:
    """The way from one point to another: one step along a line, and how many of them."""
    (ax, ay), (bx, by) = middle(layout, start), middle(layout, end)
    across = 1.0 if layout.squares else ACROSS
    count = max(round(abs(bx - ax) / across), round(abs(by - ay)))
    return ((bx - ax) / count, (by - ay) / count), count
