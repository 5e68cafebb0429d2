"""Plays a level against two players who know nothing, as either side: is it a fair first opponent?

One moves at random. The other takes what they can: they win when they see it on the move, else they
take as many men as one move takes, else they move at random.
"""

from __future__ import annotations

import logging
import random
from functools import partial
from typing import TYPE_CHECKING

from engine.ladder import Tally
from engine.levels import level_of
from engine.search import search_of
from engine.start import start_of
from games import catalogue
from games.core import Side
from tools.match import summary
from tools.playing import play_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from games.core import Game, Move, Position

    Plays = Callable[[Game, Sequence[Position], random.Random], Move]

progress = logging.getLogger("progress.beginners")

_MOST_PLIES = 300  # then it is called a draw


def at_random(game: Game, positions: Sequence[Position], chance: random.Random) -> Move:
    """Any move."""
    return chance.choice(game.moves(positions[-1]))


def takes(game: Game, positions: Sequence[Position], chance: random.Random) -> Move:
    """Return a winning move, else one that takes most, else any move."""
    position = positions[-1]
    best: list[Move] = []
    most = -1
    for move in game.moves(position):
        step = game.play(position, move)
        verdict = game.verdict(step.after)
        if verdict and verdict.winner is position.turn:
            return move
        if len(step.captured) > most:
            best, most = [], len(step.captured)
        if len(step.captured) == most:
            best.append(move)
    return chance.choice(best)


def play(rules: str, level: int, games: int, seed: str) -> Iterator[str]:
    """How the level does as either side, against each of the two."""
    game, search = catalogue.game(rules), search_of(catalogue.game(rules))
    opponent = level_of(game, level)

    def plays(match: int, game: Game, positions: Sequence[Position], _: random.Random) -> Move:
        return opponent.choose(search, game, positions[-1], positions[:-1], match=match).move

    for against in (at_random, takes):
        for side in Side:
            tally = Tally()
            for number in range(games):
                progress.debug("against %s, game %s of %s", against.__name__, number + 1, games)
                chance = random.Random(f"{seed} {rules} {number}")
                players: dict[Side, Plays] = {side: partial(plays, number), side.other: against}
                tally = tally.with_game(side, _winner(game, players, chance))
            name = side.name.lower()
            yield f"{rules}: level {level} as {name} against {against.__name__}: {summary(tally)}"


def _winner(game: Game, players: dict[Side, Plays], chance: random.Random) -> Side | None:
    def choose(positions: Sequence[Position]) -> Move:
        return players[positions[-1].turn](game, positions, chance)

    return play_out(game, [start_of(game)], choose, _MOST_PLIES)
