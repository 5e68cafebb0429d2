"""Texts as pictures, letter by letter; each letter is drawn once.

Invariant: letters that no font has are left out, never drawn as an empty box. `pieces.spell` tells
whether a whole name can be written.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING
from unicodedata import normalize

from PIL import Image

from render.graphemes import graphemes
from render.sprites import faces
from render.sprites.pieces import BASE, ELLIPSIS, TALL, add, draw_piece, pieces_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from render.sprites.faces import Drawn
    from render.sprites.pieces import Piece

_SHORT = 12  # characters: counts and move numbers, which recur in every match
_SHORT_KEPT, _LONG_KEPT = 192, 32  # texts; at most 0.02 and 0.1 MB each
_LETTERS_KEPT = 256  # four times their final height and width; at most 0.03 MB each
_FINE = 4


def line_height(size: int) -> int:
    """A line's height, with room for marks above and tails below."""
    return round(size * TALL)


def write_text(text: str, size: int, *, bold: bool = False) -> Image.Image:
    """A text as coverage, 0 to 255, `line_height(size)` high.

    The bold font has few letters: those of ratings and point names.
    """
    return (short if len(text) <= _SHORT else long)(text, size, bold)


def shorten(text: str, size: int, room: int) -> str:
    """The text, or its beginning and three dots if there is too little room.

    Never cuts within a letter, nor leaves a space before the dots.
    """
    if _width(text, size) <= room:
        return text
    parts = graphemes(text)
    starts = ("".join(parts[:count]).rstrip() for count in range(len(parts) - 1, 0, -1))
    shortened = (start + ELLIPSIS for start in starts)
    return next((text for text in shortened if _width(text, size) <= room), ELLIPSIS)


def fit(text: str, sizes: Sequence[int], room: int) -> tuple[str, int]:
    """The text and the largest of these sizes at which it fits; at the smallest, shortened.

    The text is measured once, since its width grows with the size.
    """
    by_size = _width(text, sizes[0]) / sizes[0]
    fitting = next((size for size in sizes if by_size * size <= room), None)
    return (text, fitting) if fitting else (shorten(text, sizes[-1], room), sizes[-1])


def _write_smooth(text: str, size: int, bold: bool) -> Image.Image:  # noqa: FBT001  for the cache
    with faces.writing:
        pieces = [piece for piece in pieces_of(text, bold=bold) if piece]
        return _write_fine(pieces, size * _FINE).reduce(_FINE)


short = lru_cache(maxsize=_SHORT_KEPT)(_write_smooth)
long = lru_cache(maxsize=_LONG_KEPT)(_write_smooth)


def _write_fine(pieces: Sequence[Piece], size: int) -> Image.Image:
    drawn = [_draw(piece, size) for piece in pieces]
    starts, end = _starts(pieces, drawn, size)
    placed = list(zip(starts, drawn, strict=True))
    first = min([0, *(start + letter.left for start, letter in placed)])
    last = max([end, *(start + letter.right for start, letter in placed)])
    image = Image.new("L", (last - first + _FINE, round(size * TALL)))
    for start, letter in placed:
        add(image, letter, (start - first, round(size * BASE)))
    return image


def _width(text: str, size: int) -> float:
    """A text's width in pixels."""
    with faces.writing:
        pieces = [piece for piece in pieces_of(text) if piece]
        drawn = [_draw(piece, size * _FINE) for piece in pieces]
        return _starts(pieces, drawn, size * _FINE)[1] / _FINE


def _starts(
    pieces: Sequence[Piece], drawn: Sequence[Drawn], size: int
) -> tuple[Sequence[int], int]:
    """Each piece's start, and the end of the last piece."""
    starts: list[int] = []
    x = 0.0
    kerning = [0.0, *(_kerning(one, other, size) for one, other in pairwise(pieces))]
    for letter, by in zip(drawn, kerning, strict=False):
        starts.append(round(x + by))
        x += by + letter.advance
    return starts, round(x)


def _kerning(one: Piece, other: Piece, size: int) -> float:
    """The kerning of two pieces in pixels, below 0 if they move closer."""
    pair = "".join(normalize("NFD", piece.text)[0] for piece in (one, other))
    return faces.kerning(pair) * size if one.font == other.font else 0


def _draw(piece: Piece, size: int) -> Drawn:
    return draw_piece(piece, size) if piece.shaped else letters(piece, size)


letters = lru_cache(maxsize=_LETTERS_KEPT)(draw_piece)
