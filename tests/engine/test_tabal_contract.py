"""The fast board plays Tabal exactly as games does."""

from __future__ import annotations

import random

import pytest

from engine.bits import bits
from engine.tabal_board import State, TabalBoard, follow, men
from engine.tabal_values import TabalValues, simple
from games.catalogue import TABAL, game
from games.core import Move, Position  # noqa: TC001
from tests.every import by_night
from tests.games.positions import begun, playout, scattered

GAME = game(TABAL)
BOARD = TabalBoard(GAME.board, TabalValues(GAME.board, simple(GAME.board)))
GRID = BOARD.grid


def state_of(position: Position) -> State:
    dark, light, queens = map(GRID.read, (position.dark, position.light, position.crowned))
    return State(dark, light, queens, position.turn, position.quiet)


def named(path: tuple[int, ...]) -> Move:
    return tuple(GRID.name[p] for p in path)


def same(position: Position) -> None:
    state = state_of(position)
    mine, theirs = men(state)
    legal = GAME.moves(position)
    merged = BOARD.moves(state)
    if merged and merged[0].taken:
        paths = [
            named(path) for p in bits(mine) for path in BOARD.paths(p, mine, theirs, state.queens)
        ]
        assert sorted(paths) == sorted(legal)
    else:
        assert sorted(named(move.path) for move in merged) == sorted(legal)
    outcomes = {GAME.play(position, move).after.placement for move in legal[:400]}
    placements = set[object]()
    for move in merged:
        after = GAME.play(position, named(move.path)).after
        placements.add(after.placement)
        assert follow(state, move) == state_of(after)
        assert BOARD.values.sum(state.dark, state.light, state.queens) + move.delta == (
            BOARD.values.sum(*map(GRID.read, (after.dark, after.light, after.crowned)))
        )
    if len(merged) < 40:
        assert placements >= outcomes
    assert bool(merged) is (GAME.verdict(position) is None)


def compare(games: int, plies: int) -> None:
    chance = random.Random(TABAL)
    for number in range(games):
        first = begun(GAME, chance) if number % 2 else scattered(GAME, chance)
        for position in playout(GAME, first, chance, plies):
            same(position)


@pytest.mark.slow
@by_night("games", 12, 60)
def test_moves_captures_and_ends_are_those_of_games(games: int) -> None:
    compare(games, plies=40)
