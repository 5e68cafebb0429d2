"""Split a text into pieces to draw, and find out which texts can be written at all.

Invariant: a letter is written with all of its marks or not at all.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import bidirectional, category, combining, normalize

from PIL import Image

from render.graphemes import graphemes
from render.sprites.faces import TRIED, Drawn, can_shape, draw_glyph, fonts, has, host_fonts

if TYPE_CHECKING:
    from collections.abc import Sequence

TALL, BASE = 1.5, 1.1  # a line's height in sizes, and the baseline's depth
ELLIPSIS = "…"
_PIECES, _TEXTS = 4096, 64  # cached letters and texts
_SCALES = (1, 0.9, 0.8, 0.7)
_APART = 0.05  # between a mark and its letter
_ABOVE, _BELOW = 230, 220  # places of marks, as Unicode numbers them
_DOTLESS = {"i": "\N{LATIN SMALL LETTER DOTLESS I}", "j": "\N{LATIN SMALL LETTER DOTLESS J}"}
_FROM_THE_RIGHT = ("R", "AL")
_BESIDE = 200  # marks below this number are vowels and the like, which join their letter
_JOINING = (*range(0x1100, 0x1200), *range(0x1800, 0x18B0))  # parts of Hangul; Mongolian
_IN_WORDS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER} "  # can be unseen in shaped text


class Piece(NamedTuple):
    """A piece drawn at once: a letter with its marks, or a text of joined letters."""

    font: str
    text: str  # without the marks
    marks: str = ""
    shaped: bool = False
    scale: float = 1  # of the size: some scripts extend further up and down


def spell(text: str) -> str:
    """Spell the text in letters that can be written; empty if any letter can't.

    >>> spell("So\N{COMBINING DIAERESIS}ren  \N{MATHEMATICAL BOLD CAPITAL K}")
    'Sören K'
    >>> spell("\N{CJK UNIFIED IDEOGRAPH-592A} T."), spell(" \N{ZERO WIDTH SPACE}")
    ('', '')
    """
    for form in ("NFC", "NFKC"):  # the second turns wide and fancy letters plain
        spelled = " ".join(normalize(form, text).split())
        if spelled and None not in pieces_of(spelled):
            return spelled
    return ""


def spell_first(*texts: str) -> str:
    """Spell the first of these texts that can be written; empty if none can.

    >>> spell_first("\N{CJK UNIFIED IDEOGRAPH-592A}", "birch_7", "Birch")
    'birch_7'
    """
    return next((spelled for text in texts if (spelled := spell(text))), "")


def pieces_of(text: str, *, bold: bool = False) -> Sequence[Piece | None]:
    """All pieces of a text, from left to right; None for pieces that no font can write."""
    if any(map(_joins, text)):
        return _shaped_pieces(text)
    letters = graphemes(normalize("NFC", text))
    return [_letter_piece(letter, fonts(bold=bold)) for letter in letters]


@lru_cache(maxsize=_PIECES)
def _joins(character: str) -> bool:
    """Whether this character's shape or place depends on its neighbours."""
    if category(character)[0] == "M":
        return combining(character) < _BESIDE
    return bidirectional(character) in _FROM_THE_RIGHT or ord(character) in _JOINING


def _shaped_pieces(text: str) -> Sequence[Piece | None]:
    """The pieces of a text that one host font must write as a whole, with … if cut."""
    words = text.removesuffix(ELLIPSIS)
    whole = next((piece for font in host_fonts() if (piece := _shaped_piece(font, words))), None)
    if words == text:
        return [whole]
    end = _letter_piece(ELLIPSIS, fonts())
    first = next((way for way in map(bidirectional, words) if way in ("L", *_FROM_THE_RIGHT)), "L")
    return [whole, end] if first == "L" else [end, whole]


@lru_cache(maxsize=_TEXTS)
def _shaped_piece(font: str, text: str) -> Piece | None:
    """The text in this font, if the font has all letters."""
    if not can_shape() or not all(letter in _IN_WORDS or has(font, letter) for letter in text):
        return None
    pieces = (_if_it_fits(Piece(font, text, shaped=True, scale=scale)) for scale in _SCALES)
    return next(filter(None, pieces), None)


@lru_cache(maxsize=_PIECES)
def _letter_piece(letter: str, asked: Sequence[str]) -> Piece | None:
    """The letter in the first font that has the letter and all its marks."""
    letter, marks = letter[0], letter[1:]
    above = any(combining(mark) == _ABOVE for mark in marks)
    if above and (plain := normalize("NFD", letter))[0] in _DOTLESS:
        letter, marks = _DOTLESS[plain[0]], plain[1:] + marks
    if category(letter) == "Zs":
        return None if marks else Piece(asked[0], " ")
    if any(combining(mark) not in (_ABOVE, _BELOW) for mark in marks):
        return None
    having = (font for font in asked if all(has(font, sign) for sign in letter + marks))
    return next((_if_it_fits(Piece(font, letter, marks)) for font in having), None)


def _if_it_fits(piece: Piece) -> Piece | None:
    """The piece, if it stays within its line: marks can pile up endlessly."""
    drawn = draw_piece(piece, TRIED)
    fits = -drawn.top <= BASE * TRIED and drawn.bottom <= (TALL - BASE) * TRIED
    return piece if fits else None


def draw_piece(piece: Piece, size: int) -> Drawn:
    """Draw a piece, its marks centred and stacked above or below."""
    drawn = draw_glyph(piece.font, round(size * piece.scale), piece.text, shaping=piece.shaped)
    for mark in piece.marks:
        sign = draw_glyph(piece.font, size, mark)
        left = round(drawn.left + (drawn.image.width - sign.image.width) / 2)
        apart = round(_APART * size)
        is_above = combining(mark) == _ABOVE
        top = drawn.top - apart - sign.image.height if is_above else drawn.bottom + apart
        drawn = _join(drawn, sign._replace(left=left, top=top))
    return drawn


def _join(one: Drawn, other: Drawn) -> Drawn:
    """Merge two drawings, each in its place."""
    left, top = min(one.left, other.left), min(one.top, other.top)
    right, bottom = max(one.right, other.right), max(one.bottom, other.bottom)
    image = Image.new("L", (right - left, bottom - top))
    for drawn in (one, other):
        add(image, drawn, (-left, -top))
    return Drawn(image, left, top, one.advance)


def add(image: Image.Image, drawn: Drawn, start: tuple[int, int]) -> None:
    """Paste letters that start here."""
    image.paste(255, (start[0] + drawn.left, start[1] + drawn.top), drawn.image)
