"""Two teams as a picture, board by board: a name at each side, the points between. Pure.

Invariant: plain values in, a PNG out; the same boards, theme and width always give the same bytes.
Knows neither games nor words. Names are cut between letters to fit. A name that no font can draw
becomes the username; if that is unknown, the board's number, as the message lists it. A team's name
becomes the team's number.

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
_NAME, _NAMED = 1.0, 3.0  # start of a name, from the edge; its room
_TEAM, _TEAM_ROOM = 0.46, 3.1
_SCORE, _TEXT, _SMALLER = 0.56, 0.4, 0.34  # the last for long names
_THIN = 0.028
_DASH = "\N{EN DASH}"
_REMEMBERED = 32  # pictures, some 50 kB each


@dataclass(frozen=True, slots=True)
class Board:
    """Two opponents, and their points so far."""

    number: str
    red: str  # as the player writes it; empty if unknown
    blue: str
    red_points: str
    blue_points: str
    is_over: bool = False  # else dimmed
    usernames: tuple[str, str] = ("", "")  # used for names that no font can draw


@dataclass(frozen=True, slots=True)
class Versus:
    """A team match to draw."""

    boards: tuple[Board, ...]
    teams: tuple[str, str]
    score: tuple[str, str]
    numbered: tuple[str, str] = ("1", "2")  # used for team names that no font can draw


def paint(versus: Versus, theme: str = "", width: int = WIDTH) -> bytes:
    """Draw a team match as a PNG; unknown themes mean the default. Recent pictures are cached."""
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
    canvas.write_name(name, (_TEXT, _SMALLER), "ink", at, _NAMED, part=part)


def _write_points(canvas: Canvas, points: tuple[str, str], size: float, ink: str, y: float) -> None:
    """Write the points of both sides, with a dash exactly in the middle."""
    canvas.write(_DASH, size, ink, (_MIDDLE, y), part=0.5)
    canvas.write(points[0], size, ink, (_MIDDLE - _GAP - size / 8, y), part=1, bold=True)
    canvas.write(points[1], size, ink, (_MIDDLE + _GAP + size / 8, y), bold=True)
