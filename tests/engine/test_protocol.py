"""The lines of `python -m engine`."""

from __future__ import annotations

import random
import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from engine.protocol import Protocol, path_text
from engine.start import start_of
from engine.tafl_board import TaflBoard
from games import catalogue
from games.notation import write_position
from tests.every import for_every
from tests.games.positions import playout

if TYPE_CHECKING:
    from engine.tafl_board import Move as Slide
    from engine.tafl_game import State

START = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3"


def talk(*lines: str) -> list[str]:
    said: list[str] = []
    Protocol(said.append, time.process_time).run(lines)
    return [line for line in said if not line.startswith("info")]


def test_a_game_is_followed() -> None:
    said = talk("rules bga-rim", f"position {START} d 0", "moves d1c1 e3-b3", "board", "moves")
    assert said[:3] == ["ok", "ok", "ok"]
    assert said[3] == f"board {START[:36]}4T4/4t4/3ttt3 -".replace(
        "t3T3t/4T4/4t4/3ttt3", "t3T3t/1T7/4t4/2t1tt3"
    )
    assert said[4] == "ok"


def test_moves_are_all_moves_since_the_position() -> None:
    boards = talk(
        "rules bga",
        "moves d1d2",
        "board",
        "moves d1d2 e3b3",
        "board",
        "moves d1d3",
        "board",
        "moves d1d2 e3b3 d1d1",
        "board",
        "position " + START + " d 0",
        "board",
    )[2::2]
    assert boards == [
        "board 3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 -",
        "board 3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/1T7/3tt4/4tt3 -",
        "board 3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/3tT4/4t4/4tt3 -",
        "board 3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/3tT4/4t4/4tt3 -",
        f"board {START} -",
    ]


def test_go_answers_with_a_legal_move() -> None:
    legal, best = talk("rules larochelle+king-four", "legal", "go 0.05")[1:]
    assert best.split()[0] == "bestmove"
    assert best.split()[1] in legal.split()[1:]
    assert len(legal.split()) == 81


def test_a_game_that_is_over_is_told() -> None:
    said = talk("rules larochelle", "position 9/9/9/9/9/9/2K6/9/t7t l 0", "moves c3a3")
    assert said == ["ok", "ok", "ok"]
    over = talk(
        "rules larochelle",
        "position 9/9/9/9/9/9/2K6/9/t7t l 0",
        "moves c3a3",
        "board",
        "legal",
        "go 1",
    )[3:]
    assert over == ["board 9/9/9/9/9/9/K8/9/t7t l", "legal", "error the game is over after 1 moves"]


def test_chains_are_written_point_by_point() -> None:
    said = talk("rules tabal", "position 3/3/5/5/2m2/5/2m2/1M1/3 l 0", "legal")
    assert said[2].startswith("legal ")


@pytest.mark.slow
@for_every(
    "line",
    [
        "hop",
        "rules chess",
        "position 9 d 0",
        "moves a1a2",
        "moves zz",
        "go",
        "go -1",
        "go x",
        "go nan",
        "go inf",
        "rules",
        "level 9",
        "level x",
    ],
)
def test_a_bad_line_is_answered_and_changes_nothing(line: str) -> None:
    before, error, after = talk("rules bga", "board", line, "board")[1:]
    assert error.startswith("error ")
    assert len(error.split()) > 3
    assert before == after


def test_quit_and_empty_lines() -> None:
    assert talk("", "board", "quit", "board") == [f"board {START} -"]


class Stuck(TaflBoard):
    """A fast board on which no attacker can move."""

    def dark_moves(self, dark: int, light: int) -> list[Slide]:
        """None."""
        del dark, light
        return []


def test_legal_and_board_are_those_of_the_board_that_is_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.tafl_search.TaflBoard", Stuck)
    said = talk("rules larochelle", "legal", "board")
    assert said == ["ok", "legal", f"board {START} l"]


def test_a_move_that_this_board_does_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_of_these(board: TaflBoard, state: State) -> list[Slide]:
        return [move for move in board.dark_moves(state.dark, state.light) if "d1" not in move.path]

    monkeypatch.setattr("engine.tafl_game.moves", none_of_these)
    said = talk("rules larochelle", "moves d1d2")
    assert said == ["ok", "error the engine's own board has no move d1d2 here"]


@pytest.mark.nightly
@for_every("name", catalogue.NAMES)
def test_the_lines_say_what_the_rules_say(name: str) -> None:
    game, chance = catalogue.game(name), random.Random(name)
    positions = list(playout(game, start_of(game), chance, 40))
    moves = list[str]()
    for before, after in pairwise(positions):
        moves.append(
            next(path_text(m) for m in game.moves(before) if game.after(before, m) == after)
        )
    for count in (0, len(moves) // 2, len(moves)):
        position = positions[count]
        legal, board = talk(f"rules {name}", f"moves {' '.join(moves[:count])}", "legal", "board")[
            2:
        ]
        verdict = game.verdict(position)
        winner = verdict.winner.value if verdict and verdict.winner else "-"
        assert board == f"board {write_position(game, position).split()[0]} {winner}"
        assert legal.split()[1:] == sorted(map(path_text, game.moves(position)))


def test_without_a_fast_board_the_rules_are_asked() -> None:
    said = list[str]()
    Protocol(said.append, plain=True).run(["rules ludens", "moves d1d2 e3b3", "board", "legal"])
    game = catalogue.game("ludens")
    moves = game.moves(game.after(game.after(start_of(game), ("d1", "d2")), ("e3", "b3")))
    assert said[2] == "board 3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/1T7/3tt4/4tt3 -"
    assert said[3].split()[1:] == sorted(map(path_text, moves))
