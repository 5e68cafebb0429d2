"""Texts in Pillow's own scalable face, with the accents that it lacks drawn as lines."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import NamedTuple
from unicodedata import combining, normalize

from PIL import Image, ImageChops, ImageDraw, ImageFont

_SHORT = 12  # characters: counts and the numbers of moves, which come again in every match
_SHORT_KEPT, _LONG_KEPT = 192, 32  # texts; at most 0.02 and 0.1 MB each
_LETTERS_KEPT = 256  # four times as high and wide as they are shown
_FINE = 4
_WRITTEN = str.maketrans(
    {
        "œ": "oe",
        "Œ": "OE",
        "æ": "ae",
        "Æ": "AE",
        "ß": "ss",
        "\u00d7": "x",
        "\u2013": "-",
        "\u2014": "-",
        "\u00a0": " ",
        "\u202f": " ",
    }
)

_CEDILLA = "\u0327"

# Accents as lines, in parts of the letter's size: about its middle, above its top.
_ACCENTS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "\u0300": (((-0.12, -0.2), (0.04, -0.1)),),
    "\u0301": (((0.12, -0.2), (-0.04, -0.1)),),
    "\u0302": (((-0.13, -0.1), (0, -0.2), (0.13, -0.1)),),
    _CEDILLA: (((0, 0.02), (0.05, 0.1), (0.02, 0.19), (-0.07, 0.2)),),
    "\u0308": (((-0.12, -0.14), (-0.12, -0.14)), ((0.12, -0.14), (0.12, -0.14))),
}
_LOW, _HIGH = -0.55, -0.71  # the tops of small letters and of capitals
_LINE = 0.075  # an accent's width
_TALL, _BASE = 1.25, 0.97  # a line's height, and how deep in it the letters stand
_writing = Lock()  # the face keeps state while it writes


@lru_cache(maxsize=16)
def _face(size: int) -> ImageFont.FreeTypeFont:
    face = ImageFont.load_default(size)
    assert isinstance(face, ImageFont.FreeTypeFont)  # as long as Pillow has FreeType
    return face


def line_height(size: int) -> int:
    """A line's height: room for accents above and tails below."""
    return round(size * _TALL)


def write_text(text: str, size: int, weight: float = 0) -> Image.Image:
    """A text as coverage, 0 to 255, `line_height(size)` high; `weight` makes it bolder.

    Characters that the face lacks are drawn as its empty box, except accented letters.
    """
    return (short if len(text) <= _SHORT else long)(text, size, weight)


def _write_smooth(text: str, size: int, weight: float) -> Image.Image:
    with _writing:
        return _write_fine(text.translate(_WRITTEN), size * _FINE, weight).reduce(_FINE)


short = lru_cache(maxsize=_SHORT_KEPT)(_write_smooth)
long = lru_cache(maxsize=_LONG_KEPT)(_write_smooth)


def _write_fine(text: str, size: int, weight: float) -> Image.Image:
    bold = round(weight * size)
    letters = [_draw_letter(*letter, size, bold) for letter in _split_letters(text)]
    wide = round(sum(letter.wide for letter in letters)) + 2 * bold + _FINE
    image, left, margin = Image.new("L", (wide, round(size * _TALL))), 0.0, _margin(size)
    for letter in letters:
        at = round(left) - margin
        box = at, 0, at + letter.image.width, image.height
        image.paste(ImageChops.lighter(image.crop(box), letter.image), box)
        left += letter.wide
    return image


class _Letter(NamedTuple):
    image: Image.Image  # with a margin at both sides
    wide: float  # how far from it the next one stands


@lru_cache(maxsize=_LETTERS_KEPT)
def _draw_letter(letter: str, accents: str, size: int, bold: int) -> _Letter:
    """A letter as coverage: drawn once, since a text of a table is seldom written twice."""
    face, base = _face(size), round(size * _BASE)
    wide, left = face.getlength(letter), bold + _margin(size)
    image = Image.new("L", (round(wide) + 2 * left, round(size * _TALL)))
    draw = ImageDraw.Draw(image)
    draw.text((left, base), letter, fill=255, font=face, anchor="ls", stroke_width=bold)
    if accents:
        if letter == "i":  # the accent takes the dot's place
            draw.rectangle((left, 0, left + wide, base + _LOW * size), fill=0)
        _draw_accents(draw, (left + wide / 2, base), letter, accents, size)
    return _Letter(image, wide)


def _margin(size: int) -> int:
    """Room for what of a letter reaches beyond its width."""
    return size // 4


def _split_letters(text: str) -> list[tuple[str, str]]:
    """Each letter with the accents that follow it."""
    letters: list[tuple[str, str]] = []
    for character in normalize("NFKD", text):
        if combining(character) and letters:
            letter, accents = letters[-1]
            letters[-1] = letter, accents + character
        else:
            letters.append((character, ""))
    return letters


def _draw_accents(
    draw: ImageDraw.ImageDraw, foot: tuple[float, float], letter: str, accents: str, size: int
) -> None:
    top = 0 if accents == _CEDILLA else _HIGH if letter.isupper() else _LOW
    radius = _LINE * size / 2
    for accent in accents:
        for line in _ACCENTS.get(accent, ()):
            spots = [(foot[0] + x * size, foot[1] + (top + y) * size) for x, y in line]
            draw.line(spots, fill=255, width=round(2 * radius))
            for x, y in spots:
                draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
