"""Plans: the answers that a player has prepared in a match, as stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core import Move

    Line = tuple[Move, ...]  # a move of the opponent, the answer, and so on


def read_lines(plan: str) -> tuple[Line, ...]:
    """Read a stored plan: lines of moves, each alternating the opponent's move and the reply.

    >>> read_lines("e4-f4 e2-d2 f4-g4 d2-d3;e4-d4 e2-f2")[1]
    (('e4', 'd4'), ('e2', 'f2'))
    """
    lines = (line.split() for line in plan.split(";"))
    return tuple(tuple(tuple(move.split("-")) for move in line) for line in lines if line)


def write_lines(lines: tuple[Line, ...]) -> str:
    """Return the plan of these lines.

    >>> write_lines(((("e4", "f4"), ("e2", "d2")),))
    'e4-f4 e2-d2'
    """
    return ";".join(" ".join("-".join(move) for move in line) for line in lines)
