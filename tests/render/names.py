"""Given names of people from all over, and fonts with a few letters as a host may name them."""

from __future__ import annotations

import tomllib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from fontTools.fontBuilder import (  # pyright: ignore[reportMissingTypeStubs]  it has none
    FontBuilder,
)
from fontTools.pens.ttGlyphPen import TTGlyphPen  # pyright: ignore[reportMissingTypeStubs]  the same

from render.sprites import faces, lettering

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

_TOML = tomllib.loads(Path(__file__).with_name("names.toml").read_text("utf-8"))


def _names(part: str) -> dict[str, Sequence[str]]:
    by_language = cast("dict[str, str]", _TOML[part])
    return {language: names.split(", ") for language, names in by_language.items()}


WRITTEN, UNWRITTEN = _names("written"), _names("unwritten")

# What people call themselves on Discord, or try to; none of it can be written whole.
HOSTILE = {
    "emoji": "\N{FIRE}Anna\N{FIRE}",
    "emoji of several": "Anna \N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}",
    "flag": "\N{REGIONAL INDICATOR SYMBOL LETTER S}\N{REGIONAL INDICATOR SYMBOL LETTER E} Åsa",
    "heap": "Z" + "\N{COMBINING ACUTE ACCENT}" * 20,
    "heap below": "Z" + "\N{COMBINING DOT BELOW}" * 20,
    "struck through": "A\N{COMBINING LONG STROKE OVERLAY}b",
    "right to left": "\N{RIGHT-TO-LEFT OVERRIDE}annA",
    "control": "An\x07na",
    "invisible": "\N{ZERO WIDTH SPACE}",
    "invisible letter": "\N{HANGUL FILLER}",
    "soft hyphen": "An\N{SOFT HYPHEN}na",
    "own use": "\ue000 Anna",
    "half a pair": "\ud800 Anna",
    "no character": "Anna \uffff",
    "mixed": "Anna 太郎",
    "nothing": "",
    "spaces": " \N{IDEOGRAPHIC SPACE} ",
}


def make_font(file: Path, widths: Mapping[str, int], deep: int = 0) -> Path:
    """A font in which each of these letters is a bar of its own width, and others an empty box."""
    shapes: dict[str, Any] = {".notdef": _bar(500, 900, 0)}
    shapes |= {f"u{ord(letter):x}": _bar(wide, 700, deep) for letter, wide in widths.items()}
    builder: Any = FontBuilder(1000)
    builder.setupGlyphOrder(list(shapes))
    builder.setupCharacterMap({ord(letter): f"u{ord(letter):x}" for letter in widths})
    builder.setupGlyf(shapes)
    wide = {name: (int(shapes[name].xMax) + 100, 50) for name in shapes}
    builder.setupHorizontalMetrics(wide)
    builder.setupHorizontalHeader(ascent=900, descent=-200)
    builder.setupOS2()
    builder.setupPost()
    builder.setupNameTable({"familyName": "Bars", "styleName": "Regular"})
    builder.save(file)
    return file


def _bar(wide: int, high: int, deep: int) -> object:
    pen: Any = TTGlyphPen(None)
    pen.moveTo((50, deep))
    for corner in ((50, high), (50 + wide, high), (50 + wide, deep)):
        pen.lineTo(corner)
    pen.closePath()
    return pen.glyph()


@contextmanager
def fonts_named(*files: Path) -> Generator[None]:
    """Inside this block a host has named these fonts."""
    _forget()
    faces.use_fonts(files)
    try:
        yield
    finally:
        faces.use_fonts(())
        _forget()


def _forget() -> None:
    for cache in (lettering.short, lettering.long):
        cache.cache_clear()
