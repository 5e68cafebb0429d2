"""`python -m tools.press.trends`: write into docs/ how even the rule sets are, as counted by depth.

That is the two tables in docs/BALANCE.md, and docs/balance.png, where each rule set has a line:
a dot for each depth, the least on top, from the attackers' win at the left to the king's at the
right, with how sure each is.
"""

from __future__ import annotations

import re
import sys
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING

from engine.balance import people, table
from games.catalogue import NAMES
from render.art.men import badge
from render.canvas import Canvas
from render.layout import Figure
from render.shapes import Disc, Stroke, move_shapes, scale_shapes
from tools.balance import DEPTHS, page_row

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.balance import Balance, PeoplesBalance
    from render.shapes import Shape

_DOCS = Path(__file__).parents[2] / "docs"
_ROWS = re.compile(r"(?<=\|---\|---\|\n)(\| `[a-z0-9+-]+` \| [0-9][^\n]*\n)+")
_PEOPLES_ROWS = re.compile(r"(?<=\| source \| share \|\n\|---\|---\|---\|\n)(\| [^\n]*\n)+")

# All lengths are in units, a tenth of the picture's width.
_WIDTH = 720
_HEAD, _ROW, _FOOT = 0.9, 0.86, 0.1
_LEFT, _FROM, _TO = 0.4, 3.4, 9.2  # where a name begins; the scale
_TEXT, _SCALE, _MAN = 0.38, 0.28, 0.62
_THIN, _LINE, _DOT = 0.028, 0.05, 0.085
_STEP = 0.19  # from the least depth, at a row's top, to the next
_TICKS = (0.0, 0.5, 1.0)


def main() -> int:
    """Write both."""
    page = _DOCS / "BALANCE.md"
    page.write_text(with_tables(page.read_text("utf-8"), table(), people()), "utf-8")
    (_DOCS / "balance.png").write_bytes(paint(table()))
    return 0


def with_tables(
    page: str, measured: Mapping[str, Balance], peoples: Mapping[str, PeoplesBalance]
) -> str:
    """Return the page with new tables."""
    rows = "".join(f"{page_row(rules, balance)}\n" for rules, balance in measured.items())
    told = "".join(f"{_peoples_row(rules, balance)}\n" for rules, balance in peoples.items())
    return _PEOPLES_ROWS.sub(lambda _: told, _ROWS.sub(lambda _: rows, page))


def _peoples_row(rules: str, balance: PeoplesBalance) -> str:
    share = f"{balance.share:.1%}".replace("%", " %").replace(".0 ", " ")
    error = f" ± {100 * balance.error:.1f}" if balance.error else ""
    games = f" of {balance.games:,} games" if balance.games else ""
    return f"| `{rules}` | {balance.source}. {balance.about} | {share}{error}{games} |"


def paint(measured: Mapping[str, Balance]) -> bytes:
    """The picture as a PNG: all rule sets without options that were measured."""
    presets = [(name, measured[name]) for name in NAMES if name in measured]
    high = _ROW * len(presets)
    canvas = Canvas("", _WIDTH, _HEAD + high + _FOOT)
    shapes = [shape for row, (_, of) in enumerate(presets) for shape in _row(of, row * _ROW)]
    grid = (Stroke("stitch", ((_x(at), 0), (_x(at), high)), _THIN) for at in _TICKS)
    plot = move_shapes((*grid, *shapes), (-5, -high / 2))  # seen from its middle
    canvas.band(plot, _HEAD, high)
    for row, (name, _) in enumerate(presets):
        canvas.write(name, _TEXT, "ink", (_LEFT, _HEAD + _ROW * (row + 0.5)))
    for figure, at in ((Figure.ATTACKER, _FROM), (Figure.KING, _TO)):
        man = scale_shapes(badge(figure), _MAN)
        canvas.put(man, (at, _HEAD * 0.36), _MAN / 2)
    for share in _TICKS:
        canvas.write(f"{share:.0%}", _SCALE, "dim", (_x(share), _HEAD - 0.18), part=0.5)
    return canvas.png()


def _x(share: float) -> float:
    """Return a share's distance from the picture's left."""
    return _FROM + (_TO - _FROM) * min(1.0, max(0.0, share))


def _row(balance: Balance, top: float) -> Iterator[Shape]:
    """Yield the shapes of a rule set's row, which starts at this height."""
    spots = [
        (depth, top + _ROW / 2 + _STEP * (_level(depth.nodes) - 1.5)) for depth in balance.trend
    ]
    yield Stroke("stitch", ((_LEFT, top), (_TO, top)), _THIN)
    for depth, y in spots:
        ends = (_x(depth.share - depth.error), y), (_x(depth.share + depth.error), y)
        yield Stroke("dim", ends, _LINE)
    if len(spots) > 1:
        yield Stroke("ink", tuple((_x(depth.share), y) for depth, y in spots), _LINE)
    for depth, y in spots:
        yield Disc("ink", (_x(depth.share), y), _DOT)


def _level(nodes: int) -> int:
    """The place of the depth that comes nearest."""
    return min(range(len(DEPTHS)), key=lambda place: abs(log2(nodes / DEPTHS[place])))


if __name__ == "__main__":
    sys.exit(main())
