"""All sprites of one theme and size, each drawn when first needed; threads share them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from render.art import band, marks
from render.art.band import Banner
from render.art.catalogue import sprites
from render.art.letters import carve_word
from render.frame import ACROSS, BAND, middle, stretches
from render.scene import Call
from render.shapes import move_shapes
from render.sprites.lettering import write_text
from render.sprites.raster import Raster, map_values, patch_at, threshold_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from PIL import Image

    from games.core import Point
    from render.frame import Frame
    from render.layout import Layout
    from render.shapes import Shapes, Spot
    from render.sprites.raster import Patch, Sprite
    from render.theme import Theme

_PLACED, _LAID, _WRITTEN = 1024, 128, 64  # patches that a sheet remembers
_SHEETS = 15  # every theme at one width on boards of three sizes; 5 MB each at most
_ROOM = 1.12  # squares that a sprite can cover
_STEPS: tuple[Spot, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_TRACKS: tuple[Spot, ...] = tuple(
    dict.fromkeys((x * across, y) for across in (1, ACROSS) for x, y in _STEPS)
)
_JOINED = 128
_WORD = 0.47  # a banner's letters


# A band's ground, its carved letters, and its rhombs from the outside in.
_BANNERS = {
    Call.RAICHI: Banner("call", "call_line", ("call_gold", "call", "call_line")),
    Call.TUICHI: Banner("call", "call_line", ("call_gold", "call", "call_line")),
    Call.WON: Banner("call_gold", "edge", ("call", "call_gold", "edge")),
    Call.LOST: Banner("edge", "call_line", ("call", "edge", "call_line")),
    Call.DRAWN: Banner("band", "band_line", ("band_one", "band", "band_two")),
    Call.NO_RESULT: Banner("band", "band_line", ("band_one", "band", "band_two")),
}
_CALLED = {Call.RAICHI: "RAICHI!", Call.TUICHI: "TUICHI!"}  # in every language
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Line(NamedTuple):
    """A line of text above or below the board; lengths are in units."""

    text: str
    size: float
    x: float
    y: float  # of its middle
    room: float = 10
    anchor: float = 0  # 0: starts at x, 0.5: is centred on x, 1: ends at x
    ink: str = "ink"
    ground: str = "strip"


class _Lazy(dict[_Key, _Value]):
    """A dictionary that draws each value on first use."""

    def __init__(self, draw: Callable[[_Key], _Value]) -> None:
        super().__init__()
        self._draw = draw

    def __missing__(self, key: _Key) -> _Value:
        return self.setdefault(key, self._draw(key))  # one for all, if two threads draw at once

    def draw(self, keys: Iterable[_Key]) -> None:
        """Draw these in advance."""
        for key in keys:
            self[key]  # pyright: ignore[reportUnusedExpression]  asking draws


class SpriteSheet:
    """Sprites by name and ground, ribbons and tracks by direction, bands by callout.

    Their patches by place: `sprite_patch`, `stretch_patches` and `text_patch`.
    """

    def __init__(self, theme: Theme, frame: Frame) -> None:
        self.frame = frame
        self.raster = Raster(theme)
        self.sprites = _Lazy[tuple[str, str], "Sprite"](lambda key: self._draw_sprite(*key))
        self.ribbons = _Lazy["Spot", "Sprite"](lambda by: self.draw_stretch(marks.ribbon(by), by))
        self.tracks = _Lazy["Spot", "Sprite"](lambda by: self.draw_stretch(marks.track(by), by))
        self.bands = _Lazy["tuple[Call | None, str]", "Image.Image"](
            lambda key: self._draw_band(*key)
        )
        self.sprite_patch = lru_cache(_PLACED)(self._sprite_patch)
        self.stretch_patches = lru_cache(_LAID)(self._stretch_patches)
        self.text_patch = lru_cache(_WRITTEN)(self._text_patch)

    def draw(self) -> None:
        """Draw all sprites in advance."""
        self.sprites.draw(_sprite_shapes())
        self.ribbons.draw(_STEPS)
        self.tracks.draw(_TRACKS)
        self.bands.draw((call, "") for call in (None, *_CALLED))

    def _draw_sprite(self, name: str, ground: str) -> Sprite:
        """Draw shapes around the middle of a square, or of a unit if the ground is the strip."""
        shapes = _sprite_shapes()[name, ground]
        scale = self.frame.unit if ground == "strip" else self.frame.square
        room = _even(_ROOM * scale)
        return self.raster.draw_sprite(shapes, (room, room), scale, ground)

    def draw_stretch(self, shapes: Shapes, step: Spot) -> Sprite:
        """Draw shapes that lead from one middle to another, placed by the spot half-way."""
        square = self.frame.square
        size = (_even((abs(step[0]) + 0.5) * square), _even((abs(step[1]) + 0.5) * square))
        shapes = move_shapes(shapes, (-step[0] / 2, -step[1] / 2))
        # Faint pixels are dropped: they would show where two stretches meet.
        return self.raster.draw_sprite(shapes, size, square, "ground", _JOINED)

    def _sprite_patch(self, name: str, ground: str, x: int, y: int) -> Patch:
        """The sprite of this name, centred here."""
        key = name, ground
        return self.sprites[key].at(key, x, y)

    def _stretch_patches(
        self, name: str, layout: Layout, start: Point, end: Point
    ) -> Sequence[Patch]:
        """A row of ribbon or track stretches from one point to another."""
        step, count = stretches(layout, start, end)
        sprite = (self.ribbons if name == "ribbon" else self.tracks)[step]
        x, y = middle(layout, start)
        spots = [(x + step[0] * (k + 0.5), y + step[1] * (k + 0.5)) for k in range(count)]
        return tuple(sprite.at((name, step), *self.frame.spot(*spot)) for spot in spots)

    def _text_patch(self, line: Line) -> Patch:
        """A line of text, shrunk to fit its room."""
        size, room = self.frame.px(line.size), self.frame.px(line.room)
        coverage = write_text(line.text, size)
        if coverage.width > room:
            coverage = write_text(line.text, int(size * room / coverage.width))
        left = self.frame.px(line.x) - int(coverage.width * line.anchor)
        top = self.frame.px(line.y) - coverage.height // 2
        image = self.raster.colour_text(coverage, line.ink, line.ground)
        mask = map_values(coverage, threshold_table(1))
        return patch_at((line.text, line.ink), image, left, top, mask)

    def _draw_band(self, call: Call | None, carved: str) -> Image.Image:
        """The woven band, or the banner of a callout or an end with its carved word."""
        if call is None:
            shapes = move_shapes(band.woven(), (-5, -BAND / 2))
        else:
            banner = _BANNERS[call]
            word = carve_word(_CALLED.get(call, carved), banner.letters, _WORD)
            shapes = move_shapes(band.banner(banner, word.width), (-5, -BAND / 2)) + word.shapes
        size = (self.frame.width, self.frame.px(BAND))
        return self.raster.draw_picture(shapes, size, self.frame.unit, "band")


@cache
def _sprite_shapes() -> Mapping[tuple[str, str], Shapes]:
    """The shapes of every sprite, by name and ground."""
    return {(name, ground): shapes for name, ground, shapes in sprites()}


def _even(length: float) -> int:
    """The nearest even number of pixels, so that there is a middle."""
    return 2 * round(length / 2)


@lru_cache(maxsize=_SHEETS)
def sprite_sheet(theme: Theme, frame: Frame) -> SpriteSheet:
    """The sprites of a theme at a size."""
    return SpriteSheet(theme, frame)
