"""Carved letters for "Raichi!", "Tuichi!" and the end of a game. Height 1.

Every stroke is straight and ends in a point, as a blade cuts horn.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from unicodedata import normalize

from render.shapes import Disc, Poly, Shape, Shapes, Spot, move_shapes, rhomb, scale_shapes

_HALF = 0.1  # half a cut's width
_TIP = 0.09  # how far a cut runs out into a point
_GAP = 0.5  # between two letters
_ROOM = 8.0  # for a word, in units

# Each letter's width, and its cuts as runs of spots.
_LETTERS: dict[str, tuple[float, tuple[tuple[Spot, ...], ...]]] = {
    "A": (0.76, (((0, 0.93), (0.38, 0), (0.76, 0.93)), ((0.16, 0.66), (0.6, 0.66)))),
    "B": (0.58, (((0, 0.93), (0, 0), (0.5, 0.22), (0, 0.45), (0.58, 0.7), (0, 0.93)),)),
    "C": (0.6, (((0.58, 0.14), (0.34, 0), (0, 0.3), (0, 0.7), (0.34, 1), (0.58, 0.86)),)),
    "D": (0.64, (((0, 0.93), (0, 0), (0.36, 0.04), (0.64, 0.47), (0.36, 0.89), (0, 0.93)),)),
    "E": (0.54, (((0.54, 0), (0, 0), (0, 0.93), (0.54, 0.93)), ((0, 0.46), (0.44, 0.46)))),
    "F": (0.54, (((0.54, 0), (0, 0), (0, 0.93)), ((0, 0.45), (0.44, 0.45)))),
    "G": (
        0.64,
        (
            (
                (0.6, 0.14),
                (0.34, 0),
                (0, 0.3),
                (0, 0.7),
                (0.34, 1),
                (0.62, 0.8),
                (0.62, 0.54),
                (0.36, 0.54),
            ),
        ),
    ),
    "H": (0.64, (((0, 0.07), (0, 0.93)), ((0.64, 0.07), (0.64, 0.93)), ((0, 0.5), (0.64, 0.5)))),
    "I": (0, (((0, 0.07), (0, 0.93)),)),
    "J": (0.44, (((0.44, 0.07), (0.44, 0.74), (0.2, 1), (0, 0.82)),)),
    "K": (0.6, (((0, 0.07), (0, 0.93)), ((0.58, 0.07), (0.04, 0.5), (0.6, 0.93)))),
    "L": (0.52, (((0, 0.07), (0, 0.93), (0.52, 0.93)),)),
    "M": (0.86, (((0, 0.93), (0.06, 0), (0.43, 0.6), (0.8, 0), (0.86, 0.93)),)),
    "N": (0.66, (((0, 0.93), (0, 0.04), (0.66, 0.89), (0.66, 0)),)),
    "O": (
        0.72,
        (
            (
                (0.36, 0),
                (0, 0.3),
                (0, 0.68),
                (0.36, 0.98),
                (0.72, 0.68),
                (0.72, 0.3),
                (0.36, 0),
                (0.2, 0.13),
            ),
        ),
    ),
    "P": (0.56, (((0, 0.93), (0, 0), (0.56, 0.26), (0, 0.54)),)),
    "Q": (
        0.74,
        (
            (
                (0.36, 0),
                (0, 0.3),
                (0, 0.68),
                (0.36, 0.98),
                (0.72, 0.68),
                (0.72, 0.3),
                (0.36, 0),
                (0.2, 0.13),
            ),
            ((0.44, 0.66), (0.74, 1)),
        ),
    ),
    "R": (0.6, (((0, 0.93), (0, 0), (0.56, 0.26), (0, 0.54), (0.6, 0.93)),)),
    "S": (0.56, (((0.54, 0.14), (0.28, 0), (0.02, 0.24), (0.54, 0.68), (0.28, 0.98), (0, 0.84)),)),
    "T": (0.8, (((0.4, 0), (0.4, 0.93)), ((0.07, 0), (0.73, 0)))),
    "U": (0.66, (((0, 0.07), (0, 0.7), (0.33, 1), (0.66, 0.7), (0.66, 0.07)),)),
    "V": (0.72, (((0, 0.04), (0.36, 0.97), (0.72, 0.04)),)),
    "W": (1.0, (((0, 0.04), (0.26, 0.97), (0.5, 0.35), (0.74, 0.97), (1, 0.04)),)),
    "X": (0.64, (((0, 0.04), (0.64, 0.93)), ((0.64, 0.04), (0, 0.93)))),
    "Y": (0.68, (((0, 0.04), (0.34, 0.5), (0.68, 0.04)), ((0.34, 0.5), (0.34, 0.93)))),
    "Z": (0.62, (((0.04, 0), (0.6, 0), (0.02, 0.93), (0.62, 0.93)),)),
    "!": (0.1, (((0.05, 0.0), (0.05, 0.6)),)),
    " ": (0.1, ()),
    # What the score of a match of two games needs.
    "0": (
        0.56,
        (
            (
                (0.28, 0),
                (0, 0.28),
                (0, 0.68),
                (0.28, 0.97),
                (0.56, 0.68),
                (0.56, 0.28),
                (0.28, 0),
                (0.14, 0.14),
            ),
        ),
    ),
    "1": (0.22, (((0, 0.22), (0.22, 0), (0.22, 0.93)),)),
    "2": (0.54, (((0, 0.24), (0.27, 0), (0.54, 0.26), (0, 0.93), (0.54, 0.93)),)),
    "\N{VULGAR FRACTION ONE HALF}": (
        0.96,
        (
            ((0, 0.14), (0.14, 0), (0.14, 0.42)),
            ((0.66, 0), (0.2, 0.97)),
            ((0.58, 0.62), (0.76, 0.52), (0.92, 0.64), (0.58, 0.95), (0.96, 0.95)),
        ),
    ),
    "\N{EN DASH}": (0.36, (((0, 0.5), (0.36, 0.5)),)),
}
# Accents above and below letters, as Unicode decomposes them; centred on a letter.
_MARKS: dict[str, tuple[tuple[Spot, ...], ...]] = {
    "\N{COMBINING GRAVE ACCENT}": (((-0.16, -0.34), (0.08, -0.2)),),
    "\N{COMBINING ACUTE ACCENT}": (((0.16, -0.34), (-0.08, -0.2)),),
    "\N{COMBINING CIRCUMFLEX ACCENT}": (((-0.2, -0.18), (0, -0.34), (0.2, -0.18)),),
    "\N{COMBINING TILDE}": (((-0.22, -0.2), (-0.08, -0.3), (0.08, -0.22), (0.22, -0.32)),),
    "\N{COMBINING DIAERESIS}": (
        ((-0.2, -0.34), (-0.2, -0.22)),
        ((0.2, -0.34), (0.2, -0.22)),
    ),
    "\N{COMBINING RING ABOVE}": (
        ((0, -0.38), (-0.1, -0.28), (0, -0.18), (0.1, -0.28), (0, -0.38)),
    ),
    "\N{COMBINING CEDILLA}": (((0, 1), (0.1, 1.14), (-0.08, 1.22)),),
}


@dataclass(frozen=True, slots=True)
class Word:
    """A carved word, centred on its middle."""

    width: float
    shapes: Shapes


def _draw_stroke(ink: str, start: Spot, end: Spot, tips: tuple[bool, bool]) -> Poly:
    """One stroke, pointed at its free ends."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    aside = (-y * _HALF, x * _HALF)
    before = (start[0] - x * _TIP, start[1] - y * _TIP) if tips[0] else start
    after = (end[0] + x * _TIP, end[1] + y * _TIP) if tips[1] else end
    return Poly(
        ink,
        (
            before,
            (start[0] + aside[0], start[1] + aside[1]),
            (end[0] + aside[0], end[1] + aside[1]),
            after,
            (end[0] - aside[0], end[1] - aside[1]),
            (start[0] - aside[0], start[1] - aside[1]),
        ),
    )


