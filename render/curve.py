"""A curve as a picture: the course of a game, or a rating over time. Pure.

Invariant: plain values in, a PNG out; the same curve, theme and width always give the same bytes.
Knows no rules and no words: all texts are given.

>>> rating = Curve(
...     points=((0, 0.2), (0.5, 0.7), (1, 0.6)),
...     top=("Tablut", "1540"),
...     foot=("3 May", "today"),
...     guides=((0.5, "1500"),),
... )
>>> paint(rating, "wood")[1:4]
b'PNG'
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from render.art.men import badge
from render.canvas import Canvas
from render.paint import WIDTH
from render.shapes import Disc, Poly, Stroke, oblong, ring, scale_shapes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from render.layout import Figure
    from render.shapes import Shape, Spot

# All lengths are in units, a tenth of the picture's width.
_ROW = 0.74  # above and below the plot, for texts
_PLOT = 3.0  # the plot's height
_LEFT, _RIGHT = 0.3, 0.3  # beside the plot
_GAP = 0.16  # between a guide's text and the plot
_TEXT, _GUIDE = 0.38, 0.32  # sizes of letters
_FRAME, _LINE, _THIN = 0.03, 0.075, 0.028
_MARK, _RIM = 0.27, 0.045  # a mark's radius, and the line around it
_DOT = 0.11
_MAN = 0.68  # a man's square, which he nearly fills
_LAST = 3.2  # the room for a text at the right


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve to draw. Points and heights are parts of the plot, 0 to 1, from the bottom left."""

    points: tuple[Spot, ...]  # from left to right, at least one
    top: tuple[str, str] = ("", "")  # above the plot, left and right
    foot: tuple[str, str] = ("", "")  # below the plot
    guides: tuple[tuple[float, str], ...] = ()  # lines across, with the text at their left
    marks: tuple[tuple[int, str], ...] = ()  # index of the marked point, and its number
    # Dark owns the area above the curve, light the area below: a man of each goes with the texts.
    sides: tuple[Figure, Figure] | None = None


def paint(curve: Curve, theme: str = "", width: int = WIDTH) -> bytes:
    """Draw a curve as a PNG; an unknown theme means the default theme."""
    canvas = Canvas(theme, width, _PLOT + 2 * _ROW)
    _Drawing(curve, canvas).draw()
    return canvas.png()


class _Drawing:
    """A picture being drawn."""

    def __init__(self, curve: Curve, canvas: Canvas) -> None:
        self._curve = curve
        self._canvas = canvas
        self._left = _LEFT + self._room_for_guides()
        self._wide = 10 - self._left - _RIGHT

    def draw(self) -> None:
        """Draw everything."""
        # dots can cross the plot's edges
        self._canvas.band(tuple(self._plot_shapes()), _ROW, _PLOT, over=_DOT)
        self._write_texts()

    def _room_for_guides(self) -> float:
        texts = [text for _, text in self._curve.guides if text]
        widths = [self._canvas.text_width(text, _GUIDE) + _GAP for text in texts]
        return max(widths, default=0.0)

    def _spot_of(self, point: Spot) -> Spot:
        """A point's spot, measured from the middle of the picture's width and of the plot."""
        x = self._left - 5 + self._wide * min(1.0, max(0.0, point[0]))
        return x, _PLOT * (0.5 - min(1.0, max(0.0, point[1])))

    def _plot_shapes(self) -> Iterator[Shape]:
        """The plot from the ground up."""
        curve = self._curve
        (left, bottom), (right, top) = self._spot_of((0, 0)), self._spot_of((1, 1))
        line = tuple(map(self._spot_of, curve.points))
        if curve.sides:
            yield Poly("dark", oblong(left, top, right, bottom))
            ends = (left, line[0][1]), (right, line[-1][1])
            yield Poly("light", ((left, bottom), ends[0], *line, ends[1], (right, bottom)))
        for height, _ in curve.guides:
            ends = self._spot_of((0, height)), self._spot_of((1, height))
            yield Stroke("stitch", ends, _THIN)
        half = _FRAME / 2
        box = oblong(left + half, top + half, right - half, bottom - half)
        yield Stroke("dim", box, _FRAME, closed=True)
        if not curve.sides:
            yield Stroke("ink", line, _LINE)
            yield Disc("ink", line[-1], _DOT)
        yield from self._mark_shapes()

    def _mark_shapes(self) -> Iterator[Shape]:
        for (index, _), (x, y) in zip(self._curve.marks, self._mark_places(), strict=True):
            at = self._spot_of(self._curve.points[index])
            if hypot(at[0] - x, at[1] - y) > _MARK + _DOT:  # else the mark is at its point
                yield Stroke("stitch", (at, (x, y)), _THIN)
                yield Disc("call_line", at, _DOT)
                yield Disc("call", at, _DOT - _RIM)
        for place in self._mark_places():
            yield from ring("call_line", "call", _MARK - _RIM / 2, _RIM, place)

    def _mark_places(self) -> list[Spot]:
        """Places of the marks: at their points, but side by side and inside the plot."""
        places: list[Spot] = []
        for number, (index, _) in enumerate(self._curve.marks, 1):
            x, y = self._spot_of(self._curve.points[index])
            least = places[-1][0] + 2 * _MARK if places else self._spot_of((0, 0))[0] + _MARK
            after = len(self._curve.marks) - number  # marks that still need room to the right
            most = self._spot_of((1, 0))[0] - _MARK - 2 * _MARK * after
            inside = _PLOT / 2 - _MARK
            places.append((min(most, max(least, x)), max(-inside, min(inside, y))))
        return places

    def _write_texts(self) -> None:
        curve, write = self._curve, self._canvas.write
        left, right = self._left, 10 - _RIGHT
        for number, ((first, last), y) in enumerate(
            ((curve.top, _ROW / 2), (curve.foot, _ROW * 1.5 + _PLOT))
        ):
            start = left
            if curve.sides and first:  # a man of the side, before its name
                man = scale_shapes(badge(curve.sides[number]), _MAN)
                self._canvas.put(man, (left + _MAN / 2, y), _MAN / 2)
                start += _MAN + _GAP / 2
            end = write(last, _TEXT, "dim", (right, y), room=_LAST, part=1)
            write(first, _TEXT, "ink", (start, y), room=right - end - start - _GAP)
        for height, text in curve.guides:
            y = _ROW + _PLOT * (1 - height)
            write(text, _GUIDE, "dim", (left - _GAP, y), part=1)
        for (_, text), (x, y) in zip(curve.marks, self._mark_places(), strict=True):
            spot = 5 + x, _ROW + _PLOT / 2 + y
            write(text, _TEXT, "call_line", spot, on="call", part=0.5)
