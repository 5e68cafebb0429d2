"""The picture's proportions in pixels: the band, the board of any size below, the caption.

Lengths around the board are in units, a tenth of the picture's width; lengths on the board are in
squares of the board. Pure.

Invariant: at both widths every part starts on a whole pixel, so nothing is ever resampled.
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
RIM = 0.68  # around the room for the board, for the coordinates
BOARD = BAND + RIM  # the top of that room
ROOM = 10 - 2 * RIM  # the room's width and height
STRIP = BOARD + ROOM + RIM  # the top of the caption
FOOT = STRIP + 0.8  # the bottom of the caption

ACROSS = 1.5  # the distance of Tabal's files, in squares; its ranks are one square apart


@dataclass(frozen=True)
class Frame:
    """A picture of one width, with a board `side` squares wide and high."""

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
        """The side of a board's square in pixels; even, so that squares have a middle."""
        return 2 * (self.px(ROOM) // (2 * self.side))

    @cached_property
    def height(self) -> int:
        """The picture's height."""
        return self.px(FOOT)

    @cached_property
    def length(self) -> int:
        """The board's side in pixels: the whole room or slightly less."""
        return self.side * self.square

    @cached_property
    def corner(self) -> tuple[int, int]:
        """The board's top left pixel; the board is centred in its room."""
        spare = (self.px(ROOM) - self.length) // 2
        return self.px(RIM) + spare, self.px(BOARD) + spare

    @cached_property
    def bands(self) -> Sequence[tuple[int, int]]:
        """Top and bottom of the area above the board, of each rank, and of the area below."""
        _, top = self.corner
        ranks = range(top, top + self.length + 1, self.square)
        return tuple(pairwise((0, *ranks, self.px(STRIP), self.height)))

    def px(self, units: float) -> int:
        """A length in pixels."""
        return round(units * self.unit)

    def spot(self, x: float, y: float) -> tuple[int, int]:
        """The pixel of a spot on the board, given in squares from the board's top left."""
        left, top = self.corner
        return left + round(x * self.square), top + round(y * self.square)


def middle(layout: Layout, point: Point) -> tuple[float, float]:
    """A point's middle, in squares from the board's top left."""
    column, row = layout.place(point)
    if layout.squares:
        return column + 0.5, row + 0.5
    return layout.side / 2 + (column - (layout.columns - 1) / 2) * ACROSS, row + 0.5


@lru_cache(maxsize=16)
def spots(frame: Frame, layout: Layout) -> Mapping[Point, tuple[int, int]]:
    """The pixel of each point's middle."""
    return {point: frame.spot(*middle(layout, point)) for point in layout.board.points}


def stretches(layout: Layout, start: Point, end: Point) -> tuple[tuple[float, float], int]:
    """The way between two points: one step along a line, and the number of steps."""
    (ax, ay), (bx, by) = middle(layout, start), middle(layout, end)
    across = 1.0 if layout.squares else ACROSS
    count = max(round(abs(bx - ax) / across), round(abs(by - ay)))
    return ((bx - ax) / count, (by - ay) / count), count
