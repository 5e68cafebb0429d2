"""A board as its viewer sees it: which side is at the bottom, and where each point lies. Pure.

Law: the viewer's direction is decided here. Nothing after this asks who looks.
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
    """Every kind of man, by the letter of its game."""

    ATTACKER = "t"
    DEFENDER = "T"
    KING = "K"
    DARK_MAN = "m"
    DARK_DAME = "q"
    LIGHT_MAN = "M"
    LIGHT_DAME = "Q"

    @property
    def side(self) -> Side:
        """The side whose man this is."""
        return Side.DARK if self.islower() else Side.LIGHT


@dataclass(frozen=True, slots=True)
class Layout:
    """A board as its viewer sees it."""

    board: Board = field(repr=False)
    columns: int
    squares: bool  # men stand in squares; otherwise on points where drawn lines meet
    flipped: bool
    special: tuple[tuple[Point, Mark], ...]

    def place(self, point: Point) -> tuple[int, int]:
        """Column and row of a point, counted from the top left that the viewer sees."""
        column, row = ord(point[0]) - ord("a"), self.rows - int(point[1:])
        if self.flipped:
            return self.columns - 1 - column, self.rows - 1 - row
        return column, row

    @property
    def rows(self) -> int:
        """How many ranks there are."""
        return len(self.board.ranks)

    @property
    def side(self) -> int:
        """How many squares wide and high the board is."""
        return max(self.columns, self.rows)

    @property
    def plain(self) -> tuple[Figure, Figure]:
        """The plain men of this game, dark and light."""
        if self.squares:
            return Figure.ATTACKER, Figure.DEFENDER
        return Figure.DARK_MAN, Figure.LIGHT_MAN


def layout_of(game: Game, viewer: Side | None = None) -> Layout:
    """The board of a game with this side at the bottom; without one, the attackers or Light."""
    columns, squares = _columns_and_squares(game.board)
    # Rank 1 is at the bottom as ranks are written. Tabal's Light begins there; a tafl board is the
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
    """How many files there are, and whether every rank has a point on each."""
    columns = max(ord(point[0]) for rank in board.ranks for point in rank) - ord("a") + 1
    return columns, all(len(rank) == columns for rank in board.ranks)
