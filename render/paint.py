"""Paint a scene as a PNG. Pure but for its caches, which threads may share.

Law: the same scene, theme and width always give the same bytes.
Memory: the caches (sheets of sprites, empty boards, texts) take 100 MB at the very most.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from games import catalogue
from games.core import Mark
from render import png
from render.art.marks import PLATE
from render.frame import BAND, FOOT, STRIP, Frame, middle, spots, stretches
from render.layout import layout
from render.scene import Call, Sign
from render.sprites.ground import ground
from render.sprites.lettering import written
from render.sprites.raster import Box, mapped, patch, threshold
from render.sprites.sheet import Line, sheet
from render.theme import flat
from render.themes import DEFAULT, THEMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PIL import Image

    from games.core import Point
    from render.scene import Scene, Way
    from render.sprites.raster import Patch
    from render.sprites.sheet import Sheet
    from render.theme import Theme

WIDTH = 1080
_RESULT = 6.2  # the room that the band leaves to the result, in units
_NAME, _LONG_NAME, _SHORT = 0.44, 0.36, 2  # the size of a point's name in squares; its letters
_NAMED = {Sign.TARGET: 0, Sign.TAKING: 0, Sign.MUST: PLATE - 0.02, Sign.MOVABLE: PLATE - 0.02}
_GROUNDS = {Mark.THRONE: "throne", Mark.CORNER: "throne"}


def paint(scene: Scene, theme: str = "", width: int = WIDTH) -> bytes:
    """The picture as a PNG; for an unknown theme, in the default one."""
    look = theme_called(theme)
    laid = patches(scene, look, width)
    empty = ground(look, width, scene.layout)
    board = hash((look, width, scene.layout))
    frame = _sheet(scene, look, width).frame
    bands = [_band(board, empty, laid, top, end) for top, end in frame.bands]
    return png.assembled(bands, width, flat(look))


def _band(board: int, empty: Image.Image, laid: Iterable[Patch], top: int, end: int) -> png.Band:
    """A band of the picture; painted if it is not known. `board`: what the empty one shows."""
    within = [each for each in laid if each.box.top < end and top < each.box.bottom]
    box = Box(-png.MARGIN, top, empty.width, end)
    parts = (board, top, *[(each.key, each.box) for each in within])
    return png.cache.band(parts, lambda: png.band(painted(empty, within, box)))


def prepare(theme: str = "", width: int = WIDTH) -> None:
    """Draw a theme's sprites in advance, so that the first picture is as fast as the others.

    For the board of the first rule set; those of other sizes are drawn as they are needed.
    """
    first = layout(catalogue.game(catalogue.NAMES[0]))
    sheet(theme_called(theme), Frame(width, first.side)).draw()


def theme_called(name: str) -> Theme:
    """The theme of that name, or the default theme."""
    return THEMES.get(name) or THEMES[DEFAULT]


def compose(scene: Scene, theme: Theme, width: int) -> Image.Image:
    """The picture as indexes into the theme's palette."""
    empty = ground(theme, width, scene.layout)
    return painted(empty, patches(scene, theme, width), Box(0, 0, *empty.size))


def painted(empty: Image.Image, laid: Iterable[Patch], box: Box) -> Image.Image:
    """This part of the empty board, with the patches that lie on it."""
    picture = empty.crop(box)
    for each in laid:
        if each.box.meets(box):
            corner = (each.box.left - box.left, each.box.top - box.top)
            picture.paste(each.image, corner, each.mask)
    return picture


def patches(scene: Scene, theme: Theme, width: int) -> list[Patch]:
    """All that is pasted on the empty board, from the ground up, with band and caption."""
    made = _sheet(scene, theme, width)
    return [*_Board(scene, made).patches(), *_Strips(scene, made).patches()]


def _sheet(scene: Scene, theme: Theme, width: int) -> Sheet:
    return sheet(theme, Frame(width, scene.layout.side))


