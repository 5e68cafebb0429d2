"""Paint a scene as a PNG. Pure but for its caches, which threads may share.

Law: the same scene, theme and width always give the same bytes.
Memory: the caches (sheets of sprites, empty boards, texts) take 72 MB at the very most.
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
from render.sprites.sheet import sheet
from render.theme import flat
from render.themes import DEFAULT, THEMES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PIL import Image

    from games.core import Point
    from render.scene import Scene, Way
    from render.sprites.raster import Patch, Sprite
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
    laid, frame = patches(scene, look, width), Frame(width, scene.layout.side)
    empty = ground(look, width, scene.layout)
    board = hash((look, width, scene.layout))
    bands = [_band(board, empty, laid, Box(0, top, width, end)) for top, end in frame.bands]
    return png.assembled(bands, width, flat(look))


def _band(board: int, empty: Image.Image, laid: Iterable[Patch], box: Box) -> png.Band:
    """A band of the picture; painted if it is not known. `board`: what the empty one shows."""
    within = [each for each in laid if each.box.top < box.bottom and box.top < each.box.bottom]
    parts = (board, box.top, *((each.key, each.box) for each in within))
    wide = box._replace(left=-png.MARGIN)
    return png.cache.band(parts, lambda: png.band(painted(empty, within, wide)))


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
    frame = Frame(width, scene.layout.side)
    made = sheet(theme, frame)
    return [*_Board(scene, made).patches(), *_Strips(scene, made).patches()]


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
        for point, figure in self._scene.men:
            self._put(f"man:{figure}", point)
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
        wedge = self._sheet.sprites[name, "ground"]
        self._lay(name, wedge, (x + dx / 2, y + dy / 2))

    def _put(self, name: str, point: Point, on: str = "") -> None:
        key = name, on or self._on.get(point, "ground")
        self._patches.append(self._sheet.sprites[key].at(key, *self._spots[point]))

    def _lay(self, key: object, sprite: Sprite, spot: tuple[float, float]) -> None:
        self._patches.append(sprite.at(key, *self._sheet.frame.spot(*spot)))

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
            step, count = stretches(self._layout, start, end)
            self._run("ribbon", self._sheet.ribbons[step], middle(self._layout, start), step, count)

    def _track(self, path: Way) -> None:
        for start, end in pairwise(path):
            step, count = stretches(self._layout, start, end)
            self._run("track", self._sheet.tracks[step], middle(self._layout, start), step, count)
        for point in path[1:-1]:
            self._put("landing", point, "ground")
        if path:
            self._put("left", path[0], "ground")

    def _run(
        self,
        name: str,
        sprite: Sprite,
        start: tuple[float, float],
        step: tuple[float, float],
        count: int,
    ) -> None:
        """Lay the same stretch so many times in a row."""
        for k in range(count):
            spot = (start[0] + step[0] * (k + 0.5), start[1] + step[1] * (k + 0.5))
            self._lay((name, step), sprite, spot)


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
            line = self._line(self._scene.caption.result, 0.42, _RESULT, weight=0.02)
            left, top = (
                self._px(5) - line.width // 2,
                self._px(BAND / 2) - line.height // 2,
            )
            image = self._sheet.raster.inked(line, "edge", "call_gold")
            self._patches.append(patch(self._scene.caption.result, image, left, top))

    def _caption(self) -> None:
        """Whose turn it is or who won, and how many men are lost."""
        caption, y = self._scene.caption, (STRIP + FOOT) / 2
        left, right = 0.6, 9.7
        for figure, count in reversed(caption.lost):
            right -= self._write(str(count), 0.36, "ink", (right, y), before=True) + 0.32
            self._show(f"lost:{figure}", right, y)
            right -= 0.45
        for figure in caption.figures:
            self._show(f"badge:{figure}", left, y)
            left += 0.75
        left -= 0.2
        room = right - left
        both = caption.line and caption.detail  # a single one stands in the middle
        self._write(caption.line, 0.34, "ink", (left, y - 0.135 if both else y), room)
        self._write(caption.detail, 0.23, "dim", (left, y + 0.2 if both else y), room)

    def _show(self, name: str, x: float, y: float) -> None:
        """Place a sprite in the strip."""
        sprite = self._sheet.sprites[name, "strip"]
        self._patches.append(sprite.at((name, "strip"), self._px(x), self._px(y)))

    def _write(  # noqa: PLR0913  a text has a size, a colour, a place and its room
        self,
        text: str,
        size: float,
        ink: str,
        spot: tuple[float, float],
        room: float = 10,
        *,
        before: bool = False,
    ) -> float:
        """Write a line in the strip, from a spot on or ending `before` it; its length."""
        line = self._line(text, size, room)
        left = self._px(spot[0]) - (line.width if before else 0)
        image = self._sheet.raster.inked(line, ink, "strip")
        top = self._px(spot[1]) - line.height // 2
        self._patches.append(patch((text, ink), image, left, top))
        return line.width / self._sheet.frame.unit

    def _line(self, text: str, size: float, room: float, weight: float = 0) -> Image.Image:
        """A text of that size, or smaller if it would not fit."""
        line = written(text, self._px(size), weight)
        if line.width > self._px(room):
            line = written(text, int(self._px(size) * self._px(room) / line.width), weight)
        return line
