"""A canvas in a theme, for shapes and texts: curves and tables of players.

Invariant: all lengths are in units, a tenth of the picture's width, and all places are measured
from its top left corner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image

from render.frame import WIDTHS
from render.paint import theme_called
from render.png import MARGIN, compress_band, encode_png
from render.sprites.lettering import fit, shorten, write_text
from render.sprites.raster import Raster, map_values, threshold_table
from render.theme import palette_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from render.png import Band
    from render.shapes import Shapes, Spot
    from render.sprites.raster import Sprite
    from render.theme import Theme

GROUND = "strip"  # an empty canvas's colour
_SPRITES_KEPT = 256  # small, a few hundred bytes each


class Canvas:
    """A picture being drawn; an unknown theme means the default theme."""

    def __init__(self, theme: str, width: int, high: float) -> None:
        if width not in WIDTHS:
            raise ValueError(f"pictures are {WIDTHS} wide, not {width}")
        self._theme = theme_called(theme)
        self._raster = _raster_of(self._theme)
        self._width, self._unit = width, width // 10
        self._image = Image.new("L", (width, self.px(high)), self._raster.ink_index(GROUND))

    def px(self, units: float) -> int:
        """The length in pixels."""
        return round(units * self._unit)

    def png(self) -> bytes:
        """The finished picture as a PNG."""
        return encode_png(self._image, palette_bytes(self._theme))

    def band_of_all(self) -> Band:
        """The finished picture as a band among those of a larger one."""
        width, height = self._image.size
        return compress_band(self._image.crop((-MARGIN, 0, width, height)))

    def box(self, ink: str, left: float, right: float, y: float, high: float) -> None:
        """Draw a bar, centred on this height."""
        pixels = self.px(high)
        top = self.px(y) - pixels // 2
        part = self.px(left), top, self.px(right), top + pixels
        self._image.paste(self._raster.ink_index(ink), part)

    def band(self, shapes: Shapes, y: float, high: float, over: float = 0) -> None:
        """Draw shapes across the whole width, in a band that starts at this height.

        Shapes can extend beyond the band by `over`.
        """
        size = self._width, self.px(high) + 2 * self.px(over)
        drawn = self._raster.draw_picture(shapes, size, self._unit, GROUND)
        self._image.paste(drawn, (0, self.px(y) - self.px(over)))

    def put(self, shapes: Shapes, at: Spot, largest: float) -> None:
        """Draw shapes around a place; none extends further than `largest`."""
        sprite = _draw_sprite(self._raster, shapes, 2 * self.px(largest), self._unit)
        sprite.put(self._image, self.px(at[0]), self.px(at[1]))

    def text_width(self, text: str, size: float) -> float:
        """The text's width."""
        return write_text(text, self.px(size)).width / self._unit

    def shortened(self, text: str, size: float, room: float) -> str:
        """The text, shortened with … to fit the room if necessary."""
        return shorten(text, self.px(size), self.px(room))

    def write(  # noqa: PLR0913  a text has a size, colours and a place
        self,
        text: str,
        size: float,
        ink: str,
        at: Spot,
        *,
        on: str = GROUND,
        room: float = 10,
        part: float = 0,
        bold: bool = False,
    ) -> float:
        """Write a text centred on this height, with `part` of its width before the place.

        Shrinks the text if the room is too narrow. Returns the text's width.
        """
        if not text:
            return 0
        line = write_text(text, self.px(size), bold=bold)
        if line.width > self.px(room):
            line = write_text(text, int(self.px(size) * self.px(room) / line.width), bold=bold)
        left, top = self.px(at[0]) - round(line.width * part), self.px(at[1]) - line.height // 2
        image = self._raster.colour_text(line, ink, on)
        self._image.paste(image, (left, top), map_values(line, threshold_table(1)))
        return line.width / self._unit

    def write_name(  # noqa: PLR0913  a text has sizes, a colour and a place
        self,
        name: str,
        sizes: Sequence[float],
        ink: str,
        at: Spot,
        room: float,
        *,
        part: float = 0,
        bold: bool = False,
    ) -> None:
        """Write a name at the largest of these sizes that fits the room, the largest first.

        At the smallest, it is shortened with … if necessary.
        """
        text, size = fit(name, [*map(self.px, sizes)], self.px(room))
        self.write(text, size / self._unit, ink, at, part=part, bold=bold)


@lru_cache(maxsize=8)
def _raster_of(theme: Theme) -> Raster:
    return Raster(theme)


@lru_cache(maxsize=_SPRITES_KEPT)
def _draw_sprite(raster: Raster, shapes: Shapes, side: int, unit: int) -> Sprite:
    return raster.draw_sprite(shapes, (side, side), unit, GROUND)
