"""A board as its viewer sees it: the side at the bottom and the place of each point. Pure.

Invariant: the viewer's direction is decided here. Later steps don't know the viewer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from games.core import Side

if TYPE_CHECKING:
    from games.core import Board, Game, Mark, Point


class Figure(StrEnum):
    """Every kind of man, by its letter in the game."""

    ATTACKER = "t"
    DEFENDER = "T"
    KING = "K"
    DARK_MAN = "m"
    DARK_DAME = "q"
    LIGHT_MAN = "M"
    LIGHT_DAME = "Q"

    @property
    def side(self) -> Side:
        """The side that owns this man."""
        return Side.DARK if self.islower() else Side.LIGHT


@dataclass(frozen=True, slots=True)
class Layout:
    """A board as its viewer sees it."""

    board: Board = field(repr=False)
    columns: int
    squares: bool  # men stand in squares, not on points where lines meet
    flipped: bool
    special: tuple[tuple[Point, Mark], ...]

    def place(self, point: Point) -> tuple[int, int]:
        """Column and row of a point, counted from the viewer's top left."""
        column, row = ord(point[0]) - ord("a"), self.rows - int(point[1:])
        if self.flipped:
            return self.columns - 1 - column, self.rows - 1 - row
        return column, row

    @property
    def rows(self) -> int:
        """The number of ranks."""
        return len(self.board.ranks)

    @property
    def side(self) -> int:
        """The board's width and height in squares."""
        return max(self.columns, self.rows)

    @property
    def plain(self) -> tuple[Figure, Figure]:
        """The plain men of this game, dark and light."""
        if self.squares:
            return Figure.ATTACKER, Figure.DEFENDER
        return Figure.DARK_MAN, Figure.LIGHT_MAN


def layout_of(game: Game, viewer: Side | None = None) -> Layout:
    """A game's board with this side at the bottom; by default, the attackers or Light."""
    columns, squares = _columns_and_squares(game.board)
    # Rank 1 is at the bottom in written ranks. Tabal's Light starts there; a tafl board looks the
    # same from both ends, and counts as the attackers' view.
    usual = Side.DARK if squares else Side.LIGHT
    return Layout(
        board=game.board,
        columns=columns,
        squares=squares,
        flipped=viewer not in (None, usual),
        special=tuple(sorted(game.marks.items())),
    )


@cache  # there are few boards
def _columns_and_squares(board: Board) -> tuple[int, bool]:
    """The number of files, and whether every rank has a point on each."""
    columns = max(ord(point[0]) for rank in board.ranks for point in rank) - ord("a") + 1
    return columns, all(len(rank) == columns for rank in board.ranks)
