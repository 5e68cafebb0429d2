"""Puzzles: one answer each, refutations of all else, the same for all on a day."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from engine.limits import Limits, Stopped
from engine.puzzles import (
    FIRST_DAY,
    SPARE,
    USUAL,
    Kind,
    Puzzle,
    Result,
    by_place,
    cycle,
    finding,
    follow,
    holds,
    load,
    of_day,
    read_puzzle,
    read_weeks,
    respond,
    right_moves,
    solution,
)
from engine.puzzles.finding import find
from engine.search import search_of
from engine.start import start_of
from games import catalogue
from games.core import Side
from games.notation import read_move, write_position
from tests.engine.rule_sets import FAST_PRESETS
from tests.every import for_every

if TYPE_CHECKING:
    from games.core import Position

STOCK, PLACES = load(), by_place()
DEFEND = read_puzzle(2, "bga | defend 1 | 1 | 9/9/9/9/9/9/9/1t7/3K1t3 d 0 | b2-b1")


@pytest.mark.nightly
@for_every("puzzle", STOCK[:: max(1, len(STOCK) // 20)])
def test_a_puzzle_of_the_stock_is_what_it_says(puzzle: Puzzle) -> None:
    assert holds(puzzle)


def test_the_stock_has_all_kinds_numbers_and_lines() -> None:
    assert len(STOCK) >= 400
    assert {puzzle.kind for puzzle in STOCK} == set(Kind)
    numbers = [puzzle.number for puzzle in STOCK]
    assert numbers[: cycle()] == list(range(1, cycle() + 1))
    assert min(numbers[cycle() :]) > SPARE
    assert len({*numbers}) == len(STOCK)
    assert len({(puzzle.rules, puzzle.text) for puzzle in STOCK}) == len(STOCK)
    for puzzle in STOCK:
        assert read_puzzle(puzzle.number, puzzle.line) == puzzle
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


# Puzzles in which one answer puts the win off longest, or leaves the fewest ways to win.
SOLUTIONS = (
    ("tabal | win 3 | 2 | 1Q1/3/5/5/m1m2/5/5/3/3 l 0 | c9-c3", "c9-c3 a5-a4 c3-a3 a4-b4 a3-c5"),
    (
        "tabal | win 4 | 3 | 1Q1/3/2mm1/5/5/4M/1MMm1/M1M/3 l 0 | c9-c5",
        "c9-c5 d7-e7 c3-e3 e7-d7 c5-e7 d7-c7 e7-a7",
    ),
)


@pytest.mark.parametrize(("line", "moves"), SOLUTIONS)
def test_the_loser_puts_the_win_off(line: str, moves: str) -> None:
    assert solution(line) == tuple(map(read_move, moves.split()))


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
    puzzle = next(puzzle for puzzle in STOCK if puzzle.kind is Kind.WIN)
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
    assert list(right_moves(DEFEND)) == [DEFEND.answer]
    assert respond(DEFEND, [DEFEND.answer]).result is Result.SOLVED
    wrong = respond(DEFEND, [read_move("b2-b3")])
    assert wrong.result is Result.WRONG
    assert wrong.move == read_move("d1-a1")


WEEKS = read_weeks((files("engine.puzzles") / "weeks.txt").read_text("utf-8"))


def test_a_day_has_one_puzzle_and_another_day_another() -> None:
    days = [of_day(FIRST_DAY + timedelta(n)).number for n in range(cycle() + 1)]
    assert cycle() == 7 * len(WEEKS)
    assert days == [*range(1, cycle() + 1), 1]


@pytest.mark.parametrize("day", [date(1970, 1, 1), date(2026, 11, 22), date(2200, 2, 3)])
def test_every_day_that_a_clock_may_show_has_one(day: date) -> None:
    assert of_day(day) in STOCK


def test_puzzles_keep_their_numbers() -> None:
    """Links and records of who solved what name them so."""
    text = {puzzle.number: puzzle.text for puzzle in STOCK}
    assert text[1] == "4tt3/4t4/4T4/t3T3t/ttT1KTTtt/t3Tt2t/4T4/2T5t/2t1t4 l 0"
    assert text[100] == "2t6/9/6t2/t2t5/t6t1/3t5/T1TK1t3/2tT5/T2tt4 d 0"
    assert text[SPARE + 94] == "3/3/m4/4m/m4/3m1/M4/3/3 d 0"


def test_easy_and_medium_days_have_the_usual_rules_until_none_are_left() -> None:
    usual = [[PLACES[place - 1].rules == USUAL for place in week[:4]] for week in WEEKS]
    whole = [week for week in usual if all(week)]
    assert len(whole) >= 10
    assert usual[: len(whole)] == whole


def test_a_week_rises_from_easy_on_monday_to_hard_on_sunday() -> None:
    assert FIRST_DAY.weekday() == 0
    for week in WEEKS:
        puzzles = [PLACES[place - 1] for place in week]
        grades = [puzzle.grade for puzzle in puzzles]
        assert grades == sorted(grades)
        assert grades[0] == 1
        assert grades[-1] >= 4


def half_random_game(rules: str, seed: int, plies: int = 14) -> list[Position]:
    """Return the positions of a game with half of its moves at random."""
    game, chance = catalogue.game(rules), random.Random(seed)
    search, positions = search_of(game), [start_of(game)]
    while len(positions) <= plies and not game.verdict(positions[-1]):
        here = positions[-1]
        lucky = chance.random() < 1 / 2
        best = search.search(here, [], Limits(nodes=100)).move
        positions.append(game.after(here, chance.choice(game.moves(here)) if lucky else best))
    return positions


def never() -> bool:
    """Nothing stops it."""
    return False


GAME = half_random_game("bga-rim", 0)


@pytest.mark.slow
def test_the_hardest_puzzle_of_a_game_is_found_and_is_what_it_says() -> None:
    puzzle = find("bga-rim", GAME, (), never)
    assert puzzle
    assert holds(puzzle)
    texts = [write_position(puzzle.game, replace(position, quiet=0)) for position in GAME]
    assert puzzle.text in texts
    assert find("bga-rim", GAME, (), never) == puzzle
    assert find("bga-rim", GAME, {puzzle.text}, never) is None


def test_a_search_of_a_game_ends_when_it_is_told_to() -> None:
    asked = iter([False] * 30)
    with pytest.raises(Stopped):
        find("bga-rim", GAME, (), lambda: next(asked, True))


def test_a_search_of_a_game_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_A_SEARCH", 50)
    asked = 0

    def count() -> bool:
        nonlocal asked
        asked += 1
        return False

    find("bga-rim", GAME, (), count)
    assert asked <= 50 + finding._PROOF + len(GAME)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(finding, "_PROOF", 50)
    asked = 0
    assert find("bga-rim", GAME, (), count) is None
    assert asked <= 50 + 50 + len(GAME)


@pytest.mark.nightly
@for_every("rules", FAST_PRESETS)
def test_games_of_all_rules_can_be_searched(rules: str) -> None:
    puzzle = find(rules, half_random_game(rules, 1), (), never)
    assert puzzle is None or holds(puzzle)
