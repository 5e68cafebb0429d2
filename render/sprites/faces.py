"""The fonts of the pictures: which of them has a letter. A host may name further ones.

Law: a font is asked by looks, since Pillow does not tell what is in one. All that it lacks it draws
as the same box.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category

from PIL import Image, ImageDraw, ImageFont, features

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_FOLDER = Path(__file__).parents[1] / "fonts"
_OURS = tuple(str(_FOLDER / name) for name in ("letters.ttf", "armenian.ttf", "georgian.ttf"))
_BOLD = str(_FOLDER / "bold.ttf")
_OPEN, _KNOWN = 32, 4096  # fonts at a size; characters of which it is known who has them
_NONE = "\U0010ffff"  # is no character, so no font has it
TRIED = 64  # pixels: the size at which a letter is tried

writing = RLock()  # a font keeps state while it writes: held around all that draws
_further: list[str] = []


class UnusableFont(Exception):
    """A file that is missing, or no font of outlines."""

    def __init__(self, file: Path) -> None:
        self.file = file
        super().__init__(str(file))


class Drawn(NamedTuple):
    """Letters as coverage, 0 to 255, cut to what is inked."""

    image: Image.Image
    left: int  # of the image, seen from where the letters begin
    top: int  # seen from the line on which they stand
    wide: float  # how far from there the next one begins

    @property
    def right(self) -> int:
        """Where the ink ends, seen from where the letters begin."""
        return self.left + self.image.width

    @property
    def bottom(self) -> int:
        """Where it ends below, seen from the line on which they stand."""
        return self.top + self.image.height


def use_fonts(files: Iterable[Path]) -> None:
    """Write with these what our fonts lack; UnusableFont for one that cannot be used.

    For the start of a program: it does not write anew what was written before.
    """
    named: list[str] = []
    for file in files:
        try:
            draw_glyph(str(file), TRIED, _NONE)
        except OSError as error:
            raise UnusableFont(file) from error
        named.append(str(file))
    _further[:] = named


def fonts(*, bold: bool = False) -> tuple[str, ...]:
    """All fonts in the order in which they are asked; the bold one has few letters."""
    return (*([_BOLD] if bold else []), *_OURS, *_further)


def further_fonts() -> tuple[str, ...]:
    """Those that the host has named."""
    return tuple(_further)


def can_shape() -> bool:
    """Whether letters can be joined, and written from right to left: that needs FriBiDi."""
    return features.check("raqm") is True


def moved(pair: str) -> float:
    """How far from where it would stand the second of two letters is written, in sizes."""
    return _pairs().get(pair, 0) / 1000


@cache
def _pairs() -> Mapping[str, int]:
    """Pillow reads no such pairs from a font without FriBiDi, and pictures are to be the same."""
    rows = (line.split(" ") for line in (_FOLDER / "pairs.txt").read_text("utf-8").splitlines())
    return {left + right: int(by) for left, by, after in rows for right in after}


@lru_cache(maxsize=_OPEN)
def face(file: str, size: int, *, shaping: bool = False) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels."""
    engine = ImageFont.Layout.RAQM if shaping else ImageFont.Layout.BASIC
    return ImageFont.truetype(file, size, layout_engine=engine)


def draw_glyph(file: str, size: int, text: str, *, shaping: bool = False) -> Drawn:
    """A letter in a font; with `shaping`, a text whose letters join or run from right to left."""
    with writing:
        font = face(file, size, shaping=shaping)
        left, top, right, bottom = map(round, font.getbbox(text, anchor="ls"))
        image = Image.new("L", (max(1, right - left), max(1, bottom - top)))
        ImageDraw.Draw(image).text((-left, -top), text, fill=255, font=font, anchor="ls")
        inked = image.getbbox() or (0, 0, 1, 1)
        return Drawn(image.crop(inked), left + inked[0], top + inked[1], font.getlength(text))


@lru_cache(maxsize=_KNOWN)
def has(file: str, character: str) -> bool:
    """Whether a font has a character, and one can see it."""
    if category(character)[0] in "CZ":  # controls, what joins letters, what is unknown; spaces
        return False
    seen = draw_glyph(file, TRIED, character)
    return seen.image.getbbox() is not None and _looks(seen) != _box(file)


@lru_cache(maxsize=_OPEN)
def _box(file: str) -> object:
    """How that looks which a font lacks."""
    return _looks(draw_glyph(file, TRIED, _NONE))


def _looks(drawn: Drawn) -> object:
    return drawn.top, drawn.image.size, drawn.image.tobytes()
