"""The start of a game, with a fixed side if the rules leave the first move open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import Side

if TYPE_CHECKING:
    from games.core import Game, Position


def start_of(game: Game) -> Position:
    """The first position; if either side can go first, attackers do, or Light in Tabal."""
    first = None
    if game.data["first"] is None:
        first = Side.LIGHT if game.data["game"] == "tabal" else Side.DARK
    return game.start(first)
