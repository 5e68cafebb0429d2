"""`python -m engine levels`: each level against the next one, so that the steps can be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.levels import LEVELS
from engine.match import Tally, Terms, openings
from engine.player import search_of
from engine.protocol import start
from games.catalogue import game as named
from games.core import Side
from games.endings import ending

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.levels import Level
    from engine.player import Search
    from games.core import Game, Move, Position

_MOST_PLIES = 200  # then it is called a draw


def ladder(terms: Terms, levels: Sequence[int]) -> Iterator[str]:
    """A line for each pair of neighbours, from the weakest up: how the stronger one scored."""
    game = named(terms.rules)
    searches = search_of(game), search_of(game)
    for level in levels[1:]:
        tally = Tally()
        for opening in openings(game, terms.plies, f"{terms.seed} {terms.rules}"):
            if tally.games >= terms.games:
                break
            for side in Side:
                stronger = searches[0], LEVELS[level]
                weaker = searches[1], LEVELS[level - 1]
                winner = _play(game, opening, {side: stronger, side.other: weaker})
                tally.won += winner is side
                tally.lost += winner is side.other
                tally.drawn += winner is None
        yield f"{terms.rules}: level {level} against {level - 1}: {tally.line()}"


def _play(
    game: Game, opening: list[Move], players: Mapping[Side, tuple[Search, Level]]
) -> Side | None:
    """Who wins."""
    played: list[Position] = [start(game)]
    for number in range(_MOST_PLIES):
        position = played[-1]
        if number < len(opening):
            move = opening[number]
        else:
            search, level = players[position.turn]
            move = level.choose(search, game, position, played[:-1]).move
        after = game.play(position, move).after
        stood = 1 + sum(each.placement == after.placement for each in played)
        played.append(after)
        verdict = ending(game, after, stood)
        if verdict:
            return verdict.winner
    return None
