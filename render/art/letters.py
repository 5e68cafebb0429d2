"""Carved letters for the callouts "Raichi!" and "Tuichi!". Height 1.

Every stroke is straight and ends in a point, as a blade cuts horn.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from render.shapes import Disc, Poly, Shape, Shapes, Spot, move_shapes, rhomb

_HALF = 0.1  # half a cut's width
_TIP = 0.09  # how far it runs out into a point
_GAP = 0.5  # between two letters

# Each letter: its width, and its cuts as runs of spots.
_LETTERS: dict[str, tuple[float, tuple[tuple[Spot, ...], ...]]] = {
    "A": (0.76, (((0, 0.93), (0.38, 0), (0.76, 0.93)), ((0.16, 0.66), (0.6, 0.66)))),
    "C": (0.6, (((0.58, 0.14), (0.34, 0), (0, 0.3), (0, 0.7), (0.34, 1), (0.58, 0.86)),)),
    "H": (0.64, (((0, 0.07), (0, 0.93)), ((0.64, 0.07), (0.64, 0.93)), ((0, 0.5), (0.64, 0.5)))),
    "I": (0, (((0, 0.07), (0, 0.93)),)),
    "R": (0.6, (((0, 0.93), (0, 0), (0.56, 0.26), (0, 0.54), (0.6, 0.93)),)),
    "T": (0.8, (((0.4, 0), (0.4, 0.93)), ((0.07, 0), (0.73, 0)))),
    "U": (0.66, (((0, 0.07), (0, 0.7), (0.33, 1), (0.66, 0.7), (0.66, 0.07)),)),
    "!": (0.1, (((0.05, 0.0), (0.05, 0.6)),)),
}


def _draw_stroke(ink: str, start: Spot, end: Spot, tips: tuple[bool, bool]) -> Poly:
    """One stroke; pointed at its free ends."""
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
    """Strokes that meet: round where they meet, pointed at the two ends."""
    last = len(spots) - 2
    cuts: list[Shape] = [
        _draw_stroke(ink, a, b, (k == 0, k == last)) for k, (a, b) in enumerate(pairwise(spots))
    ]
    return (*cuts, *(Disc(ink, spot, _HALF) for spot in spots[1:-1]))


def carve_word(word: str, ink: str) -> Shapes:
    """A word, centred, of height 1."""
    cuts: list[Shape] = []
    x = 0.0
    for letter in word:
        width, runs = _LETTERS[letter]
        for run in runs:
            cuts += move_shapes(_draw_run(ink, run), (x, 0))
        if letter == "!":
            cuts.append(Poly(ink, rhomb(0.15, (x + 0.05, 0.89))))
        x += width + _GAP
    return move_shapes(cuts, (-(x - _GAP) / 2, -0.5))
