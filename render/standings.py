"""A table of players as a picture: place, name, rating with how sure it is, form. Pure.

Law: plain values in, a PNG out; the same lines, theme and width always give the same bytes. Knows
neither games nor words: its texts come as they are to be written, in the Latin alphabet.

>>> birch = Line("1", "Birch", "1640", at=0.6, low=0.45, high=0.75, form="wld", own=True)
>>> paint(Standings((birch,), top=("Tablut", "autumn")), "wood")[1:4]
b'PNG'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image

from render.frame import WIDTHS
from render.paint import WIDTH, theme_called
from render.png import png
from render.shapes import Disc, Poly, Stroke, rhomb
from render.sprites.lettering import written
from render.sprites.raster import Raster, mapped, threshold
from render.theme import flat

if TYPE_CHECKING:
    from render.shapes import Shapes, Spot
    from render.theme import Theme

# All lengths are in units, a tenth of the picture's width.
_ROW, _HEAD, _FOOT = 0.66, 0.8, 0.18
_LEFT, _RIGHT = 0.5, 9.72
_PLACE, _NAME, _NAMED = 1.05, 1.25, 2.95  # where a place ends, a name begins; its room
_FROM, _TO = 4.45, 6.75  # the scale of ratings
_RATING = 8.0  # where a number ends
_FORM, _STEP, _RESULTS = 8.36, 0.3, 5  # the oldest result, the next, how many there are
_TEXT, _BOLD = 0.4, 0.02
_THIN, _SURE = 0.028, 0.1  # the width of a line, and of how sure a rating is
_DOT, _OWN, _LARGEST = 0.13, 0.13, 0.16  # the radius of a mark
_FULL, _EMPTY = Disc("ink", (0, 0), 0.115), Disc("strip", (0, 0), 0.087)
_RESULT = {  # a full disc, an empty one, one with a bar
    "w": (_FULL,),
    "l": (_FULL, _EMPTY),
    "d": (_FULL, _EMPTY, Stroke("ink", ((-0.058, 0), (0.058, 0)), 0.06)),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One player. Heights of ratings are parts of the scale, 0 to 1."""

    place: str
    name: str  # empty where it is not known
    rating: str
    at: float
    low: float  # the rating is surely not below this
    high: float
    form: str = ""  # w, d or l for each of the last results, the newest last
    own: bool = False  # the reader's


@dataclass(frozen=True, slots=True)
class Standings:
    """What to draw."""

    lines: tuple[Line, ...]
    top: tuple[str, str] = ("", "")  # above, at the left and at the right


def paint(standings: Standings, theme: str = "", width: int = WIDTH) -> bytes:
    """The picture as a PNG; for an unknown theme, in the default one."""
    if width not in WIDTHS:
        raise ValueError(f"pictures are {WIDTHS} wide, not {width}")
    look = theme_called(theme)
    picture = _Drawing(standings, _raster(look), width // 10).picture()
    return png(picture.tobytes(), width, flat(look))


@lru_cache(maxsize=8)
def _raster(theme: Theme) -> Raster:
    return Raster(theme)


class _Drawing:
    """One picture while it is drawn."""

    def __init__(self, standings: Standings, raster: Raster, unit: int) -> None:
        self._standings = standings
        self._raster = raster
        self._unit = unit

    def picture(self) -> Image.Image:
        """Indexes into the theme's palette."""
        high = _HEAD + _ROW * len(self._standings.lines) + _FOOT
        size = 10 * self._unit, self._px(high)
        picture = Image.new("L", size, self._raster.index("strip"))
        for row, line in enumerate(self._standings.lines):
            self._line(picture, line, _HEAD + _ROW * (row + 0.5))
        self._texts(picture)
        return picture

    def _px(self, units: float) -> int:
        return round(units * self._unit)

    def _line(self, picture: Image.Image, line: Line, y: float) -> None:
        """What is drawn of a player, about a height."""
        self._bar(picture, _LEFT, _RIGHT, y - _ROW / 2, _THIN)
        if line.own:
            self._put(picture, (Poly("ink", rhomb(_OWN)),), _LEFT - 0.12, y)
        low, at, high = (
            _FROM + (_TO - _FROM) * min(1.0, max(0.0, part))
            for part in (line.low, line.at, line.high)
        )
        self._bar(picture, low, high, y, _SURE)
        self._put(picture, (Disc("ink", (0, 0), _DOT),), at, y)
        first = _FORM + _STEP * (_RESULTS - len(line.form))
        for number, result in enumerate(line.form):
            self._put(picture, _RESULT[result], first + _STEP * number, y)

    def _bar(self, picture: Image.Image, left: float, right: float, y: float, wide: float) -> None:
        high = max(2, self._px(wide))
        top = self._px(y) - high // 2
        box = self._px(left), top, self._px(right), top + high
        picture.paste(self._raster.index("stitch"), box)

    def _put(self, picture: Image.Image, shapes: Shapes, x: float, y: float) -> None:
        side = 2 * self._px(_LARGEST)
        sprite = self._raster.sprite(shapes, (side, side), self._unit, "strip")
        sprite.put(picture, self._px(x), self._px(y))

    def _texts(self, picture: Image.Image) -> None:
        first, last = self._standings.top
        end = self._write(picture, last, (_RIGHT, _HEAD / 2), "dim", part=1)
        self._write(picture, first, (_LEFT, _HEAD / 2), "ink", room=_RIGHT - _LEFT - end - 0.2)
        for row, line in enumerate(self._standings.lines):
            y = _HEAD + _ROW * (row + 0.5)
            self._write(picture, line.place, (_PLACE, y), "dim", part=1)
            self._write(picture, line.name, (_NAME, y), "ink", room=_NAMED)
            self._write(picture, line.rating, (_RATING, y), "ink", part=1, weight=_BOLD)

    def _write(  # noqa: PLR0913  a text has a place, a colour and a weight
        self,
        picture: Image.Image,
        text: str,
        at: Spot,
        ink: str,
        *,
        room: float = 10,
        part: float = 0,
        weight: float = 0,
    ) -> float:
        """A text about a height, with that `part` of it before the place; smaller if it must be.

        Its width.
        """
        if not text:
            return 0
        line = written(text, self._px(_TEXT), weight)
        if line.width > self._px(room):
            line = written(text, int(self._px(_TEXT) * self._px(room) / line.width), weight)
        left, top = self._px(at[0]) - round(line.width * part), self._px(at[1]) - line.height // 2
        inked = self._raster.inked(line, ink, "strip")
        picture.paste(inked, (left, top), mapped(line, threshold(1)))
        return line.width / self._unit
