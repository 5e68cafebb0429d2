"""Plays a game to its end: the loop of all that play within one process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import Side
from games.endings import ending

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.core import Game, Move, Position


def play_out(
    game: Game,
    positions: list[Position],
    choose: Callable[[Sequence[Position]], Move | Side],
    longest: int,
) -> Side | None:
    """Play a game to its end; return the winner, None if nobody wins within `longest` plies.

    `positions`: those so far, the start first; those that follow are added. `choose` gives the next
    move, or the side that is sure to win.
    """
    while len(positions) <= longest:
        choice = choose(positions)
        if isinstance(choice, Side):
            return choice
        after = game.after(positions[-1], choice)
        times = 1 + sum(earlier.placement == after.placement for earlier in positions)
        positions.append(after)
        verdict = ending(game, after, times)
        if verdict:
            return verdict.winner
    return None
