"""The solver proves what trying everything by the rules of games proves."""

from __future__ import annotations

import random

import pytest

from engine.solver import solver_of
from games import catalogue
from games.catalogue import NAMES, every_name
from games.core import Game, Position  # noqa: TC001
from tests.games.positions import begun, playout, scattered


def wins(game: Game, position: Position, own: int) -> bool:
    """Slowly, by the rules themselves."""
    for move in game.moves(position):
        after = game.after(position, move)
        verdict = game.verdict(after)
        if verdict:
            if verdict.winner is position.turn:
                return True
        elif own > 1 and all(
            not game.verdict(reply) and wins(game, reply, own - 1)
            for reply in (game.after(after, each) for each in game.moves(after))
        ):
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("name", every_name())
def test_wins_on_the_move_are_those_of_games(name: str) -> None:
    game = catalogue.game(name)
    solver, chance = solver_of(game), random.Random(name)
    for number in range(4):
        first = begun(game, chance) if number % 2 else scattered(game, chance)
        for position in playout(game, first, chance, 6):
            assert solver.wins(solver.state(position), 1) is wins(game, position, 1)


@pytest.mark.parametrize("name", NAMES)
def test_wins_in_two_are_those_of_games(name: str) -> None:
    game = catalogue.game(name)
    solver, chance = solver_of(game), random.Random(name)
    for _ in range(6):
        position = scattered(game, chance)
        if len(game.moves(position)) < 40:
            assert solver.wins(solver.state(position), 2) is wins(game, position, 2)


@pytest.mark.parametrize("name", NAMES)
def test_who_has_won_is_told(name: str) -> None:
    game = catalogue.game(name)
    solver, chance = solver_of(game), random.Random(name)
    for _ in range(10):
        position = scattered(game, chance)
        verdict = game.verdict(position)
        assert solver.winner(solver.state(position)) is (verdict.winner if verdict else None)
