"""Every sprite by name: its shapes and its ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import Mark
from render.art import board, marks, men
from render.layout import Figure
from render.scene import Sign
from render.shapes import scale_shapes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from render.shapes import Shapes

GROUNDS = ("ground", "camp", "throne", "call")  # grounds that a man can stand on
_TURNS = {(0, -1): 0.0, (1, 0): 0.25, (0, 1): 0.5, (-1, 0): 0.75}  # directions of a bite

_SIGNS = {
    Sign.PICKED: marks.PICKED,
    Sign.TARGET: marks.TARGET,
    Sign.TAKING: marks.TAKING,
    Sign.WINNING: marks.WINNING,
    Sign.PREY: marks.PREY,
    Sign.MUST: (*marks.MUST, *marks.MOVABLE),
    Sign.MOVABLE: marks.MOVABLE,
    Sign.BARRED: marks.BARRED,
    Sign.CLOSER: marks.CLOSER,
    Sign.WALL: marks.WALL,
}
_CUT = {
    Mark.CAMP: board.CAMP,
    Mark.CLOSED_CAMP: board.CLOSED_CAMP,
    Mark.THRONE: board.THRONE,
    Mark.CORNER: board.CORNER,
}
_MARKS = {
    "goal": marks.GOAL,
    "halo": marks.HALO,
    "landing": marks.LANDING,
    "left": marks.LEFT,
    "point": board.POINT,
}


def sprites() -> Iterator[tuple[str, str, Shapes]]:
    """Yield every sprite: name, ground, shapes."""
    for ground in GROUNDS:
        yield "lit", ground, marks.LIT
        for figure in Figure:
            yield f"man:{figure}", ground, men.man(figure)
            yield f"ghost:{figure}", ground, men.ghost(figure, ground)
    for figure in Figure:
        yield f"badge:{figure}", "strip", scale_shapes(men.badge(figure), 0.72)
        yield f"lost:{figure}", "strip", scale_shapes(men.lost(figure), 0.5)
    for (x, y), turn in _TURNS.items():
        yield f"bite:{x},{y}", "ground", marks.bite(turn)
    for name, shapes in (_SIGNS | _CUT | _MARKS).items():
        yield name, "ground", shapes
