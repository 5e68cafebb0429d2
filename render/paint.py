"""Paint a scene as a PNG. Pure except for its caches, which threads can share.

Invariant: the same scene, theme and width always give the same bytes.
Memory: the caches (sprite sheets, empty boards, texts) take at most 100 MB.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from games import catalogue
from games.core import Mark
from render import png
from render.art.marks import PLATE
from render.frame import FOOT, STRIP, Frame, middle, spots, stretches
from render.layout import layout_of
from render.scene import Sign
from render.sprites.ground import empty_board
from render.sprites.lettering import write_text
from render.sprites.raster import Box, map_values, patch_at, threshold_table
from render.sprites.sprite_sheet import Line, sprite_sheet
from render.theme import palette_bytes
from render.themes import DEFAULT, THEMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PIL import Image

    from games.core import Point
    from render.scene import Scene, Way
    from render.sprites.raster import Patch
    from render.sprites.sprite_sheet import SpriteSheet
    from render.theme import Theme

WIDTH = 1080
_SHORT, _LONG_NAME = 2, 0.84  # letters of a short point name; the relative size of longer names
# A name on a mark: distance below the point's middle, size in squares, ground.
_NAMED = {
    Sign.TARGET: (0, 0.44, "pick"),
    Sign.TAKING: (0, 0.44, "pick"),
    Sign.WINNING: (0.03, 0.44, "call_gold"),
    Sign.MUST: (PLATE, 0.35, "pick"),
    Sign.MOVABLE: (PLATE, 0.35, "pick"),
}
_GROUNDS = {Mark.THRONE: "throne", Mark.CORNER: "throne"}


def paint(scene: Scene, theme: str = "", width: int = WIDTH, margin: int = 0) -> bytes:
    """Paint a scene as a PNG; an unknown theme means the default theme.

    `margin`: the width of margins at both sides, which continue the picture's edges.
    """
    look = theme_called(theme)
    bands = paint_bands(scene, look, width, frame_of(scene, width).bands, margin)
    return png.join_bands(bands, width + 2 * margin, palette_bytes(look))


def frame_of(scene: Scene, width: int) -> Frame:
    """A scene's proportions."""
    return Frame(width, scene.layout.side)


def paint_bands(
    scene: Scene, theme: Theme, width: int, spans: Iterable[tuple[int, int]], margin: int = 0
) -> list[png.Band]:
    """A scene's bands, each from its top to its bottom, painted unless cached."""
    patches = scene_patches(scene, theme, width)
    empty = empty_board(theme, width, scene.layout)
    board = hash((theme, width, scene.layout, margin))
    return [_paint_band(board, empty, patches, span, margin) for span in spans]


def _paint_band(
    board: int, empty: Image.Image, patches: Iterable[Patch], span: tuple[int, int], margin: int
) -> png.Band:
    """A band of the picture, painted unless cached; `board` identifies the empty board."""
    top, end = span
    within = [patch for patch in patches if patch.box.top < end and top < patch.box.bottom]
    box = Box(-png.MARGIN, top, empty.width, end)
    parts = (board, top, end, *[(patch.key, patch.box) for patch in within])
    return png.cache.band(
        parts, lambda: png.compress_band(_widened(paint_part(empty, within, box), margin))
    )


def _widened(band: Image.Image, margin: int) -> Image.Image:
    """A band with margins that continue its edges; its own columns of zeros stay at the left."""
    if not margin:
        return band
    left, height = png.MARGIN, band.height
    wide = band.crop((0, 0, band.width + 2 * margin, height))
    wide.paste(band.crop((left, 0, band.width, height)), (left + margin, 0))
    for column, start in ((left, left), (band.width - 1, band.width + margin)):
        edge, done = band.crop((column, 0, column + 1, height)), 1
        wide.paste(edge, (start, 0))
        while done < margin:  # each time twice as wide
            more = min(done, margin - done)
            wide.paste(wide.crop((start, 0, start + more, height)), (start + done, 0))
            done += more
    return wide


