"""The woven band above the board: plain, or as a banner for callouts and the end."""

from __future__ import annotations

from dataclasses import dataclass

from render.shapes import Poly, Shapes, Stroke, oblong, rhomb

_HIGH, _WIDE = 0.86, 10.0


def _borders(outer: str, inner: str) -> Shapes:
    return (
        Poly(outer, oblong(0, 0, _WIDE, 0.028)),
        Poly(inner, oblong(0, 0.065, _WIDE, 0.11)),
        Poly(inner, oblong(0, _HIGH - 0.11, _WIDE, _HIGH - 0.065)),
        Poly(outer, oblong(0, _HIGH - 0.028, _WIDE, _HIGH)),
    )


def woven() -> Shapes:
    """The plain band: a zigzag with rhombs in its bays."""
    bays = 40
    step = _WIDE / bays
    middle, swing = _HIGH / 2, 0.14
    zigzag = tuple((k * step, middle + (swing if k % 2 else -swing)) for k in range(bays + 1))
    return (
        Poly("band", oblong(0, 0, _WIDE, _HIGH)),
        *_borders("band_line", "band_one"),
        Stroke("band_line", zigzag, 0.036),
        *(
            Poly(
                "band_one" if k % 2 else "band_two",
                rhomb(0.085, (k * step, middle + (-0.075 if k % 2 else 0.075))),
            )
            for k in range(bays + 1)
        ),
    )


@dataclass(frozen=True, slots=True)
class Banner:
    """Colours of a banner: ground, letters, and rhombs from the outside in."""

    ground: str
    letters: str
    rhombs: tuple[str, str, str]


_FIRST, _STEP, _LAST = 0.4, 0.5, 2.4  # places of the rhombs, from either end
_AIR = 0.35  # between rhombs and word
_SIZES = (0.22, 0.14, 0.07)


def banner(inks: Banner, word: float) -> Shapes:
    """A banner with rhombs to the left and right of a word this wide; the word is left out."""
    middle = _HIGH / 2
    room = min(_LAST, (_WIDE - word) / 2 - _AIR)
    lefts = [_FIRST + _STEP * k for k in range(int((room - _FIRST) / _STEP + 1))]
    return (
        Poly(inks.ground, oblong(0, 0, _WIDE, _HIGH)),
        *_borders(inks.letters, inks.rhombs[0]),
        *(
            Poly(ink, rhomb(size, (x, middle)))
            for x in (*lefts, *(_WIDE - x for x in lefts))
            for ink, size in zip(inks.rhombs, _SIZES, strict=True)
        ),
    )
