"""Puzzles: one answer each, refutations of all else, the same for all on a day."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path  # noqa: TC003
from typing import TYPE_CHECKING

import pytest

from engine.__main__ import main
from engine.limits import Limits, Stopped
from engine.player import search_of
from engine.protocol import start
from engine.puzzles import (
    FIRST_DAY,
    Kind,
    Puzzle,
    Result,
    follow,
    holds,
    load,
    making,
    of_day,
    read,
    respond,
    right,
    solution,
)
from games.catalogue import NAMES
from games.catalogue import game as named
from games.core import Side
from games.notation import read_move, write_position

if TYPE_CHECKING:
    from games.core import Position

STOCK = load()
DEFEND = read(2, "bga | defend 1 | 1 | 9/9/9/9/9/9/9/1t7/3K1t3 d 0 | b2-b1")


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", STOCK[:: max(1, len(STOCK) // 20)], ids=lambda p: p.line)
def test_a_puzzle_of_the_stock_is_what_it_says(puzzle: Puzzle) -> None:
    assert holds(puzzle)


def test_the_stock_has_all_kinds_numbers_and_lines() -> None:
    assert len(STOCK) >= 400
    assert {puzzle.kind for puzzle in STOCK} == set(Kind)
    assert [puzzle.number for puzzle in STOCK] == list(range(1, len(STOCK) + 1))
    assert len({(puzzle.rules, puzzle.text) for puzzle in STOCK}) == len(STOCK)
    for puzzle in STOCK:
        assert read(puzzle.number, puzzle.line) == puzzle
        assert puzzle.answer in puzzle.game.moves(puzzle.position)
        assert 1 <= puzzle.grade <= 5
        if puzzle.kind is Kind.TAKE:
            assert puzzle.position.turn is Side.DARK


@pytest.mark.parametrize("kind", Kind)
def test_the_answer_leads_to_the_end_and_anything_else_is_refuted(kind: Kind) -> None:
    puzzle = next(puzzle for puzzle in STOCK if puzzle.kind is kind)
    reply = respond(puzzle, [puzzle.answer])
    assert reply.result is (Result.SOLVED if kind is Kind.DEFEND else Result.RIGHT)
    wrong = next(move for move in puzzle.game.moves(puzzle.position) if move != puzzle.answer)
    answered = respond(puzzle, [wrong])
    assert answered.result is Result.WRONG
    after = puzzle.game.after(puzzle.position, wrong)
    assert answered.move is None or answered.move in puzzle.game.moves(after)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", [p for p in STOCK if p.kind is not Kind.DEFEND][:4])
def test_right_moves_against_the_best_defence_win_in_time(puzzle: Puzzle) -> None:
    played = solution(puzzle.line)
    assert played[0] == puzzle.answer
    assert len(played) <= 2 * puzzle.moves - 1
    for count in range(1, len(played), 2):
        assert follow(puzzle.line, played[:count]) == (Result.RIGHT, played[count])
        assert follow(puzzle.line, played[: count + 1]) is None  # not the solver's turn
    assert follow(puzzle.line, played) == (Result.SOLVED, None)


def test_only_right_moves_and_their_answers_lead_on() -> None:
    puzzle = next(each for each in STOCK if each.kind is Kind.WIN)
    _, reply = follow(puzzle.line, (puzzle.answer,)) or (None, None)
    assert reply
    position = puzzle.game.after(puzzle.position, puzzle.answer)
    other = next(move for move in puzzle.game.moves(position) if move != reply)
    ahead = puzzle.game.moves(puzzle.game.after(position, other))[0]
    wrong = next(move for move in puzzle.game.moves(puzzle.position) if move != puzzle.answer)
    assert follow(puzzle.line, (puzzle.answer, other, ahead)) is None
    assert follow(puzzle.line, (wrong, reply, ahead)) is None
    assert follow(puzzle.line, (("a1", "a1"),)) is None
    assert follow(puzzle.line, ()) is None


def test_the_one_defence_is_found_and_the_way_is_taken_otherwise() -> None:
    assert list(right(DEFEND)) == [DEFEND.answer]
    assert respond(DEFEND, [DEFEND.answer]).result is Result.SOLVED
    wrong = respond(DEFEND, [read_move("b2-b3")])
    assert wrong.result is Result.WRONG
    assert wrong.move == read_move("d1-a1")


def test_a_day_has_one_puzzle_and_another_day_another() -> None:
    days = [of_day(FIRST_DAY + timedelta(n)) for n in range(len(STOCK) + 1)]
    assert [puzzle.number for puzzle in days] == [*range(1, len(STOCK) + 1), 1]
    assert of_day(date(2026, 11, 25)).number == 10


@pytest.mark.slow
def test_making_goes_on_where_it_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "stock.txt"
    few = ["--each", "1", "--games", "1", "--out", str(out)]
    assert main(["puzzles", "bga-rim", *few]) == 0
    made = out.read_text().splitlines()
    assert made
    assert all(holds(read(1, line)) for line in made)
    assert main(["puzzles", "bga-rim", *few]) == 0
    assert out.read_text().splitlines()[: len(made)] == made
    assert f"game 0: {made[0]}" in capsys.readouterr().out


def played(rules: str, seed: int, plies: int = 14) -> list[Position]:
    """The positions of a game of which half the moves are chance's."""
    game, chance = named(rules), random.Random(seed)
    search, found = search_of(game), [start(game)]
    while len(found) <= plies and not game.verdict(found[-1]):
        here = found[-1]
        lucky = chance.random() < 1 / 2
        best = search.search(here, [], Limits(nodes=100)).move
        found.append(game.after(here, chance.choice(game.moves(here)) if lucky else best))
    return found


def never() -> bool:
    """Nothing stops it."""
    return False


GAME = played("bga-rim", 0)


@pytest.mark.slow
def test_the_hardest_puzzle_of_a_game_is_found_and_is_what_it_says() -> None:
    found = making.find("bga-rim", GAME, (), never)
    assert found
    assert holds(found)
    texts = [write_position(found.game, replace(each, quiet=0)) for each in GAME]
    assert found.text in texts
    assert making.find("bga-rim", GAME, (), never) == found
    assert making.find("bga-rim", GAME, {found.text}, never) is None


def test_a_search_of_a_game_ends_when_it_is_told_to() -> None:
    asked = iter([False] * 30)
    with pytest.raises(Stopped):
        making.find("bga-rim", GAME, (), lambda: next(asked, True))


def test_a_search_of_a_game_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "_A_SEARCH", 50)
    asked = 0

    def count() -> bool:
        nonlocal asked
        asked += 1
        return False

    making.find("bga-rim", GAME, (), count)
    assert asked <= 50 + making._PROOF + len(GAME)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(making, "_PROOF", 50)
    asked = 0
    assert making.find("bga-rim", GAME, (), count) is None
    assert asked <= 50 + 50 + len(GAME)


@pytest.mark.slow
@pytest.mark.parametrize("rules", NAMES)
def test_games_of_all_rules_can_be_searched(rules: str) -> None:
    found = making.find(rules, played(rules, 1), (), never)
    assert found is None or holds(found)
