"""All sprites of one theme at one size. Drawn once, then only read: threads may share them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from render.art import band, marks
from render.art.catalogue import sprites
from render.art.letters import carved
from render.frame import ACROSS, BAND
from render.scene import Call
from render.shapes import moved, scaled
from render.sprites.raster import Raster

if TYPE_CHECKING:
    from PIL import Image

    from render.frame import Frame
    from render.shapes import Shapes, Spot
    from render.sprites.raster import Sprite
    from render.theme import Theme

_SHEETS = 8  # 2.1 MB each for a board of 9 squares: several boards, themes, and films
_ROOM = 1.12  # squares; what a sprite may cover
_STEPS: tuple[Spot, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_TRACKS: tuple[Spot, ...] = tuple(
    dict.fromkeys((x * across, y) for across in (1, ACROSS) for x, y in _STEPS)
)
_JOINED = 128
_WORD = 0.47  # a banner's letters


class Sheet:
    """Sprites by name and ground, ribbons and tracks by direction, bands by callout."""

    def __init__(self, theme: Theme, frame: Frame) -> None:
        self.frame = frame
        self.raster = Raster(theme)
        self.sprites = {(name, ground): self._sprite(s, ground) for name, ground, s in sprites()}
        self.ribbons = {step: self.stretch(marks.ribbon(step), step) for step in _STEPS}
        self.tracks = {step: self.stretch(marks.track(step), step) for step in _TRACKS}
        self.bands = {
            None: self._band(band.woven()),
            Call.RAICHI: self._band(band.banner(), "RAICHI!"),
            Call.TUICHI: self._band(band.banner(), "TUICHI!"),
            Call.WON: self._band(band.gilded()),
            Call.DRAWN: self._band(band.gilded()),
        }

    def _sprite(self, shapes: Shapes, ground: str) -> Sprite:
        """Shapes about the middle of a square; in the strip, of a unit."""
        scale = self.frame.unit if ground == "strip" else self.frame.square
        room = _even(_ROOM * scale)
        return self.raster.sprite(shapes, (room, room), scale, ground)

    def stretch(self, shapes: Shapes, step: Spot) -> Sprite:
        """Shapes that lead from one middle to another, placed by the spot half-way."""
        square = self.frame.square
        size = (_even((abs(step[0]) + 0.5) * square), _even((abs(step[1]) + 0.5) * square))
        shapes = moved(shapes, (-step[0] / 2, -step[1] / 2))
        # Faint pixels are left out: they would show where two stretches meet.
        return self.raster.sprite(shapes, size, square, "ground", _JOINED)

    def _band(self, shapes: Shapes, word: str = "") -> Image.Image:
        size = (self.frame.width, self.frame.px(BAND))
        shapes = moved(shapes, (-5, -BAND / 2))
        if word:
            shapes += scaled(carved(word, "call_line"), _WORD)
        return self.raster.picture(shapes, size, self.frame.unit, "band")


def _even(length: float) -> int:
    """A length in whole pixels that has a middle."""
    return 2 * round(length / 2)


@lru_cache(maxsize=_SHEETS)
def sheet(theme: Theme, frame: Frame) -> Sheet:
    """The sprites of a theme at a size; two threads may make the same ones at once."""
    return Sheet(theme, frame)
