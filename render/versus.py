"""Two teams as a picture, board by board: a name at each side, the points between. Pure.

Law: plain values in, a PNG out; the same boards, theme and width always give the same bytes. Knows
neither games nor words. A name is written as far as there is room, to the end of a letter; where no
font can write all of it, the username is, and where none is known, the number of its board stands
for it, as the message lists it; for that of a team its own number.

>>> board = Board("1", "Birch", "Deer", "2", "0", is_over=True)
>>> paint(Versus((board,), ("Red", "Blue"), ("2", "0")), "wood")[1:4]
b'PNG'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from render.canvas import Canvas
from render.paint import WIDTH
from render.sprites.pieces import spell, spell_first

# All lengths are in units, a tenth of the picture's width.
_HEAD, _ROW, _FOOT = 1.2, 0.78, 0.2
_LEFT, _RIGHT = 0.42, 9.58
_MIDDLE = 5.0
_GAP = 0.22  # from the middle to the points at each side
_NAME, _NAMED = 1.0, 3.0  # where a name begins, from the edge; its room
_TEAM, _TEAM_ROOM = 0.46, 3.1
_SCORE, _TEXT, _SMALLER = 0.56, 0.4, 0.34  # the last for long names
_THIN = 0.028
_DASH = "\N{EN DASH}"
_REMEMBERED = 32  # pictures, of some 50 kB


@dataclass(frozen=True, slots=True)
class Board:
    """Two who meet, and the points of each so far."""

    number: str
    red: str  # as they write it themselves; empty where it is not known
    blue: str
    red_points: str
    blue_points: str
    is_over: bool = False  # else it is written fainter
    usernames: tuple[str, str] = ("", "")  # their accounts', for names that no font can write


@dataclass(frozen=True, slots=True)
class Versus:
    """What to draw."""

    boards: tuple[Board, ...]
    teams: tuple[str, str]
    score: tuple[str, str]
    numbered: tuple[str, str] = ("1", "2")  # for a team's name that no font can write


def paint(versus: Versus, theme: str = "", width: int = WIDTH) -> bytes:
    """The picture as a PNG; for an unknown theme, in the default one. The last ones are kept."""
    return _paint(versus, theme, width)


@lru_cache(maxsize=_REMEMBERED)
def _paint(versus: Versus, theme: str, width: int) -> bytes:
    canvas = Canvas(theme, width, _HEAD + _ROW * len(versus.boards) + _FOOT)
    y = _HEAD / 2
    _write_points(canvas, versus.score, _SCORE, "ink", y)
    teams = zip(versus.teams, versus.numbered, strict=True)
    for (team, number), (at, part) in zip(teams, ((_LEFT, 0), (_RIGHT, 1)), strict=True):
        name = canvas.shortened(spell(team) or number, _TEAM, _TEAM_ROOM)
        canvas.write(name, _TEAM, "ink", (at, y), part=part, bold=True)
    for number, board in enumerate(versus.boards):
        top = _HEAD + _ROW * number
        canvas.box("stitch", _LEFT, _RIGHT, top, _THIN)
        _draw_board(canvas, board, top + _ROW / 2)
    return canvas.png()


def _draw_board(canvas: Canvas, board: Board, y: float) -> None:
    ink = "ink" if board.is_over else "dim"
    canvas.write(board.number, _SMALLER, "dim", (_LEFT, y))
    red, blue = map(spell_first, (board.red, board.blue), board.usernames)
    _write_name(canvas, red or f"{board.number}.", (_NAME, y), 0)
    _write_name(canvas, blue or f"{board.number}.", (_RIGHT, y), 1)
    _write_points(canvas, (board.red_points, board.blue_points), _TEXT, ink, y)


def _write_name(canvas: Canvas, name: str, at: tuple[float, float], part: float) -> None:
    size = _TEXT if canvas.shortened(name, _TEXT, _NAMED) == name else _SMALLER
    canvas.write(canvas.shortened(name, size, _NAMED), size, "ink", at, part=part)


def _write_points(canvas: Canvas, points: tuple[str, str], size: float, ink: str, y: float) -> None:
    """The points of both sides, with a dash in the very middle."""
    canvas.write(_DASH, size, ink, (_MIDDLE, y), part=0.5)
    canvas.write(points[0], size, ink, (_MIDDLE - _GAP - size / 8, y), part=1, bold=True)
    canvas.write(points[1], size, ink, (_MIDDLE + _GAP + size / 8, y), bold=True)
