"""A tournament's standings as a picture: one or more tables of place, name, games, points. Pure.

Invariant: plain values in, a PNG out; the same tables, theme and width always give the same bytes.
Knows neither games nor words. Names are cut between letters to fit. A name that no font can draw
becomes the username; if that is unknown, the place, as the message lists it.

>>> birch = Line("1", "Birch", ("2-1-0", "6", "2\N{VULGAR FRACTION ONE HALF}"))
>>> table = Table((birch,), ("W-D-L", "SB", "P"), "Group A")
>>> paint(Points((table,), "Spring cup"), "wood")[1:4]
b'PNG'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from render.canvas import Canvas
from render.paint import WIDTH
from render.shapes import Poly, rhomb
from render.sprites.pieces import spell_first

# All lengths are in units, a tenth of the picture's width.
_HEAD, _TITLE, _ROW, _FOOT = 0.84, 0.7, 0.62, 0.2
_LEFT, _RIGHT = 0.42, 9.6
_PLACE, _NAME, _NAMED = 1.0, 1.2, 4.1  # end of the place, start of the name; the name's room
_COLUMNS = (6.9, 8.3, 9.6)  # ends of the other columns
_TEXT, _SMALLER, _HEADS = 0.4, 0.34, 0.28  # the second for long names
_THIN = 0.028
_READER = (Poly("ink", rhomb(0.12)),)
_LARGEST = 0.14  # that mark's radius
_REMEMBERED = 32  # pictures, some 50 kB each


@dataclass(frozen=True, slots=True)
class Line:
    """One player, with the other columns' cells; points come last."""

    place: str
    name: str  # as the player writes it; empty if unknown
    cells: tuple[str, str, str]
    is_reader: bool = False
    is_out: bool = False  # no longer playing: dimmed
    username: str = ""  # used if no font can draw the name


@dataclass(frozen=True, slots=True)
class Table:
    """The table of one group, or of everyone."""

    lines: tuple[Line, ...]
    heads: tuple[str, str, str]  # above the other columns
    title: str = ""
    through: int = 0  # the first `through` players advance: a line is drawn below them


@dataclass(frozen=True, slots=True)
class Points:
    """Tables to draw, with their headings."""

    tables: tuple[Table, ...]
    top: str = ""
    right: str = ""  # at the right of `top`


def paint(points: Points, theme: str = "", width: int = WIDTH) -> bytes:
    """Draw tables as a PNG; unknown themes mean the default. Recent pictures are cached."""
    return _paint(points, theme, width)


@lru_cache(maxsize=_REMEMBERED)
def _paint(points: Points, theme: str, width: int) -> bytes:
    rows = sum(len(table.lines) for table in points.tables)
    canvas = Canvas(theme, width, _HEAD + _TITLE * len(points.tables) + _ROW * rows + _FOOT)
    end = canvas.write(points.right, _SMALLER, "dim", (_RIGHT, _HEAD / 2), part=1, room=4)
    room = _RIGHT - _LEFT - end - 0.2
    canvas.write(canvas.shortened(points.top, _TEXT, room), _TEXT, "ink", (_LEFT, _HEAD / 2))
    y = _HEAD
    for table in points.tables:
        y = _draw_table(canvas, table, y)
    return canvas.png()


def _draw_table(canvas: Canvas, table: Table, y: float) -> float:
    """Draw a table from this height down; return the height of its end."""
    canvas.write(table.title, _SMALLER, "ink", (_LEFT, y + _TITLE / 2), room=_NAMED, bold=True)
    for head, right in zip(table.heads, _COLUMNS, strict=True):
        canvas.write(head, _HEADS, "dim", (right, y + _TITLE / 2 + 0.04), part=1)
    y += _TITLE
    for number, line in enumerate(table.lines):
        goes_on = number == table.through > 0
        canvas.box("ink" if goes_on else "stitch", _LEFT, _RIGHT, y, _THIN * (1 + goes_on))
        _draw_line(canvas, line, y + _ROW / 2)
        y += _ROW
    return y


def _draw_line(canvas: Canvas, line: Line, y: float) -> None:
    ink = "dim" if line.is_out else "ink"
    if line.is_reader:
        canvas.put(_READER, (_LEFT - 0.1, y), _LARGEST)
    name = spell_first(line.name, line.username)
    if name:
        canvas.write(line.place, _TEXT, "dim", (_PLACE, y), part=1)
        canvas.write_name(name, (_TEXT, _SMALLER), ink, (_NAME, y), _NAMED)
    else:
        canvas.write(f"{line.place}.", _TEXT, ink, (_NAME, y))
    for column, (cell, right) in enumerate(zip(line.cells, _COLUMNS, strict=True)):
        last = column == len(_COLUMNS) - 1
        canvas.write(
            cell, _TEXT if last else _SMALLER, ink, (right, y), part=1, bold=last, room=1.7
        )
