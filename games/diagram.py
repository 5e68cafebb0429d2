"""Draw a position as a board in plain text, and read such text: for tests, logs and players.

Knows no game: a point's place on the page follows from its name, and the lines from the board.

>>> from games.catalogue import game
>>> print(draw_diagram(game("bga").start(), game("bga").marks))
9 # . . t t t . . #
8 . . . . t . . . .
7 . . . . T . . . .
6 t . . . T . . . t
5 t t T T K T T t t
4 t . . . T . . . t
3 . . . . T . . . .
2 . . . . t . . . .
1 # . . t t t . . #
  a b c d e f g h i
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from string import digits
from typing import TYPE_CHECKING

from games.core import FREE, Mark, coordinates
from games.errors import Fault, Unreadable
from games.notation import place_men

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from games.core import Board, Game, Point, Position, Side

SIGNS = {Mark.THRONE: "+", Mark.CAMP: ":", Mark.CLOSED_CAMP: "%", Mark.CORNER: "#"}
_LONGEST = 2000  # characters of a diagram
_STROKES = str.maketrans("", "", " -|/\\")


@dataclass(frozen=True, slots=True)
class _Grid:
    """Spacing of files and ranks, and whether lines are drawn between them."""

    across: int
    down: int
    lines: bool


def _grid(board: Board) -> _Grid:
    """The grid for a board. A full square of points needs no lines; other boards do."""
    files = {point[0] for point in board.points}
    full = len(board.points) == len(files) * len(board.ranks)
    return _Grid(2, 1, lines=False) if full else _Grid(4, 2, lines=True)


def draw_diagram(
    position: Position, marks: Mapping[Point, Mark] | None = None, *, flipped: bool = False
) -> str:
    """The board with labels, top rank first; `flipped` shows the other player's view."""
    canvas = _canvas(position.board)
    sheet = [list(row) for row in canvas.rows]
    for point, (row, column) in canvas.cells.items():
        sheet[row][column] = position[point]
    for point, mark in (marks or {}).items():
        row, column = canvas.cells[point]
        if sheet[row][column] == FREE:
            sheet[row][column] = SIGNS[mark]
    drawn, margin, files = ["".join(row) for row in sheet], canvas.margin, canvas.files
    if flipped:
        drawn = [row[::-1] for row in reversed(drawn)]
        margin, files = margin[::-1], files[::-1]
    wide = max(map(len, margin))
    lines = [f"{label:>{wide}} {row}".rstrip() for label, row in zip(margin, drawn, strict=True)]
    return "\n".join([*lines, f"{'':{wide}} {files}"])


@dataclass(frozen=True, slots=True)
class _Canvas:
    """A board before the men are drawn: strokes, cells of the points, labels."""

    rows: tuple[str, ...]
    cells: Mapping[Point, tuple[int, int]]
    margin: tuple[str, ...]
    files: str


@cache
def _canvas(board: Board) -> _Canvas:
    grid = _grid(board)
    cells = {point: _cell(point, board, grid) for point in board.points}
    rows = 1 + max(row for row, _ in cells.values())
    columns = 1 + max(column for _, column in cells.values())
    strokes = dict(_strokes(board, grid)) if grid.lines else {}
    labels = [rank[0][1:] for rank in board.ranks]
    return _Canvas(
        rows=tuple("".join(strokes.get((r, c), " ") for c in range(columns)) for r in range(rows)),
        cells=cells,
        margin=tuple("" if r % grid.down else labels[r // grid.down] for r in range(rows)),
        files=(" " * (grid.across - 1)).join(sorted({point[0] for point in board.points})),
    )


def _cell(point: Point, board: Board, grid: _Grid) -> tuple[int, int]:
    """The row and column where a point is drawn."""
    file, rank = coordinates(point)
    return (len(board.ranks) - 1 - rank) * grid.down, file * grid.across


def _strokes(board: Board, grid: _Grid) -> Iterator[tuple[tuple[int, int], str]]:
    for line in board.lines:
        for start, end in pairwise(line):
            yield from _stroke(_cell(start, board, grid), _cell(end, board, grid))


def _stroke(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[tuple[int, int], str]]:
    """The stroke between two neighbours: dashes, a bar, or one slanted sign half-way."""
    (top, left), (bottom, right) = sorted((start, end))
    if top == bottom:
        yield from (((top, column), "-") for column in range(left + 1, right))
        return
    sign = "|" if left == right else "\\" if left < right else "/"
    yield ((top + bottom) // 2, (left + right) // 2), sign


def read_diagram(game: Game, text: str, turn: Side) -> Position:
    """The position drawn in the text (not flipped); Unreadable if there is none."""
    if len(text) > _LONGEST:
        raise Unreadable(Fault.DIAGRAM, text)
    files = {point[0] for point in game.board.points}
    lines = (line.translate(_STROKES) for line in text.splitlines())
    ranks = [line for line in lines if line.strip() and not set(line) <= files]
    if len(ranks) != len(game.board.ranks):
        raise Unreadable(Fault.RANKS, len(ranks), len(game.board.ranks))
    position = place_men(game.board, _men(game.board, ranks), turn)
    game.check(position)
    return position


def _men(board: Board, ranks: list[str]) -> Iterator[tuple[Point, str]]:
    for rank, points in zip(ranks, board.ranks, strict=True):
        letters = rank.lstrip(digits)
        label = rank.removesuffix(letters)
        if label not in ("", points[0][1:]):
            raise Unreadable(Fault.DIAGRAM, rank)
        if len(letters) != len(points):
            raise Unreadable(Fault.RANK, rank)
        for point, letter in zip(points, letters, strict=True):
            yield point, FREE if letter in SIGNS.values() else letter
