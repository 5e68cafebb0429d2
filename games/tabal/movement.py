"""Steps of men and slides of dames: Tabal's moves without captures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import Side
from games.slides import slides
from games.tabal.board import ALL, BOARD

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.core import Arm, Move, Position
    from games.slides import Slides

_FORWARD = {Side.LIGHT: 1, Side.DARK: -1}


def _ahead(side: Side, place: int) -> tuple[Arm, ...]:
    """A man's neighbours forward and sideways, one per arm."""
    rank = BOARD.points[place][1]
    return tuple(
        arm[:1]
        for arm in BOARD.arms[place]
        if (int(BOARD.points[arm[0]][1]) - int(rank)) * _FORWARD[side] >= 0
    )


_STEPS: Mapping[Side, tuple[Slides, ...]] = {
    side: tuple(
        slides(BOARD, place, _ahead(side, place), ALL) for place in range(len(BOARD.points))
    )
    for side in Side
}
# A table per line: one for all lines of a point could grow to a million entries.
_SLIDES: tuple[tuple[Slides, ...], ...] = tuple(
    tuple(slides(BOARD, place, line, ALL) for line in through)
    for place, through in enumerate(BOARD.rays)
)


def quiet_moves(position: Position, place: int) -> Sequence[Move]:
    """Steps or slides of this man, even if a capture is compulsory."""
    occupied = position.dark | position.light
    if position.crowned >> place & 1:
        return [m for table in _SLIDES[place] for m in table[occupied & table.mask]]
    table = _STEPS[position.turn][place]
    return table[occupied & table.mask]