def prepare(theme: str = "", width: int = WIDTH) -> None:
    """Draw a theme's sprites in advance, so the first picture is as fast as later pictures.

    Covers the first rule set's board; sprites for other sizes are drawn when needed.
    """
    first = layout_of(catalogue.game(catalogue.NAMES[0]))
    sprite_sheet(theme_called(theme), Frame(width, first.side)).draw()


def theme_called(name: str) -> Theme:
    """The theme of this name, or the default theme."""
    return THEMES.get(name) or THEMES[DEFAULT]


def paint_part(empty: Image.Image, patches: Iterable[Patch], box: Box) -> Image.Image:
    """This part of the empty board, with the patches that lie there."""
    picture = empty.crop(box)
    for patch in patches:
        if patch.box.meets(box):
            corner = (patch.box.left - box.left, patch.box.top - box.top)
            picture.paste(patch.image, corner, patch.mask)
    return picture


def scene_patches(scene: Scene, theme: Theme, width: int) -> list[Patch]:
    """All patches on the empty board, from the ground up, with band and caption."""
    sprites = _sprites_for(scene, theme, width)
    return [*_Board(scene, sprites).patches(), *_Strips(scene, sprites).patches()]


def _sprites_for(scene: Scene, theme: Theme, width: int) -> SpriteSheet:
    return sprite_sheet(theme, frame_of(scene, width))


class _Board:
    """Patches of the board: last move, ways, ghosts, men, signs."""

    def __init__(self, scene: Scene, sprites: SpriteSheet) -> None:
        self._scene = scene
        self._layout = scene.layout
        self._sprites = sprites
        self._spots = spots(sprites.frame, scene.layout)
        self._patches: list[Patch] = []
        won = (point for point, sign in scene.signs if sign is Sign.GOAL)
        self._goals = tuple(dict.fromkeys((*(way[-1] for way in scene.ways), *won)))
        self._on = {p: _GROUNDS.get(mark, "camp") for p, mark in scene.layout.special}
        self._on |= dict.fromkeys(self._goals, "call")

    def patches(self) -> list[Patch]:
        """All patches, from the ground up."""
        self._frame_last_move()
        for way in self._scene.ways:
            self._draw_way(way)
        for point in self._goals:
            self._place("goal", point, "ground")
        self._draw_track(self._scene.path)
        self._draw_track(self._scene.hand)
        for point, figure in (*self._scene.earlier, *self._scene.ghosts):
            self._place(f"ghost:{figure}", point)
        sprite_patch, on, spots = self._sprites.sprite_patch, self._on, self._spots
        self._patches += [
            sprite_patch("man:" + figure, on.get(point, "ground"), *spots[point])
            for point, figure in self._scene.men
        ]
        for point, sign in self._scene.signs:
            if sign is not Sign.GOAL:
                self._place(sign, point, "ground")
            if sign in _NAMED:
                self._write_name(point, *_NAMED[sign])
        for start, end in self._scene.bites:
            self._draw_bite(start, end)
        return self._patches

    def _write_name(self, point: Point, below: float, large: float, ground: str) -> None:
        """Write a point's name, on its dot or on the plate of the man there.

        The visible ink is centred, so even a g with its tail stays on the plate.
        """
        square = self._sprites.frame.square
        part = 1 if len(point) == _SHORT else _LONG_NAME
        line = write_text(point, round(square * large * part), bold=True)
        _, inked_from, _, inked_to = line.getbbox() or (0, 0, *line.size)
        x, y = self._spots[point]
        left = x - line.width // 2
        top = y + round(square * below) - (inked_from + inked_to) // 2
        inked, mask = (
            self._sprites.raster.colour_text(line, "edge", ground),
            map_values(line, threshold_table(1)),
        )
        self._patches.append(patch_at(("name", point, ground), inked, left, top, mask))

    def _draw_bite(self, start: Point, end: Point) -> None:
        x, y = middle(self._layout, start)
        (dx, dy), _ = stretches(self._layout, start, end)
        name = f"bite:{dx:.0f},{dy:.0f}"
        spot = self._sprites.frame.spot(x + dx / 2, y + dy / 2)
        self._patches.append(self._sprites.sprite_patch(name, "ground", *spot))

    def _place(self, name: str, point: Point, on: str = "") -> None:
        on = on or self._on.get(point, "ground")
        self._patches.append(self._sprites.sprite_patch(name, on, *self._spots[point]))

    def _frame_last_move(self) -> None:
        """Frame the squares where the last move started and ended; on points, draw a halo."""
        path = self._scene.path
        if path and self._layout.squares:
            self._place("lit", path[0])
            self._place("lit", path[-1])
        elif path:
            self._place("halo", path[-1], "ground")

    def _draw_way(self, way: Way) -> None:
        for start, end in pairwise(way):
            self._patches += self._sprites.stretch_patches("ribbon", self._layout, start, end)

    def _draw_track(self, path: Way) -> None:
        for start, end in pairwise(path):
            self._patches += self._sprites.stretch_patches("track", self._layout, start, end)
        for point in path[1:-1]:
            self._place("landing", point, "ground")
        if path:
            self._place("left", path[0], "ground")


