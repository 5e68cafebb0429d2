"""Where things lie on the board as its viewer sees it. Pure; in squares, from the board's top left.

Law: whoever is near is resolved here. Nobody after this asks who looks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from games.core import Side

if TYPE_CHECKING:
    from games.core import Board, Game, Mark, Point


class Figure(StrEnum):
    """Everyone who may stand on a board, by the letter of his game."""

    ATTACKER = "t"
    DEFENDER = "T"
    KING = "K"
    DARK_MAN = "m"
    DARK_DAME = "q"
    LIGHT_MAN = "M"
    LIGHT_DAME = "Q"

    @property
    def side(self) -> Side:
        """Whose he is."""
        return Side.DARK if self.islower() else Side.LIGHT


@dataclass(frozen=True, slots=True)
class Layout:
    """A board as it lies before its viewer."""

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


def layout(game: Game, viewer: Side | None = None) -> Layout:
    """The board of a game before this side; before nobody's side, attackers or Light are near."""
    ranks = game.board.ranks
    columns = max(ord(point[0]) for rank in ranks for point in rank) - ord("a") + 1
    squares = all(len(rank) == columns for rank in ranks)
    # Rank 1 lies at the bottom as the ranks are written. Tabal's Light begins there; Tablut's
    # board is the same from both ends, and the attackers' is taken for the usual view.
    usual = Side.DARK if squares else Side.LIGHT
    return Layout(
        board=game.board,
        columns=columns,
        squares=squares,
        flipped=viewer not in (None, usual),
        special=tuple(sorted(game.marks.items())),
    )
