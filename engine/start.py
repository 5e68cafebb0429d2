"""Where a game starts when no lot is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import Side

if TYPE_CHECKING:
    from games.core import Game, Position


def start_of(game: Game) -> Position:
    """The first position; where the rules draw a lot, the attackers begin, and Light in Tabal."""
    first = None
    if game.data["first"] is None:
        first = Side.LIGHT if game.data["game"] == "tabal" else Side.DARK
    return game.start(first)
