"""The solver proves what trying everything by the rules of games proves."""

from __future__ import annotations

import random
from collections.abc import Iterable  # noqa: TC003

import pytest

from engine.solver import Exhausted, solver_of
from games import catalogue
from games.core import Game, Position  # noqa: TC001
from tests.engine.rule_sets import FAST, FAST_PRESETS
from tests.every import for_every
from tests.games.positions import begun, playout, scattered


def wins(game: Game, position: Position, within: int) -> bool:
    """Slowly, by the rules themselves."""
    for move in game.moves(position):
        after = game.after(position, move)
        verdict = game.verdict(after)
        if verdict:
            if verdict.winner is position.turn:
                return True
        elif within > 1 and all(
            not game.verdict(reply) and wins(game, reply, within - 1)
            for reply in (game.after(after, reply_move) for reply_move in game.moves(after))
        ):
            return True
    return False


def agree(game: Game, positions: Iterable[Position], within: int) -> None:
    solver = solver_of(game)
    for position in positions:
        assert solver.wins(solver.state(position), within) is wins(game, position, within)


@pytest.mark.nightly
@for_every("name", FAST)
def test_wins_on_the_move_are_those_of_games(name: str) -> None:
    game, chance = catalogue.game(name), random.Random(name)
    for number in range(2):
        first = begun(game, chance) if number % 2 else scattered(game, chance)
        agree(game, playout(game, first, chance, 3), 1)


@pytest.mark.slow
@for_every("name", FAST_PRESETS)
def test_wins_in_two_are_those_of_games(name: str) -> None:
    game, chance = catalogue.game(name), random.Random(name)
    positions = [scattered(game, chance) for _ in range(6)]
    agree(game, [position for position in positions if len(game.moves(position)) < 40], 2)


@pytest.mark.slow
@for_every("name", FAST_PRESETS)
def test_who_has_won_is_told(name: str) -> None:
    game = catalogue.game(name)
    solver, chance = solver_of(game), random.Random(name)
    for _ in range(10):
        position = scattered(game, chance)
        verdict = game.verdict(position)
        assert solver.winner(solver.state(position)) is (verdict.winner if verdict else None)


@pytest.mark.parametrize("name", ["larochelle", catalogue.TABAL])
def test_each_position_that_is_tried_counts(name: str) -> None:
    game = catalogue.game(name)
    solver = solver_of(game)
    solver.left = 1000
    position = begun(game, random.Random(1))
    assert len(list(solver.after(solver.state(position)))) == len(game.moves(position))
    assert solver.left == 1000 - len(game.moves(position))


@pytest.mark.parametrize("name", ["larochelle", catalogue.TABAL])
def test_a_proof_ends_where_it_has_tried_what_it_may(name: str) -> None:
    game = catalogue.game(name)
    solver = solver_of(game)
    state = solver.state(begun(game, random.Random(1)))
    solver.left = 50
    with pytest.raises(Exhausted):
        solver.wins(state, 3)
    solver.left = None
    assert solver.wins(state, 2) is False
