"""A theme: colours by purpose, the contrasts they must keep, and the palette.

Invariants: a theme has at most sixteen colours, which also smooth each other's edges. Inks that
touch are listed in NEIGHBOURS with their least contrast; tests check both for every theme.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache

Colour = tuple[int, int, int]

GROUNDS = ("ground", "camp", "throne", "lit", "pick")  # grounds that a man can stand on
MOST_COLOURS = 16  # per theme: two pixels share a byte, and files are a third smaller


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one theme, each written #rrggbb."""

    table: str  # below the board, with the coordinates
    table_line: str
    stitch: str  # the seam around the board
    ground: str  # plain squares, and the lines cut into them
    line: str
    camp: str
    camp_line: str
    throne: str  # the konakis, and corners that matter
    throne_line: str
    shade: str  # shadows of men
    edge: str  # around light men, kings and marks
    dark: str
    dark_line: str
    light: str
    light_line: str
    king: str
    king_line: str
    lit: str  # start and end of the last move, and the track between
    track: str
    pick: str  # possible choices
    call: str  # raichi and tuichi: banner and ways
    call_line: str
    call_gold: str
    strip: str  # the caption: ground, main line, second line, behind a man
    ink: str
    dim: str
    badge: str
    band: str  # the woven band above the board
    band_line: str
    band_one: str
    band_two: str

    def colour(self, ink: str) -> Colour:
        """An ink's colour."""
        return colour(getattr(self, ink))

    def contrast(self, one: str, other: str) -> float:
        """The contrast of two inks by the web's accessibility rules, 1 to 21."""
        return contrast(self.colour(one), self.colour(other))


INKS = tuple(field.name for field in fields(Theme))

_MEN = (
    *((ink, ground, 1.0) for ground in GROUNDS for ink in ("shade", "light", "king")),
    *(
        (ink, ground, 3.0)
        for ground in ("ground", "camp", "lit", "pick")
        for ink in ("dark", "edge")
    ),
    ("edge", "throne", 1.0),
    ("dark", "throne", 1.0),
    ("light", "throne", 3.0),
    ("king", "throne", 3.0),
    ("edge", "shade", 1.0),
    ("dark", "shade", 1.0),
    ("light", "edge", 3.0),
    ("king", "edge", 3.0),
    ("dark", "edge", 1.0),
    ("dark_line", "dark", 3.0),
    ("light_line", "light", 3.0),
    ("king_line", "king", 3.0),
    ("dark", "light", 7.0),
    ("dark", "king", 3.0),
)
_BOARD = (
    ("line", "ground", 3.0),
    ("line", "camp", 1.0),
    ("camp", "ground", 1.25),
    ("camp_line", "camp", 1.5),
    ("throne", "ground", 1.6),
    ("throne_line", "throne", 3.0),
    ("table_line", "table", 4.5),
    ("stitch", "table", 1.2),
    ("ink", "strip", 7.0),
    ("dim", "strip", 4.5),
    ("badge", "strip", 1.0),
    ("edge", "badge", 3.0),
    ("dark", "badge", 3.0),
    ("light", "badge", 1.0),
    ("king", "badge", 1.0),
    ("band_line", "band", 3.0),
    ("band_one", "band", 1.0),
    ("band_two", "band", 3.0),
)
_MARKS = (
    ("lit", "ground", 1.3),
    ("track", "ground", 1.0),
    ("track", "camp", 1.0),
    ("track", "edge", 3.0),
    ("track", "lit", 1.0),
    ("track", "line", 1.0),
    ("pick", "ground", 1.0),
    ("pick", "edge", 3.0),
    ("call", "ground", 1.0),
    ("call_line", "ground", 1.0),
    ("call_line", "camp", 1.0),
    ("call_line", "edge", 3.0),
    ("call_line", "call", 4.5),
    ("call_gold", "call", 3.0),
    ("call", "call_gold", 3.0),
    ("edge", "call", 1.0),
    ("call", "light", 3.0),
    ("call", "dark", 1.0),
    ("call", "lit", 1.0),
    ("ink", "table", 4.5),
    ("edge", "call_gold", 4.5),
)
_CURVES = (
    ("stitch", "light", 3.0),
    ("stitch", "dark", 2.5),
    ("stitch", "strip", 2.5),
    ("ink", "stitch", 1.5),
    ("dim", "dark", 1.5),
    ("dim", "light", 1.5),
    ("call_line", "dark", 3.0),
)
NEIGHBOURS = (*_MEN, *_BOARD, *_MARKS, *_CURVES)  # ink, ink below, least contrast


def colour(written: str) -> Colour:
    """Parse #rrggbb to three numbers."""
    return int(written[1:3], 16), int(written[3:5], 16), int(written[5:7], 16)


def contrast(one: Colour, other: Colour) -> float:
    """WCAG's contrast ratio of two colours."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(rgb: Colour) -> float:
    red, green, blue = map(_linear, rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: int) -> float:
    part = channel / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004  sRGB's own constant


@cache  # a handful of themes
def palette(theme: Theme) -> tuple[Colour, ...]:
    """The theme's colours, each once."""
    return tuple(dict.fromkeys(map(theme.colour, INKS)))


@cache
def palette_bytes(theme: Theme) -> bytes:
    """The palette in picture files: red, green and blue of each colour in turn."""
    return bytes(channel for rgb in palette(theme) for channel in rgb)