_BESIDE = (0.4, 0.36)  # sizes for a caption on one line, preferred to two smaller lines


class _Strips:
    """Patches of the band above the board and of the caption below."""

    def __init__(self, scene: Scene, sprites: SpriteSheet) -> None:
        self._scene = scene
        self._sprites = sprites
        self._px = sprites.frame.px
        self._patches: list[Patch] = []

    def patches(self) -> list[Patch]:
        """All patches."""
        self._draw_band()
        self._write_caption()
        return self._patches

    def _draw_band(self) -> None:
        """Draw the callout or the result."""
        call = self._scene.call
        if call is None:
            return
        key = call, self._scene.caption.carved
        self._patches.append(patch_at(key, self._sprites.bands[key], 0, 0))

    def _write_caption(self) -> None:
        """Write the turn or the winner, and the numbers of men lost."""
        caption, y = self._scene.caption, (STRIP + FOOT) / 2
        line, detail = caption.line, caption.detail
        if caption.result:
            line, detail = caption.result, " \N{MIDDLE DOT} ".join(filter(None, (line, detail)))
        left, right = 0.6, 9.7
        for figure, count in reversed(caption.lost):
            right -= self._write(Line(str(count), 0.36, right, y, anchor=1)) + 0.32
            self._place(f"lost:{figure}", right, y)
            right -= 0.45
        for figure in caption.figures:
            self._place(f"badge:{figure}", left, y)
            left += 0.75
        left -= 0.2
        room = right - left
        if not (line and detail):  # a single text is centred
            self._write(Line(line, 0.34, left, y, room))
            self._write(Line(detail, 0.3, left, y, room, ink="dim"))
        elif not any(self._write_beside(line, detail, left, y, room, size) for size in _BESIDE):
            self._write(Line(line, 0.34, left, y - 0.165, room))
            self._write(Line(detail, 0.3, left, y + 0.19, room, ink="dim"))

    def _write_beside(  # noqa: PLR0913, PLR0917  two texts, a place, a size
        self, line: str, detail: str, left: float, y: float, room: float, size: float
    ) -> bool:
        """Write both texts on one line if there is room; return whether there was."""
        first = Line(line, size, left, y)
        onward = left + self._length(first) + 0.12
        second = Line(f"\N{MIDDLE DOT} {detail}", size, onward, y, ink="dim")
        if onward + self._length(second) > left + room:
            return False
        self._write(first)
        self._write(second)
        return True

    def _place(self, name: str, x: float, y: float) -> None:
        """Place a sprite in the strip."""
        self._patches.append(self._sprites.sprite_patch(name, "strip", self._px(x), self._px(y)))

    def _write(self, line: Line) -> float:
        """Write a line in the strip; return its length."""
        self._patches.append(self._sprites.text_patch(line))
        return self._length(line)

    def _length(self, line: Line) -> float:
        box = self._sprites.text_patch(line).box
        return (box.right - box.left) / self._sprites.frame.unit
