"""Empty boards without men, for one layout, theme and size."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from PIL import Image

from games.core import Mark
from render.art import board
from render.frame import STRIP, Frame, middle
from render.shapes import Stroke
from render.sprites.lettering import write_text
from render.sprites.raster import map_values, threshold_table
from render.sprites.sprite_sheet import sprite_sheet

if TYPE_CHECKING:
    from games.core import Point
    from render.layout import Layout
    from render.shapes import Spot
    from render.sprites.raster import Sprite
    from render.sprites.sprite_sheet import SpriteSheet
    from render.theme import Theme

_BOARDS = 12  # 1.4 MB each at most
_LINE = 0.024
_EDGE = 0.045
_SEAM = 0.09  # distance of the stitches from the board
_STITCHES = 36  # along a side
_NAME, _LONG_NAME = 0.56, 0.42  # sizes of a coordinate, and of one with two digits
_AWAY = 0.4  # distance of its middle from the board
_HIGHER = 0.05  # extra distance above the board, to keep a g's tail off the stitches


@lru_cache(maxsize=_BOARDS)
def empty_board(theme: Theme, width: int, layout: Layout) -> Image.Image:
    """The empty board. Shared: copy the image before painting on it."""
    frame = Frame(width, layout.side)
    sprites = sprite_sheet(theme, frame)
    picture = Image.new("L", (width, frame.height), sprites.raster.ink_index("table"))
    picture.paste(sprites.bands[None, ""])
    left, top = frame.corner
    edge = frame.px(_EDGE)
    for ink, far in (("line", edge), ("ground", 0)):
        end = frame.length + far
        _fill(picture, sprites, ink, (left - far, top - far, left + end, top + end))
    _draw_stitches(picture, sprites)
    if layout.squares:
        _draw_squares(picture, sprites, layout)
    else:
        _draw_points(picture, sprites, layout)
    _write_coordinates(picture, sprites, layout)
    _fill(picture, sprites, "strip", (0, frame.px(STRIP), width, frame.height))
    return picture


def _fill(
    picture: Image.Image, sprites: SpriteSheet, ink: str, box: tuple[float, float, float, float]
) -> None:
    """Fill a rectangle, given in pixels."""
    left, top, right, bottom = map(round, box)
    picture.paste(sprites.raster.ink_index(ink), (left, top, right, bottom))


def _draw_stitches(picture: Image.Image, sprites: SpriteSheet) -> None:
    """Draw the stitches of the leather, around the board."""
    frame, (left, top) = sprites.frame, sprites.frame.corner
    unit = frame.unit
    step, half = frame.length / _STITCHES, 0.016 * unit
    for k in range(_STITCHES):
        a, b = k * step + 0.06 * unit, k * step + 0.19 * unit
        for at in (-_SEAM * unit, frame.length + _SEAM * unit):
            _fill(
                picture, sprites, "stitch", (left + a, top + at - half, left + b, top + at + half)
            )
            _fill(
                picture, sprites, "stitch", (left + at - half, top + a, left + at + half, top + b)
            )


def _draw_squares(picture: Image.Image, sprites: SpriteSheet, layout: Layout) -> None:
    special = dict(layout.special)
    for point, mark in special.items():
        if mark is not Mark.THRONE and mark is not Mark.CORNER:
            _draw_mark(picture, sprites, layout, point, mark)
    frame, (left, top) = sprites.frame, sprites.frame.corner
    half, end = _LINE / 2 * frame.unit, frame.length
    for at in range(0, end + 1, frame.square):
        _fill(picture, sprites, "line", (left + at - half, top, left + at + half, top + end))
        _fill(picture, sprites, "line", (left, top + at - half, left + end, top + at + half))
    for point, mark in special.items():
        if mark is Mark.THRONE or mark is Mark.CORNER:
            _draw_mark(picture, sprites, layout, point, mark)


def _draw_mark(
    picture: Image.Image, sprites: SpriteSheet, layout: Layout, point: Point, mark: str
) -> None:
    sprites.sprites[mark, "ground"].put(picture, *sprites.frame.spot(*middle(layout, point)))


def _draw_points(picture: Image.Image, sprites: SpriteSheet, layout: Layout) -> None:
    """Draw Tabal's lines as copies of a few stretches."""
    frame = sprites.frame
    carved = sprites.raster.draw_sprite(
        board.seam(layout.rows - 1), (frame.square // 2, frame.length), frame.square, "ground"
    )
    for x in (0.5, layout.side - 0.5):
        carved.put(picture, *frame.spot(x, layout.side / 2))
    stretches: dict[Spot, Sprite] = {}
    for line in layout.board.lines:
        for a, b in pairwise(line):
            (ax, ay), (bx, by) = sorted((middle(layout, a), middle(layout, b)))
            step = bx - ax, by - ay
            if step not in stretches:
                stretches[step] = sprites.draw_stretch(
                    (Stroke("line", ((0, 0), step), 0.05),), step
                )
            stretches[step].put(picture, *frame.spot((ax + bx) / 2, (ay + by) / 2))
    for point in layout.board.points:
        _draw_mark(picture, sprites, layout, point, "point")


def _write_coordinates(picture: Image.Image, sprites: SpriteSheet, layout: Layout) -> None:
    """Write files above and below, ranks on both sides, as the viewer sees them."""
    frame, (left, top) = sprites.frame, sprites.frame.corner
    away, higher = frame.px(_AWAY), frame.px(_HIGHER)
    for column in range(layout.columns):
        name = chr(ord("a") + column)
        x, _ = frame.spot(*middle(layout, name + "1"))
        for y in (top - away - higher, top + frame.length + away):
            _write_coordinate(picture, sprites, name, (x, y))
    for row in range(layout.rows):
        name = str(row + 1)
        _, y = frame.spot(*middle(layout, "a" + name))
        for x in (left - away, left + frame.length + away):
            _write_coordinate(picture, sprites, name, (x, y))


def _write_coordinate(
    picture: Image.Image, sprites: SpriteSheet, text: str, at: tuple[int, int]
) -> None:
    """Write a coordinate, centred on this pixel; smaller if it has two digits."""
    size = sprites.frame.px(_NAME if len(text) == 1 else _LONG_NAME)
    coverage = write_text(text, size)
    x, y = at[0] - coverage.width // 2, at[1] - coverage.height // 2
    image = sprites.raster.colour_text(coverage, "table_line", "table")
    picture.paste(image, (x, y), map_values(coverage, threshold_table(1)))
