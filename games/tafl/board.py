"""Tablut's board: 81 squares, the throne, the corners, the edge, the four camps, the two setups."""

from __future__ import annotations

from enum import Flag, StrEnum, auto

from games.core import Board, Point, Side

FILES, RANKS = "abcdefghi", "123456789"

BOARD = Board(
    ranks=tuple(tuple(file + rank for file in FILES) for rank in reversed(RANKS)),
    lines=(
        *(tuple(file + rank for file in FILES) for rank in RANKS),
        *(tuple(file + rank for rank in RANKS) for file in FILES),
    ),
    letters={(Side.DARK, False): "t", (Side.LIGHT, False): "T", (Side.LIGHT, True): "K"},
)


class Man(Flag):
    """The kinds of men; a rule names those whom it concerns."""

    NOBODY = 0
    ATTACKER = auto()
    DEFENDER = auto()
    KING = auto()
    SOLDIERS = ATTACKER | DEFENDER
    ANYONE = ATTACKER | DEFENDER | KING


class Setup(StrEnum):
    """How the defenders stand at the start."""

    CROSS = "cross"
    DIAMOND = "diamond"


_CAMPS = ("a4 a5 a6 b5", "d1 e1 f1 e2", "i4 i5 i6 h5", "d9 e9 f9 e8")
_DEFENDERS = {
    Setup.CROSS: "c5 d5 f5 g5 e3 e4 e6 e7",
    Setup.DIAMOND: "d4 d5 d6 e4 e6 f4 f5 f6",
}

# Sets of squares, see Board.points.
ALL = (1 << len(BOARD.points)) - 1
THRONE = BOARD.bits(["e5"])
CORNERS = BOARD.bits(["a1", "a9", "i1", "i9"])
EDGE = BOARD.bits(point for point in BOARD.points if point[0] in "ai" or point[1] in "19")
CAMP = tuple(BOARD.bits(camp.split()) for camp in _CAMPS)
CAMPS = CAMP[0] | CAMP[1] | CAMP[2] | CAMP[3]
DEFENDERS = {setup: BOARD.bits(squares.split()) for setup, squares in _DEFENDERS.items()}


def _beside(place: int, reach: tuple[tuple[int, int], ...]) -> tuple[Point, ...]:
    point = BOARD.points[place]
    near = (chr(ord(point[0]) + x) + chr(ord(point[1]) + y) for x, y in reach)
    return tuple(other for other in near if other in BOARD.index)


_ACROSS = ((0, 1), (1, 0), (0, -1), (-1, 0))
_AROUND = (*_ACROSS, (1, 1), (1, -1), (-1, -1), (-1, 1))

# For each square: the squares beside it along its lines, and those that a chess king would reach.
NEIGHBOURS = tuple(BOARD.bits(_beside(place, _ACROSS)) for place in range(81))
STEPS = tuple(tuple(BOARD.index[p] for p in _beside(place, _AROUND)) for place in range(81))
