"""A knock-out's bracket as a picture: its last rounds, or a part of the first rounds. Pure.

Invariant: plain values in, a PNG out; the same bracket, theme and width always give the same bytes.
Knows neither games nor words. As in standings, names that can't be drawn become usernames or
numbers.

>>> one, other = Place("Birch", "2", won=True), Place("Reindeer", "0")
>>> paint(Bracket(((Tie(one, other),),), ("Final",)), "wood")[1:4]
b'PNG'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from render.canvas import Canvas
from render.paint import WIDTH
from render.sprites.pieces import spell_first

# All lengths are in units, a tenth of the picture's width.
_HEAD, _HEADS, _FOOT = 0.84, 0.6, 0.24
_LINE, _BETWEEN = 0.52, 0.24  # a name's line; the gap between two ties
_LEFT, _RIGHT, _GAP = 0.34, 9.7, 0.3  # the last between two columns
_TEXT, _SMALLER, _SMALL = 0.36, 0.31, 0.28
_THIN = 0.03
_SCORE = 0.62  # the room of a score
_REMEMBERED = 32  # pictures


@dataclass(frozen=True, slots=True)
class Place:
    """One of a tie's two places."""

    name: str = ""  # empty: not yet known
    score: str = ""
    won: bool = False
    number: str = ""  # the entrant's number in the message, if the name can't be drawn
    is_reader: bool = False
    username: str = ""  # used if no font can draw the name


@dataclass(frozen=True, slots=True)
class Tie:
    """Two entrants who meet. A name can be unknown yet; if nobody comes, there is no tie."""

    first: Place
    second: Place


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket to draw: each round has half as many ties as the round before."""

    rounds: tuple[tuple[Tie | None, ...], ...]  # None: no tie
    heads: tuple[str, ...]  # names of the rounds
    top: str = ""
    right: str = ""


def paint(bracket: Bracket, theme: str = "", width: int = WIDTH) -> bytes:
    """Draw a bracket as a PNG; unknown themes mean the default. Recent pictures are cached."""
    return _paint(bracket, theme, width)


@lru_cache(maxsize=_REMEMBERED)
def _paint(bracket: Bracket, theme: str, width: int) -> bytes:
    count = len(bracket.rounds[0])
    high = count * (2 * _LINE + _BETWEEN)
    canvas = Canvas(theme, width, _HEAD + _HEADS + high + _FOOT)
    end = canvas.write(bracket.right, _SMALLER, "dim", (_RIGHT, _HEAD / 2), part=1, room=4)
    room = _RIGHT - _LEFT - end - 0.2
    canvas.write(canvas.shortened(bracket.top, _TEXT, room), _TEXT, "ink", (_LEFT, _HEAD / 2))
    wide = (_RIGHT - _LEFT + _GAP) / len(bracket.rounds)
    for number, ties in enumerate(bracket.rounds):
        left = _LEFT + number * wide
        head = canvas.shortened(bracket.heads[number], _SMALL, wide - _GAP)
        canvas.write(head, _SMALL, "dim", (left, _HEAD + _HEADS / 2))
        step = high / len(ties)
        for place, tie in enumerate(ties):
            y = _HEAD + _HEADS + step * (place + 0.5)
            if tie:
                _draw_tie(canvas, tie, left, wide - _GAP, y)
            if number and tie:
                _draw_ways(canvas, left, step, y, bracket.rounds[number - 1][2 * place :][:2])
    return canvas.png()


def _draw_tie(canvas: Canvas, tie: Tie, left: float, wide: float, y: float) -> None:
    canvas.box("stitch", left, left + wide, y, _THIN)
    _draw_place(canvas, tie.first, left, wide, y - _LINE / 2)
    _draw_place(canvas, tie.second, left, wide, y + _LINE / 2)


def _draw_ways(
    canvas: Canvas, left: float, step: float, y: float, before: tuple[Tie | None, ...]
) -> None:
    """Draw the lines that lead here from the two earlier ties."""
    middle = left - _GAP / 2
    for tie, up in zip(before, (-1, 1), strict=True):
        if tie is None:
            continue
        from_y = y + up * step / 4
        canvas.box("stitch", left - _GAP, middle + _THIN / 2, from_y, _THIN)
        canvas.box(
            "stitch", middle - _THIN / 2, middle + _THIN / 2, (from_y + y) / 2, abs(from_y - y)
        )
        canvas.box("stitch", middle - _THIN / 2, left, y, _THIN)


def _draw_place(canvas: Canvas, place: Place, left: float, wide: float, y: float) -> None:
    """Draw a name and score at this height; the reader's name and the winner's score are bold."""
    ink = "ink" if place.won or not place.score else "dim"
    room = wide - (_SCORE if place.score else 0)
    name = spell_first(place.name, place.username) or (f"({place.number})" if place.number else "")
    sizes = _TEXT, _SMALLER
    canvas.write_name(name, sizes, ink, (left, y), room, bold=place.is_reader)
    canvas.write(place.score, _TEXT, ink, (left + wide, y), part=1, bold=place.won, room=_SCORE)
