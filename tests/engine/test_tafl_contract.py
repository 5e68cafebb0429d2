"""The fast board plays every tafl rule set exactly as games does."""

from __future__ import annotations

import random
from functools import cache

import pytest

from engine.tafl_board import TaflBoard  # noqa: TC001
from engine.tafl_game import NO_KING, State, follow, moves, ways, winner
from engine.tafl_rules import TaflRules, read_men
from engine.tafl_search import TaflSearch
from games import catalogue
from games.catalogue import TABAL
from games.core import Game, Position  # noqa: TC001
from games.notation import read_position, step_at
from tests.engine.rule_sets import FAST
from tests.every import by_night, for_every
from tests.games.positions import begun, playout, scattered
from tests.games.tafl.test_family import family_cases

NAMES = tuple(name for name in FAST if name != TABAL)


def state_of(rules: TaflRules, position: Position) -> State:
    dark, light, king = read_men(rules, position)
    square = king.bit_length() - 1 if king else NO_KING
    return State(dark, light, square, position.turn, position.quiet)


def same(game: Game, board: TaflBoard, position: Position) -> None:
    """Moves, what each leads to, verdict and ways agree."""
    state = state_of(board.rules, position)
    slides = {move.path: move for move in moves(board, state)}
    legal = game.moves(position)
    assert sorted(slides) == sorted(legal)
    for path, move in slides.items():
        after = game.play(position, path).after
        assert follow(board, state, move) == state_of(board.rules, after)
    verdict = game.verdict(position)
    assert winner(board, state) is (verdict.winner if verdict else None)
    callout = game.callout(position)
    if callout:
        assert ways(board, state) == len(callout.ways)
    elif not verdict and position.turn == "d":
        assert ways(board, state) == 0


@cache
def board_of(name: str) -> TaflBoard:
    return TaflSearch(catalogue.game(name)).board


def compare(name: str, games: int, plies: int) -> None:
    game = catalogue.game(name)
    board = board_of(name)
    chance = random.Random(name)
    for number in range(games):
        first = begun(game, chance) if number % 2 else scattered(game, chance)
        for position in playout(game, first, chance, plies):
            same(game, board, position)


@pytest.mark.slow
@by_night("plies", 1, 6)
@for_every("name", NAMES)
def test_moves_captures_ends_and_ways_are_those_of_games(name: str, plies: int) -> None:
    compare(name, games=2, plies=plies)


@for_every("case", family_cases())
def test_the_cases_of_the_family(case: tuple[str, ...]) -> None:
    game = catalogue.game(case[0])
    position = read_position(game, case[1])
    after = step_at(game, position, case[2])[1].after
    board = board_of(case[0])
    same(game, board, position)
    same(game, board, after)