class _Board:
    """The patches of the board: the last move, ways, ghosts, men, signs."""

    def __init__(self, scene: Scene, made: Sheet) -> None:
        self._scene = scene
        self._layout = scene.layout
        self._sheet = made
        self._spots = spots(made.frame, scene.layout)
        self._patches: list[Patch] = []
        won = (point for point, sign in scene.signs if sign is Sign.GOAL)
        self._goals = tuple(dict.fromkeys((*(way[-1] for way in scene.ways), *won)))
        self._on = {p: _GROUNDS.get(mark, "camp") for p, mark in scene.layout.special}
        self._on |= dict.fromkeys(self._goals, "call")

    def patches(self) -> list[Patch]:
        """All of them, from the ground up."""
        self._last_move()
        for way in self._scene.ways:
            self._way(way)
        for point in self._goals:
            self._put("goal", point, "ground")
        self._track(self._scene.path)
        for point, figure in self._scene.ghosts:
            self._put(f"ghost:{figure}", point)
        placed, on, spots = self._sheet.placed, self._on, self._spots
        self._patches += [
            placed("man:" + figure, on.get(point, "ground"), *spots[point])
            for point, figure in self._scene.men
        ]
        for point, sign in self._scene.signs:
            if sign is not Sign.GOAL:
                self._put(sign, point, "ground")
            if sign in _NAMED:
                self._name(point, _NAMED[sign])
        for start, end in self._scene.bites:
            self._bite(start, end)
        return self._patches

    def _name(self, point: Point, below: float) -> None:
        """The name of a point, on its dot or on the plate of the man there."""
        made, square = self._sheet, self._sheet.frame.square
        size = round(square * (_NAME if len(point) == _SHORT else _LONG_NAME))
        line = written(point, size, 0.025)
        x, y = self._spots[point]
        left = x - line.width // 2
        top = y + round(square * below) - line.height // 2
        inked, mask = made.raster.inked(line, "edge", "pick"), mapped(line, threshold(1))
        self._patches.append(patch(("name", point), inked, left, top, mask))

    def _bite(self, start: Point, end: Point) -> None:
        x, y = middle(self._layout, start)
        (dx, dy), _ = stretches(self._layout, start, end)
        name = f"bite:{dx:.0f},{dy:.0f}"
        spot = self._sheet.frame.spot(x + dx / 2, y + dy / 2)
        self._patches.append(self._sheet.placed(name, "ground", *spot))

    def _put(self, name: str, point: Point, on: str = "") -> None:
        on = on or self._on.get(point, "ground")
        self._patches.append(self._sheet.placed(name, on, *self._spots[point]))

    def _last_move(self) -> None:
        """Frames around the squares where the last move began and ended; on points, a halo."""
        path = self._scene.path
        if path and self._layout.squares:
            self._put("lit", path[0])
            self._put("lit", path[-1])
        elif path:
            self._put("halo", path[-1], "ground")

    def _way(self, way: Way) -> None:
        for start, end in pairwise(way):
            self._patches += self._sheet.laid("ribbon", self._layout, start, end)

    def _track(self, path: Way) -> None:
        for start, end in pairwise(path):
            self._patches += self._sheet.laid("track", self._layout, start, end)
        for point in path[1:-1]:
            self._put("landing", point, "ground")
        if path:
            self._put("left", path[0], "ground")


class _Strips:
    """The patches of the band over the board and of the caption under it."""

    def __init__(self, scene: Scene, made: Sheet) -> None:
        self._scene = scene
        self._sheet = made
        self._px = made.frame.px
        self._patches: list[Patch] = []

    def patches(self) -> list[Patch]:
        """All of them."""
        self._band()
        self._caption()
        return self._patches

    def _band(self) -> None:
        """The callout, or the result."""
        call = self._scene.call
        if call is None:
            return
        self._patches.append(patch(call, self._sheet.bands[call], 0, 0))
        if call in (Call.WON, Call.DRAWN):
            result = self._scene.caption.result
            line = Line(result, 0.42, 5, BAND / 2, _RESULT, 0.5, "edge", "call_gold", weight=0.02)
            self._patches.append(self._sheet.written(line))

    def _caption(self) -> None:
        """Whose turn it is or who won, and how many men are lost."""
        caption, y = self._scene.caption, (STRIP + FOOT) / 2
        left, right = 0.6, 9.7
        for figure, count in reversed(caption.lost):
            right -= self._write(Line(str(count), 0.36, right, y, anchor=1)) + 0.32
            self._show(f"lost:{figure}", right, y)
            right -= 0.45
        for figure in caption.figures:
            self._show(f"badge:{figure}", left, y)
            left += 0.75
        left -= 0.2
        room = right - left
        both = caption.line and caption.detail  # a single one stands in the middle
        self._write(Line(caption.line, 0.34, left, y - 0.135 if both else y, room))
        self._write(Line(caption.detail, 0.23, left, y + 0.2 if both else y, room, ink="dim"))

    def _show(self, name: str, x: float, y: float) -> None:
        """Place a sprite in the strip."""
        self._patches.append(self._sheet.placed(name, "strip", self._px(x), self._px(y)))

    def _write(self, line: Line) -> float:
        """Write a line in the strip; its length."""
        made = self._sheet.written(line)
        self._patches.append(made)
        return (made.box.right - made.box.left) / self._sheet.frame.unit
