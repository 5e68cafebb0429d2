"""A picture of any size in the bot's own art: shapes, carved words, texts, and boards as painted.

Invariant: a painted board is laid on as it is, never made larger or smaller.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image

from render.art.band import woven
from render.art.letters import carve_word
from render.frame import BAND
from render.shapes import move_shapes
from render.sprites.lettering import line_height, write_text
from render.sprites.raster import Raster
from render.themes import THEMES

if TYPE_CHECKING:
    from render.shapes import Shapes, Spot

_COLOURS = 64  # enough for smooth edges; a file is half as large as with all
_LEADING = 0.95  # from one line to the next, of a line's height


class Sheet:
    """One picture while it is drawn, in the usual theme."""

    def __init__(self, size: tuple[int, int], ground: str) -> None:
        self._theme = next(iter(THEMES.values()))
        self._raster = Raster(self._theme)
        self.image = Image.new("RGB", size, self._theme.colour(ground))

    def draw(self, shapes: Shapes, middle: Spot, size: tuple[int, int], unit: int) -> None:
        """Shapes about a place, their unit so many pixels long; what is beyond `size` is cut."""
        drawn = self._raster.draw_shapes(shapes, size, unit)
        left, top = round(middle[0] - size[0] / 2), round(middle[1] - size[1] / 2)
        self.image.paste(drawn, (left, top), drawn)

    def lay_band(self, left: int, top: int, unit: int) -> None:
        """The woven band, ten units long."""
        length, high = 10 * unit, round(BAND * unit)
        shapes = move_shapes(woven(), (-5, -BAND / 2))
        self.draw(shapes, (left + length / 2, top + high / 2), (length, high), unit)

    def carve(self, word: str, ink: str, middle: Spot, height: int) -> None:
        """A word in carved letters of that height, about a place."""
        carved = carve_word(word, ink, 1, len(word))
        size = round((carved.width + 1) * height), 2 * height
        self.draw(carved.shapes, middle, size, height)

    def lay(self, picture: bytes, at: tuple[int, int]) -> tuple[int, int]:
        """A painted picture by its top left; its size."""
        with Image.open(io.BytesIO(picture)) as painted:
            self.image.paste(painted.convert("RGB"), at)
            return painted.size

    def write(  # noqa: PLR0913  a text has a size, a colour and a place
        self, text: str, size: int, ink: str, at: tuple[int, int], room: int, *, bold: bool = False
    ) -> int:
        """A text from a top left, in as many lines as the room asks for; where it ends."""
        x, y = at
        for line in wrapped(text, size, room, bold=bold):
            coverage = write_text(line, size, bold=bold)
            self.image.paste(self._theme.colour(ink), (x, y), coverage)
            y += height_of(1, size)
        return y

    def png(self) -> bytes:
        """The picture as a small file."""
        plain = self.image.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        file = io.BytesIO()
        plain.save(file, "PNG", optimize=True)
        return file.getvalue()


def size_of(picture: bytes) -> tuple[int, int]:
    """How wide and how high a painted picture is."""
    with Image.open(io.BytesIO(picture)) as painted:
        return painted.size


def height_of(lines: int, size: int) -> int:
    """How high so many lines of a text are."""
    return lines * round(line_height(size) * _LEADING)


def wrapped(text: str, size: int, room: int, *, bold: bool = False) -> list[str]:
    """The text in lines that fit the room; a word that alone is too long has a line."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and write_text(longer, size, bold=bold).width > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
