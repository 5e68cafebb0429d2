"""A card worth sharing: a board between its end in a word, and who played, with what result. Pure.

Invariant: plain values and a scene in, a PNG out; the same card, theme and width always give the
same picture. Knows neither games nor words. A name that no font can draw becomes the username; if
that is unknown, what its side is called. Long names get smaller, then are cut between letters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from render.art import men
from render.canvas import Canvas
from render.frame import BAND
from render.paint import WIDTH, frame_of, paint_bands, theme_called
from render.png import join_bands
from render.shapes import Poly, Stroke, oblong, rhomb, scale_shapes
from render.sprites.pieces import spell_first
from render.theme import palette_bytes

if TYPE_CHECKING:
    from render.layout import Figure
    from render.scene import Scene
    from render.shapes import Shapes

# All lengths are in units, a tenth of the picture's width.
PANEL = 1.86  # the height of the names, the result and the facts
_EDGE, _MIDDLE = 0.35, 5.0
_BADGE, _LARGEST = 1.05, 0.62  # a man's size beside a name, and how far it can extend
_MAN, _ROW = 0.86, 0.76  # the middle of the man, from the edge and from the top
_NAME = 1.5  # the start of a name, from the edge
_APART = 0.22  # between a name and the result
_SIZES = (0.56, 0.46, 0.38, 0.32)  # of a name: the largest that fits; partners start smaller
_SCORE, _DASHED, _NOTE = 0.8, 0.34, 0.34  # the second from the middle to the points
_TOP, _SECOND = 0.52, 1.06  # the middles of a name and of the note below it
_ONE, _TWO = 0.46, 1.04  # the middles of partners' names
_FACTS = 1.55  # the middle of the line below
_DASH, _SEPARATOR = "\N{EN DASH}", " \N{MIDDLE DOT} "
_TILE, _STEP = 0.42, 1.0  # half a square's side, if it is this far to the next
_LARGE, _SQUARED = 0.72, 4.2  # the longest such way, and the room for all squares
SOLVED, SHOWN, WRONG = "solved", "shown", "wrong"  # the kinds of squares
_SEEN = 32  # cards remembered, some 70 kB each
_SQUARES: dict[str, Shapes] = {
    SOLVED: (
        Poly("ink", oblong(-_TILE, -_TILE, _TILE, _TILE)),
        Poly("call_gold", oblong(-0.85 * _TILE, -0.85 * _TILE, 0.85 * _TILE, 0.85 * _TILE)),
        Poly("edge", rhomb(0.5 * _TILE)),
    ),
    SHOWN: (
        Poly("dim", oblong(-_TILE, -_TILE, _TILE, _TILE)),
        Poly("strip", rhomb(0.5 * _TILE)),
    ),
    WRONG: (
        Stroke(
            "dim", oblong(-0.9 * _TILE, -0.9 * _TILE, 0.9 * _TILE, 0.9 * _TILE), 0.08, closed=True
        ),
        Stroke("dim", ((-0.35 * _TILE, -0.35 * _TILE), (0.35 * _TILE, 0.35 * _TILE)), 0.1),
        Stroke("dim", ((-0.35 * _TILE, 0.35 * _TILE), (0.35 * _TILE, -0.35 * _TILE)), 0.1),
    ),
}


@dataclass(frozen=True, slots=True)
class Seat:
    """The players of a side: one person, or two partners."""

    names: tuple[tuple[str, str], ...]  # each as written, and the username
    side: str = ""  # what the side is called, for a name that no font can draw
    note: str = ""  # below a single name, such as a rating
    figure: Figure | None = None  # the side's man
    is_bright: bool = True  # else dimmed, as who lost


@dataclass(frozen=True, slots=True)
class Card:
    """A card to draw. A puzzle has one seat, and a square for each try."""

    scene: Scene
    seats: tuple[Seat, ...]
    score: tuple[str, str] = ("", "")
    facts: tuple[str, ...] = ()  # in a line below, such as the rules and the date
    squares: tuple[str, ...] = ()  # of _SQUARES


def paint(card: Card, theme: str = "", width: int = WIDTH) -> bytes:
    """Draw a card as a PNG; unknown themes mean the default. Recent pictures are cached."""
    return _paint(card, theme, width)


@lru_cache(maxsize=_SEEN)
def _paint(card: Card, theme: str, width: int) -> bytes:
    look, frame = theme_called(theme), frame_of(card.scene, width)
    banner, (_, rim), *ranks = frame.px(BAND), *frame.bands
    spans = ((0, banner), (banner, rim), *ranks)
    head, *board = paint_bands(card.scene, look, width, spans)
    bands = (head, _panel(card, theme, width).band_of_all(), *board)
    return join_bands(bands, width, palette_bytes(look))


def _panel(card: Card, theme: str, width: int) -> Canvas:
    """The names at both sides, the result between them."""
    canvas = Canvas(theme, width, PANEL)
    facts = _SEPARATOR.join(filter(None, card.facts))
    canvas.write(facts, _NOTE, "dim", (_MIDDLE, _FACTS), part=0.5, room=10 - 2 * _EDGE)
    reach = _draw_score(canvas, card)
    for seat, part in zip(card.seats, (0, 1), strict=False):
        _draw_seat(canvas, seat, part, _MIDDLE - _NAME - reach - _APART)
    return canvas


def _draw_score(canvas: Canvas, card: Card) -> float:
    """Draw the result; return how far it reaches from the middle."""
    if card.squares:
        _draw_squares(canvas, card)
        return _EDGE + _step(card.squares) * len(card.squares) - _MIDDLE
    first, last = card.score
    canvas.write(_DASH, _SCORE, "ink", (_MIDDLE, _ROW), part=0.5)
    widths = [
        canvas.write(text, _SCORE, "ink", (_MIDDLE + to, _ROW), part=part, bold=True)
        for text, to, part in ((first, -_DASHED, 1), (last, _DASHED, 0))
    ]
    return max(widths) + _DASHED


def _draw_squares(canvas: Canvas, card: Card) -> None:
    """Draw a square for each try at the right, the last one at the edge."""
    step = _step(card.squares)
    for number, name in enumerate(reversed(card.squares)):
        square = scale_shapes(_SQUARES[name], step / _STEP)
        canvas.put(square, (10 - _EDGE - step * (number + 0.5), _ROW), step / 2)


def _step(squares: tuple[str, ...]) -> float:
    """How far a square is from the next: many are smaller."""
    return min(_LARGE, _SQUARED / len(squares))


def _draw_seat(canvas: Canvas, seat: Seat, part: int, room: float) -> None:
    """Draw a side's man and names at the left (part 0) or right (part 1) edge."""

    def near(x: float) -> float:
        return 10 - x if part else x

    start = _NAME if seat.figure else _EDGE
    if seat.figure:
        canvas.put(scale_shapes(men.badge(seat.figure), _BADGE), (near(_MAN), _ROW), _LARGEST)
    ink = "ink" if seat.is_bright else "dim"
    alone = len(seat.names) == 1
    heights = (_TOP if seat.note else _ROW,) if alone else (_ONE, _TWO)
    for (name, username), y in zip(seat.names, heights, strict=False):
        text = spell_first(name, username, seat.side)
        sizes = _SIZES if alone else _SIZES[1:]
        canvas.write_name(text, sizes, ink, (near(start), y), room, part=part)
    if alone:
        canvas.write(seat.note, _NOTE, "dim", (near(start), _SECOND), part=part, room=room)
