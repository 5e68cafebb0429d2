"""Perft: count move sequences of a given length. A finished game has no continuation.

>>> from games.catalogue import game
>>> perft(game("bga"), game("bga").start(), 2)
3944
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core import Game, Position


def perft(game: Game, position: Position, depth: int) -> int:
    """Count the move sequences of length `depth`."""
    if depth == 0:
        return 1
    moves = game.moves(position)
    if depth == 1:
        return len(moves)
    return sum([perft(game, game.after(position, move), depth - 1) for move in moves])
