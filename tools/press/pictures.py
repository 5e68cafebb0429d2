"""The icon, the banner and the five pictures with words that lists of bots ask for.

Sizes: an icon of 512 by 512, which is shown round; Discord's banner of 680 by 240, twice as large;
and pictures of 1920 by 1080.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games import catalogue
from render import standings
from render.art import board, men
from render.frame import BAND
from render.layout import Figure
from render.shapes import Disc, Poly, oblong, rhomb, ring, rotate_shapes, scale_shapes
from render.standings import Line, Standings
from tools.press.sheet import Sheet, height_of, size_of, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from render.shapes import Shapes
    from render.words import Words

ICON, BANNER, SHOT = (512, 512), (1360, 480), (1920, 1080)
_RHOMBS = 20  # around the icon
_RANK = "ttTTKTTtt"  # the middle rank as a game of Tablut begins
_SQUARE = 152  # of that rank in the banner; a little is cut off at both sides

_EDGE, _WORDS = 130, 960  # of a picture with words: its margin, where the words begin
_ROOM = SHOT[0] - _WORDS - _EDGE
_TITLE, _LINE = 76, 44  # the sizes of letters
_GAP = 24  # below a title, and twice as much above a picture

# The accounts of the chat page, as a table might have them.
_TABLE = Standings(
    lines=(
        Line("1", "Reindeer", "1712", at=0.78, low=0.68, high=0.88, form="wwlww"),
        Line("2", "Birch", "1655", at=0.66, low=0.54, high=0.78, form="wlwdw", is_reader=True),
        Line("3", "Rivière", "1590", at=0.53, low=0.43, high=0.63, form="lwwlw"),
        Line("4", "North Wind", "1523", at=0.39, low=0.25, high=0.53, form="dlwlw"),
        Line("5", "Cairn", "1448", at=0.24, low=0.1, high=0.38, form="llwl"),
    ),
    top=("Tablut", ""),
)


def icon() -> bytes:
    """The king on red, in a ring of rhombs: it is cut round by those who show it."""
    sheet = Sheet(ICON, "strip")
    beads = (rotate_shapes(_bead(number), number / _RHOMBS) for number in range(_RHOMBS))
    ground: Shapes = (
        Disc("table", (0, 0), 0.5),
        *ring("band_line", "strip", 0.478, 0.012),
        *(shape for bead in beads for shape in bead),
        *ring("band_line", "throne", 0.385, 0.016),
    )
    middle = ICON[0] / 2, ICON[1] / 2
    sheet.draw(ground, middle, ICON, ICON[0])
    sheet.draw(scale_shapes(men.emoji(Figure.KING), 0.74), middle, ICON, ICON[0])
    return sheet.png()


def _bead(number: int) -> Shapes:
    """A rhomb at the top of the ring; every second one is gold."""
    return (Poly("band_two" if number % 2 else "band_one", rhomb(0.026, (0, -0.432), 1.3)),)


def banner() -> bytes:
    """The name over the middle rank of the board as a game begins, between two woven bands."""
    sheet = Sheet(BANNER, "table")
    wide, high = BANNER
    unit = wide // 20  # the band is laid twice
    band = round(BAND * unit)
    rank = high - band - _SQUARE // 2
    first = (wide - _SQUARE * (len(_RANK) - 1)) // 2
    for number, letter in enumerate(_RANK):
        middle = first + number * _SQUARE, rank
        sheet.draw(_square(letter), middle, (_SQUARE, _SQUARE), _SQUARE)
    _lay_bands(sheet, unit)
    sheet.carve("KONAKIS", "call_gold", (wide / 2, (high - _SQUARE) / 2), 122)
    return sheet.png()


def _square(letter: str) -> Shapes:
    """A square of that rank with its man."""
    ground = Poly("ground", oblong(-0.5, -0.5, 0.5, 0.5))
    marks = {"t": board.CAMP, "K": board.THRONE}.get(letter, ())
    return (ground, *marks, *men.man(Figure(letter)))


def _lay_bands(sheet: Sheet, unit: int) -> None:
    """The woven band along the top and the bottom."""
    wide, high = sheet.image.size
    for left in range(0, wide, 10 * unit):
        for top in (0, high - round(BAND * unit)):
            sheet.lay_band(left, top, unit)


def _in_letters_of(words: Words) -> Standings:
    """The table with results as that language writes them."""
    lines = (
        replace(line, form="".join(words(f"ranks.form.{result}") for result in line.form))
        for line in _TABLE.lines
    )
    return replace(_TABLE, lines=tuple(lines))


def shots(words: Words, moments: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The five pictures with words, by their names, of the gallery's pictures in that language."""
    table = standings.paint(_in_letters_of(words), width=720)
    shown: Mapping[str, tuple[bytes, ...]] = {
        "board": (moments["tuichi.png"],),
        "move": (moments["choosing.png"],),
        "review": (moments["review-moment.png"], moments["review.png"]),
        "tabal": (moments["theme-slate-tabal.png"],),
        "ranks": (moments["fort.png"], table),
    }
    for number, (name, parts) in enumerate(shown.items(), start=1):
        yield f"{number}-{name}", _shot(*_written(name, words), parts, written_height(name, words))


def _written(name: str, words: Words) -> tuple[str, str]:
    """The title and the text of a picture with words."""
    title = words(f"press.shot.{name}.title")
    return title, words(f"press.shot.{name}.text", sets=len(catalogue.NAMES))


def written_height(name: str, words: Words) -> int:
    """How high the words of a picture are, which are broken where their room ends."""
    sizes = (_TITLE, _LINE)
    return _GAP + sum(
        height_of(len(wrapped(text, size, _ROOM)), size)
        for text, size in zip(_written(name, words), sizes, strict=True)
    )


def _shot(title: str, text: str, parts: tuple[bytes, ...], height: int) -> bytes:
    """A board at the left, words of that height at the right, and a second picture below."""
    sheet = Sheet(SHOT, "table")
    _lay_bands(sheet, SHOT[0] // 20)
    first, *more = parts
    sheet.lay(first, (_EDGE, (SHOT[1] - 840) // 2))
    below = sum(2 * _GAP + size_of(picture)[1] for picture in more)
    top = (SHOT[1] - height - below) // 2
    end = sheet.write(title, _TITLE, "call_gold", (_WORDS, top), _ROOM)
    end = sheet.write(text, _LINE, "ink", (_WORDS, end + _GAP), _ROOM)
    for picture in more:
        sheet.lay(picture, (_WORDS, end + 2 * _GAP))
    return sheet.png()
