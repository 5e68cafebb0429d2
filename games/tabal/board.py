"""Tabal's board: 37 points, 76 lines between neighbours, and the starting places of the men."""

from __future__ import annotations

from games.core import Board, Side

_RANKS = (
    "a9 c9 e9",
    "b8 c8 d8",
    "a7 b7 c7 d7 e7",
    "a6 b6 c6 d6 e6",
    "a5 b5 c5 d5 e5",
    "a4 b4 c4 d4 e4",
    "a3 b3 c3 d3 e3",
    "b2 c2 d2",
    "a1 c1 e1",
)
_FILES = (
    "c1 c2 c3 c4 c5 c6 c7 c8 c9",
    "a3 a4 a5 a6 a7",
    "b3 b4 b5 b6 b7",
    "d3 d4 d5 d6 d7",
    "e3 e4 e5 e6 e7",
)
_DIAGONALS = (
    "a1 b2 c3 d4 e5",
    "e1 d2 c3 b4 a5",
    "a3 b4 c5 d6 e7",
    "e3 d4 c5 b6 a7",
    "a5 b6 c7 d8 e9",
    "e5 d6 c7 b8 a9",
)

BOARD = Board(
    ranks=tuple(tuple(rank.split()) for rank in _RANKS),
    lines=tuple(tuple(line.split()) for line in (*_RANKS, *_FILES, *_DIAGONALS)),
    letters={
        (Side.DARK, False): "m",
        (Side.DARK, True): "q",
        (Side.LIGHT, False): "M",
        (Side.LIGHT, True): "Q",
    },
)

# Sets of points, see Board.points.
ALL = (1 << len(BOARD.points)) - 1
LIGHT_START = BOARD.bits(point for point in BOARD.points if point[1] in "1234")
DARK_START = BOARD.bits(point for point in BOARD.points if point[1] in "6789")
FAR_RANK = {
    Side.LIGHT: BOARD.bits(point for point in BOARD.points if point[1] == "9"),
    Side.DARK: BOARD.bits(point for point in BOARD.points if point[1] == "1"),
}
