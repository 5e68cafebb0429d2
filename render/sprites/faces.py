"""The fonts of the pictures, and the letters in each. A host can add fonts.

Invariant: fonts are tested by drawing, since Pillow doesn't list their characters. A font draws
every missing character as the same box.
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
_OPEN, _KNOWN = 32, 4096  # open fonts per size; characters looked up
_NONE = "\U0010ffff"  # not a character, so missing in every font
TRIED = 64  # pixels: the size for testing a letter

writing = RLock()  # a font keeps state while drawing: held during all drawing
_host_fonts: list[str] = []


class UnusableFont(Exception):
    """A file that is missing or not an outline font."""

    def __init__(self, file: Path) -> None:
        self.file = file
        super().__init__(str(file))


class Drawn(NamedTuple):
    """Letters as coverage, 0 to 255, cropped to the ink."""

    image: Image.Image
    left: int  # of the image, from the letters' start
    top: int  # of the image, from the baseline
    advance: float  # from the letters' start to the next letter

    @property
    def right(self) -> int:
        """The right end of the ink, from the letters' start."""
        return self.left + self.image.width

    @property
    def bottom(self) -> int:
        """The lower end of the ink, from the baseline."""
        return self.top + self.image.height


def use_fonts(files: Iterable[Path]) -> None:
    """Add fonts for letters that ours lack; UnusableFont if one can't be used.

    For the start of a program: texts already drawn stay as they are.
    """
    named: list[str] = []
    for file in files:
        try:
            draw_glyph(str(file), TRIED, _NONE)
        except OSError as error:
            raise UnusableFont(file) from error
        named.append(str(file))
    _host_fonts[:] = named


def fonts(*, bold: bool = False) -> tuple[str, ...]:
    """All fonts, in the order of preference; the bold font has few letters."""
    return (*([_BOLD] if bold else []), *_OURS, *_host_fonts)


def host_fonts() -> tuple[str, ...]:
    """Fonts that the host has added."""
    return tuple(_host_fonts)


def can_shape() -> bool:
    """Whether Pillow can join letters and write from right to left, which needs FriBiDi."""
    return features.check("raqm") is True


def kerning(pair: str) -> float:
    """The shift of the second letter in this pair, as a fraction of the font size."""
    return _pairs().get(pair, 0) / 1000


@cache
def _pairs() -> Mapping[str, int]:
    """Kerning in thousandths of the size; Pillow without FriBiDi reads none from fonts."""
    rows = (line.split(" ") for line in (_FOLDER / "pairs.txt").read_text("utf-8").splitlines())
    return {left + right: int(by) for left, by, after in rows for right in after}


@lru_cache(maxsize=_OPEN)
def face(file: str, size: int, *, shaping: bool = False) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels."""
    engine = ImageFont.Layout.RAQM if shaping else ImageFont.Layout.BASIC
    return ImageFont.truetype(file, size, layout_engine=engine)


def draw_glyph(file: str, size: int, text: str, *, shaping: bool = False) -> Drawn:
    """Draw a letter; with `shaping`, a text whose letters join or run from right to left."""
    with writing:
        font = face(file, size, shaping=shaping)
        left, top, right, bottom = map(round, font.getbbox(text, anchor="ls"))
        image = Image.new("L", (max(1, right - left), max(1, bottom - top)))
        ImageDraw.Draw(image).text((-left, -top), text, fill=255, font=font, anchor="ls")
        inked = image.getbbox() or (0, 0, 1, 1)
        return Drawn(image.crop(inked), left + inked[0], top + inked[1], font.getlength(text))


@lru_cache(maxsize=_KNOWN)
def has(file: str, character: str) -> bool:
    """Whether a font has a visible glyph for this character."""
    if category(character)[0] in "CZ":  # controls, joiners, unassigned; spaces
        return False
    seen = draw_glyph(file, TRIED, character)
    return seen.image.getbbox() is not None and _looks(seen) != _missing(file)


@lru_cache(maxsize=_OPEN)
def _missing(file: str) -> object:
    """The looks of a character missing in this font."""
    return _looks(draw_glyph(file, TRIED, _NONE))


def _looks(drawn: Drawn) -> object:
    return drawn.top, drawn.image.size, drawn.image.tobytes()
