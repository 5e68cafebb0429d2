"""Random openings, from which engines are compared: equal ones for the same seed."""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING

from engine.limits import Limits
from engine.search import search_of
from engine.start import start_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.search import Search
    from games.core import Game, Move, Position

_JUDGED = 2000  # nodes that tell how even an opening is


def openings(game: Game, plies: int, seed: str) -> Iterator[list[Move]]:
    """Random moves from the start that leave nothing decided, one list after another."""
    chance = random.Random(seed)
    while True:
        position = start_of(game)
        moves: list[Move] = []
        while len(moves) < plies and not game.verdict(position):
            move = chance.choice(game.moves(position))
            moves.append(move)
            position = game.after(position, move)
        if len(moves) == plies and not game.verdict(position) and not game.callout(position):
            yield moves


def even_openings(
    game: Game, plies: int, seed: str, drawn: int, judge: Search | None = None
) -> Iterator[list[Move]]:
    """Of each so many openings drawn, the one that leaves the game most even."""
    candidates = openings(game, plies, f"{seed} {game.name}")
    search = judge or search_of(game)

    def advantage(opening: list[Move]) -> int:
        search.forget()
        return abs(search.search(after(game, opening)[-1], [], Limits(nodes=_JUDGED)).score)

    while True:
        yield min(islice(candidates, drawn), key=advantage) if drawn > 1 else next(candidates)


def after(game: Game, opening: Sequence[Move]) -> list[Position]:
    """The positions of an opening, the start first."""
    positions = [start_of(game)]
    for move in opening:
        positions.append(game.after(positions[-1], move))
    return positions
