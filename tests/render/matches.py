"""Matches for the tests of pictures: played by chance, or from a position. Always the same ones."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from games import catalogue
from games.core import Side
from games.events import Created, Moved
from games.match import fold
from games.notation import read_move

if TYPE_CHECKING:
    from games.match import Match


def new_match(rules: str, start: str | None = None) -> Match:
    """A match before its first move; Light begins where a lot decides."""
    game = catalogue.game(rules)
    by_lot = start is None and game.data["first"] is None
    return fold((Created(0, game.data, lot=Side.LIGHT if by_lot else None, start=start),))


def with_moves(match: Match, moves: str) -> Match:
    """The match after these moves."""
    for text in moves.split():
        match = match.after(Moved(match.turn, 0, read_move(text)))
    return match


def random_match(rules: str, plies: int, seed: int = 0) -> Match:
    """A match of so many random moves, or of fewer where it ends."""
    chooser, match = random.Random(f"{rules} {seed}"), new_match(rules)
    while len(match.plies) < plies and not match.verdict:
        move = chooser.choice(list(match.game.moves(match.position)))
        match = match.after(Moved(match.turn, 0, move))
    return match
