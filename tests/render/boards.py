"""Boards of other sizes than the games', so that pictures are tried on them too."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from games.core import Board, Mark, Side
from render.layout import Figure, layout_of
from render.scene import Caption, Scene, Sign

if TYPE_CHECKING:
    from games.core import Game, Point

SIDES = (7, 11)


def point(column: int, row: int) -> Point:
    """A point by its numbers, both counted from one at the bottom left."""
    return f"{chr(ord('a') + column - 1)}{row}"


def crowded_board(side: int, viewer: Side | None = None) -> Scene:
    """A square board of that side with men, marks and signs on all its edges and in its middle."""
    numbers = range(1, side + 1)
    board = Board(
        ranks=tuple(tuple(point(c, r) for c in numbers) for r in reversed(numbers)),
        lines=(
            *(tuple(point(c, r) for c in numbers) for r in numbers),
            *(tuple(point(c, r) for r in numbers) for c in numbers),
        ),
        letters={(Side.DARK, False): "t", (Side.LIGHT, False): "T", (Side.LIGHT, True): "K"},
    )
    middle = side // 2 + 1
    corners = {point(c, r): Mark.CORNER for c in (1, side) for r in (1, side)}
    camps = {point(middle, row): Mark.CAMP for row in (1, side)}
    marks = {point(middle, middle): Mark.THRONE} | corners | camps
    game = cast("Game", SimpleNamespace(board=board, marks=marks))
    men = {
        **{point(1, row): Figure.ATTACKER for row in range(2, side)},
        **{point(side, row): Figure.ATTACKER for row in range(2, side)},
        **{point(column, middle - 1): Figure.DEFENDER for column in range(3, side - 1)},
        point(middle, middle): Figure.KING,
        point(middle + 1, side): Figure.ATTACKER,
    }
    return Scene(
        layout=layout_of(game, viewer),
        men=tuple(sorted(men.items())),
        caption=Caption((Figure.DEFENDER,), "Defenders to move", "Move 7"),
        path=(point(2, side), point(middle + 1, side)),
        ghosts=((point(middle, middle + 1), Figure.DEFENDER),),
        ways=(tuple(point(c, middle) for c in range(middle, side)),),
        signs=((point(2, middle - 1), Sign.TAKING), (point(3, 2), Sign.TARGET)),
        bites=((point(2, middle - 1), point(1, middle - 1)),),
    )