def _draw_run(ink: str, spots: tuple[Spot, ...]) -> Shapes:
    """Joined strokes: round at the joints, pointed at both ends."""
    last = len(spots) - 2
    cuts: list[Shape] = [
        _draw_stroke(ink, a, b, (k == 0, k == last)) for k, (a, b) in enumerate(pairwise(spots))
    ]
    return (*cuts, *(Disc(ink, spot, _HALF) for spot in spots[1:-1]))


def carve_word(word: str, ink: str, height: float, room: float = _ROOM) -> Word:
    """Carve a word of this height, or lower if the word would be too long for the room.

    Raises KeyError for a letter that can't be carved.
    """
    cuts: list[Shape] = []
    x = width = 0.0
    for sign in normalize("NFD", word):
        if marks := _MARKS.get(sign):
            left = x - _GAP - width / 2  # the middle of the letter before
        else:
            left, (width, marks) = x, _LETTERS[sign]
            x += width + _GAP
        for run in marks:
            cuts += move_shapes(_draw_run(ink, run), (left, 0))
        if sign == "!":
            cuts.append(Poly(ink, rhomb(0.15, (left + 0.05, 0.89))))
    length = x - _GAP
    height = min(height, room / (length or 1))
    return Word(length * height, scale_shapes(move_shapes(cuts, (-length / 2, -0.5)), height))
