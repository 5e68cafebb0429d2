"""Empty boards: what lies under the men, for one layout, theme and size."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from PIL import Image

from games.core import Mark
from render.art import board
from render.frame import BOARD, RIM, SIDE, STRIP, middle
from render.shapes import Stroke
from render.sprites.lettering import written
from render.sprites.raster import mapped
from render.sprites.sheet import sheet

if TYPE_CHECKING:
    from games.core import Point
    from render.layout import Layout
    from render.shapes import Spot
    from render.sprites.raster import Sprite
    from render.sprites.sheet import Sheet
    from render.theme import Theme

_BOARDS = 8  # 1.3 MB each at most
_LINE = 0.024
_EDGE = 0.045
_SEAM = 0.09  # how far from the board the stitches run


@lru_cache(maxsize=_BOARDS)
def ground(theme: Theme, width: int, layout: Layout) -> Image.Image:
    """Never to be changed: copy it."""
    made = sheet(theme, width)
    picture = Image.new("L", (width, made.frame.height), made.raster.index("table"))
    picture.paste(made.bands[None])
    _fill(
        picture,
        made,
        "line",
        (RIM - _EDGE, BOARD - _EDGE, RIM + SIDE + _EDGE, BOARD + SIDE + _EDGE),
    )
    _fill(picture, made, "ground", (RIM, BOARD, RIM + SIDE, BOARD + SIDE))
    _stitches(picture, made)
    if layout.squares:
        _squares(picture, made, layout)
    else:
        _points(picture, made, layout)
    _coordinates(picture, made, layout)
    _fill(picture, made, "strip", (0, STRIP, 10, 12))
    return picture


def _fill(
    picture: Image.Image, made: Sheet, ink: str, box: tuple[float, float, float, float]
) -> None:
    left, top, right, bottom = map(made.frame.px, box)
    picture.paste(made.raster.index(ink), (left, top, right, bottom))


def _stitches(picture: Image.Image, made: Sheet) -> None:
    """The thread that holds the leather, around the board."""
    near, far, half = RIM - _SEAM, RIM + SIDE + _SEAM, 0.016
    for k in range(36):
        a, b = RIM + k / 4 + 0.06, RIM + k / 4 + 0.19
        down = BOARD - RIM
        for at in (near, far):
            _fill(picture, made, "stitch", (a, down + at - half, b, down + at + half))
            _fill(picture, made, "stitch", (at - half, down + a, at + half, down + b))


def _squares(picture: Image.Image, made: Sheet, layout: Layout) -> None:
    special = dict(layout.special)
    for point, mark in special.items():
        if mark is not Mark.THRONE and mark is not Mark.CORNER:
            _cut(picture, made, layout, point, mark)
    for k in range(layout.columns + 1):
        at = k * SIDE / layout.columns
        half = _LINE / 2
        _fill(picture, made, "line", (RIM + at - half, BOARD, RIM + at + half, BOARD + SIDE))
        _fill(picture, made, "line", (RIM, BOARD + at - half, RIM + SIDE, BOARD + at + half))
    for point, mark in special.items():
        if mark is Mark.THRONE or mark is Mark.CORNER:
            _cut(picture, made, layout, point, mark)


def _cut(picture: Image.Image, made: Sheet, layout: Layout, point: Point, mark: str) -> None:
    x, y = middle(layout, point)
    made.sprites[mark, "ground"].put(picture, made.frame.px(x), made.frame.px(y))


def _points(picture: Image.Image, made: Sheet, layout: Layout) -> None:
    """Tabal's lines, a stretch at a time: the same few stretches over and over."""
    frame = made.frame
    carved = made.raster.sprite(
        board.seam(layout.rows - 1), (frame.px(0.5), frame.px(SIDE)), frame.square, "ground"
    )
    for x in (RIM + 0.5, RIM + SIDE - 0.5):
        carved.put(picture, frame.px(x), frame.px(BOARD + SIDE / 2))
    stretches: dict[Spot, Sprite] = {}
    for line in layout.board.lines:
        for a, b in pairwise(line):
            (ax, ay), (bx, by) = sorted((middle(layout, a), middle(layout, b)))
            step = bx - ax, by - ay
            if step not in stretches:
                stretches[step] = made.stretch((Stroke("line", ((0, 0), step), 0.05),), step)
            stretches[step].put(picture, frame.px((ax + bx) / 2), frame.px((ay + by) / 2))
    for point in layout.board.points:
        _cut(picture, made, layout, point, "point")


def _coordinates(picture: Image.Image, made: Sheet, layout: Layout) -> None:
    """Files below, ranks to the left, as the viewer sees them."""
    frame = made.frame
    size = frame.px(0.28)
    points = [chr(ord("a") + c) + "1" for c in range(layout.columns)]
    for point in points:
        _write(picture, made, point[0], size, (middle(layout, point)[0], BOARD + SIDE + 0.27))
    for row in range(layout.rows):
        rank = str(row + 1)
        _write(picture, made, rank, size, (RIM / 2 - 0.04, middle(layout, "a" + rank)[1]))


def _write(
    picture: Image.Image, made: Sheet, text: str, size: int, at: tuple[float, float]
) -> None:
    coverage = written(text, size)
    x, y = made.frame.px(at[0]) - coverage.width // 2, made.frame.px(at[1]) - coverage.height // 2
    image = made.raster.inked(coverage, "table_line", "table")
    picture.paste(image, (x, y), mapped(coverage, [0] + [255] * 255))
