"""A leaderboard as a picture: place, name, rating with its uncertainty, form. Pure.

Invariant: plain values in, a PNG out; the same lines, theme and width always give the same bytes.
Knows neither games nor words. Names are cut between letters to fit. A name that no font can draw
becomes the username; if that is unknown, the place: "3.".

>>> birch = Line("1", "Birch", "1640", at=0.6, low=0.45, high=0.75, form="WLD", is_reader=True)
>>> paint(Standings((birch,), top=("Tablut", "autumn")), "wood")[1:4]
b'PNG'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from render.canvas import Canvas
from render.paint import WIDTH
from render.shapes import Disc, Poly, rhomb
from render.sprites.pieces import spell_first

# All lengths are in units, a tenth of the picture's width.
_ROW, _HEAD, _FOOT = 0.66, 0.86, 0.18
_TOP, _SCALED = 0.3, 0.15  # the middle of the titles; of the scale, above the first line
_HALF = 4.9  # the room for the right title
_LEFT, _RIGHT = 0.5, 9.72
_PLACE, _NAME, _NAMED = 1.05, 1.25, 2.95  # end of the place, start of the name; the name's room
_FROM, _TO = 4.45, 6.75  # the scale of ratings
_RATING = 8.0  # the number's end
_FORM, _STEP, _RESULTS = 8.36, 0.3, 5  # the middle of the oldest result, the next, their number
_TEXT, _SMALLER, _SCALE = 0.4, 0.34, 0.26  # the second for long names
_THIN, _SURE = 0.028, 0.1  # the widths of a line and of the uncertainty bar
_LARGEST = 0.16  # a mark's largest radius
_RATED = (Disc("ink", (0, 0), 0.13),)
_READER = (Poly("ink", rhomb(0.13)),)
_REMEMBERED = 64  # pictures, some 40 kB each: most readers see the same page


@dataclass(frozen=True, slots=True)
class Line:
    """One player. Ratings are parts of the scale, 0 to 1."""

    place: str
    name: str  # as the player writes it; empty if unknown
    rating: str
    at: float
    low: float  # the lower end of the uncertainty
    high: float
    form: str = ""  # a letter for each recent result, newest last
    is_reader: bool = False
    username: str = ""  # used if no font can draw the name


@dataclass(frozen=True, slots=True)
class Standings:
    """A leaderboard to draw, with its titles and scale."""

    lines: tuple[Line, ...]
    top: tuple[str, str] = ("", "")  # above, left and right
    scale: tuple[str, str] = ("", "")  # the ratings at its ends


def paint(standings: Standings, theme: str = "", width: int = WIDTH) -> bytes:
    """Draw a leaderboard as a PNG; unknown themes mean the default. Recent pictures are cached."""
    return _paint(standings, theme, width)


@lru_cache(maxsize=_REMEMBERED)
def _paint(standings: Standings, theme: str, width: int) -> bytes:
    canvas = Canvas(theme, width, _HEAD + _ROW * len(standings.lines) + _FOOT)
    first, last = standings.top
    end = canvas.write(last, _TEXT, "dim", (_RIGHT, _TOP), part=1, room=_HALF)
    canvas.write(first, _TEXT, "ink", (_LEFT, _TOP), room=_RIGHT - _LEFT - end - 0.2)
    for text, at, part in zip(standings.scale, (_FROM, _TO), (0, 1), strict=True):
        canvas.write(text, _SCALE, "dim", (at, _HEAD - _SCALED), part=part)
    for row, line in enumerate(standings.lines):
        _draw_line(canvas, line, _HEAD + _ROW * (row + 0.5))
    return canvas.png()


def _draw_line(canvas: Canvas, line: Line, y: float) -> None:
    """Draw a player's line, centred on this height."""
    canvas.box("stitch", _LEFT, _RIGHT, y - _ROW / 2, _THIN)
    if line.is_reader:
        canvas.put(_READER, (_LEFT - 0.12, y), _LARGEST)
    low, at, high = (
        _FROM + (_TO - _FROM) * min(1.0, max(0.0, part)) for part in (line.low, line.at, line.high)
    )
    canvas.box("stitch", low, high, y, _SURE)
    canvas.put(_RATED, (at, y), _LARGEST)
    first = _FORM + _STEP * (_RESULTS - len(line.form))
    for number, result in enumerate(line.form):
        canvas.write(result, _SMALLER, "ink", (first + _STEP * number, y), part=0.5)
    _write_name(canvas, line, y)
    canvas.write(line.rating, _TEXT, "ink", (_RATING, y), part=1, bold=True)


def _write_name(canvas: Canvas, line: Line, y: float) -> None:
    """Write place and name; or only the place, as in the message's list."""
    name = spell_first(line.name, line.username)
    if not name:
        canvas.write(f"{line.place}.", _TEXT, "ink", (_NAME, y))
        return
    canvas.write(line.place, _TEXT, "dim", (_PLACE, y), part=1)
    canvas.write_name(name, (_TEXT, _SMALLER), "ink", (_NAME, y), _NAMED)
