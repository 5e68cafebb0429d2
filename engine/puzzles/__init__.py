"""Puzzles: positions in which exactly one move keeps the result, proved by trying all others.

>>> first = load()[0]
>>> first.game.verdict(first.position) is None
True
>>> respond(first, [first.answer]).result is Result.WRONG
False

A wrong move is answered by what refutes it, a right one by the most stubborn defence until the
puzzle is solved. In a puzzle that is won in n moves, each of the solver's moves is right that still
wins in what is left of the n. engine.puzzles.finding finds them; `python -m tools puzzles` made the
stock, in which a puzzle's number is its place, and `python -m tools weeks` the order of the days.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from engine.solver import AnySolver, solver_of
from games import catalogue
from games.notation import read_move, read_position, write_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core import Game, Move, Position


FIRST_DAY = date(2026, 11, 16)  # of the first puzzle
WEEKS_FROM = date(2026, 11, 30)  # a Monday; before it, the days had the stock in its order
OLD_DAYS = 28  # puzzles at the beginning of the stock that may have been shown so, somewhere
USUAL = "larochelle"  # the rules of most days
_A_WEEK = 7


class Kind(StrEnum):
    """What is asked for."""

    WIN = "win"  # the king's side, or a side of Tabal, wins in so many moves
    TAKE = "take"  # the attackers take the king in so many moves
    DEFEND = "defend"  # all moves but one lose in so many moves of the opponent


class Result(StrEnum):
    """What a move of the solver was."""

    WRONG = "wrong"
    RIGHT = "right"  # and it goes on
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One position with one answer."""

    number: int  # from 1; stays the same when puzzles are added
    rules: str
    kind: Kind
    moves: int  # in how many moves it is won, or lost by every other move
    grade: int  # 1 easy to 5 hard
    text: str  # the position's line
    answer: Move

    @property
    def game(self) -> Game:
        """Its rules."""
        return catalogue.game(self.rules)

    @property
    def position(self) -> Position:
        """What the solver sees; the side to move is theirs."""
        return read_position(self.game, self.text)

    @property
    def line(self) -> str:
        """How it is written in the stock; reads back to the same."""
        parts = (self.rules, f"{self.kind} {self.moves}", str(self.grade), self.text)
        return " | ".join((*parts, write_move(self.answer)))


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes back after the solver's move."""

    result: Result
    move: Move | None  # the opponent's answer; None where the game or the puzzle is over


def read_puzzle(number: int, line: str) -> Puzzle:
    """A line of the stock."""
    rules, kind, grade, text, answer = line.split(" | ")
    name, moves = kind.split()
    return Puzzle(number, rules, Kind(name), int(moves), int(grade), text, read_move(answer))


@cache
def load() -> tuple[Puzzle, ...]:
    """The whole stock, by number."""
    text = (files("engine.puzzles") / "stock.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(read_puzzle(number, line) for number, line in enumerate(lines, start=1))


@cache
def _weeks() -> tuple[tuple[int, ...], ...]:
    return read_weeks((files("engine.puzzles") / "weeks.txt").read_text("utf-8"))


def read_weeks(text: str) -> tuple[tuple[int, ...], ...]:
    """The numbers of the puzzles of each week, from Monday to Sunday."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(tuple(map(int, line.split())) for line in lines)


def cycle() -> int:
    """After how many days the puzzles of the days come again."""
    return len(_weeks()) * _A_WEEK


def of_day(day: date) -> Puzzle:
    """The puzzle of a day, the same for all; none comes again before all weeks have come.

    A week rises from easy on Monday to hard on Sunday. What is added at the end of the weeks
    changes no day of the first time round.
    """
    if day < WEEKS_FROM:
        return load()[(day - FIRST_DAY).days % len(load())]  # a clock may be slow
    week, weekday = divmod((day - WEEKS_FROM).days % cycle(), _A_WEEK)
    return load()[_weeks()[week][weekday] - 1]


def respond(puzzle: Puzzle, played: Sequence[Move]) -> Reply:
    """What follows the solver's last move; `played` are all moves so far, both sides', legal ones.

    Takes up to some seconds; not for an event loop.
    """
    return _reply(puzzle, played, _solver(puzzle.rules))


def _reply(puzzle: Puzzle, played: Sequence[Move], solver: AnySolver) -> Reply:
    position = puzzle.position
    for move in played:
        position = puzzle.game.after(position, move)
    left = puzzle.moves - (len(played) + 1) // 2
    if puzzle.kind is Kind.DEFEND:
        return _defended(puzzle, position, solver)
    state = solver.state(position)
    over = solver.winner(state)
    if solver.lost(state, left):
        if over:
            return Reply(Result.SOLVED, None)
        return Reply(Result.RIGHT, _stubborn(solver, position, left))
    return Reply(Result.WRONG, None if over else _refuting(solver, position, left))


@lru_cache(2000)
def follow(line: str, played: tuple[Move, ...]) -> tuple[Result, Move | None] | None:
    """The same for a puzzle of that line; None where a move before the last is not right or legal.

    None too where it is not answered as it is: then the moves are none of this puzzle's.
    """
    puzzle = read_puzzle(0, line)
    reply = Reply(Result.RIGHT, None)
    position = puzzle.position
    for count, move in enumerate(played):
        if not puzzle.game.legal(position, move) or reply.result is not Result.RIGHT:
            return None
        if count % 2 and move != reply.move:
            return None
        position = puzzle.game.after(position, move)
        if count % 2 == 0:
            reply = respond(puzzle, played[: count + 1])
    return (reply.result, reply.move) if len(played) % 2 else None


def right_moves(puzzle: Puzzle) -> Sequence[Move]:
    """Every first move that keeps the result, found by trying all: the answer alone."""
    solver = _solver(puzzle.rules)
    state = solver.state(puzzle.position)
    if puzzle.kind is Kind.DEFEND:
        tried = solver.after(state)
        return [move for move, after in tried if not solver.beaten(after, puzzle.moves)]
    return solver.winning(state, puzzle.moves)


@lru_cache(2000)
def solution(line: str) -> tuple[Move, ...]:
    """The moves to the end of a puzzle of that line: the answer, the best defence, and so on."""
    puzzle = read_puzzle(0, line)
    return solution_by(_solver(puzzle.rules), puzzle)


def solution_by(solver: AnySolver, puzzle: Puzzle) -> tuple[Move, ...]:
    """The same, found by this solver."""
    played = [puzzle.answer]
    while (reply := _reply(puzzle, played, solver)).result is Result.RIGHT and reply.move:
        played.append(reply.move)
        position = puzzle.position
        for move in played:
            position = puzzle.game.after(position, move)
        left = puzzle.moves - len(played) // 2
        played.append(min(solver.winning(solver.state(position), left)))
    return tuple(played)


def holds(puzzle: Puzzle) -> bool:
    """Whether it is what it says, found anew by trying all moves; takes up to some seconds."""
    sooner = puzzle.kind is not Kind.DEFEND and _solver(puzzle.rules).wins(
        _solver(puzzle.rules).state(puzzle.position), puzzle.moves - 1
    )
    return list(right_moves(puzzle)) == [puzzle.answer] and not sooner


@lru_cache(4)
def _solver(rules: str) -> AnySolver:
    return solver_of(catalogue.game(rules))


def _defended(puzzle: Puzzle, position: Position, solver: AnySolver) -> Reply:
    """One move decides; a wrong one is answered by the first move of the shortest win."""
    state = solver.state(position)
    if not solver.beaten(state, puzzle.moves):
        return Reply(Result.SOLVED, None)
    moves = solver.distance(state, puzzle.moves)
    return Reply(Result.WRONG, min(solver.winning(state, moves)) if moves else None)


def _stubborn(solver: AnySolver, position: Position, left: int) -> Move:
    """The answer that puts the win off longest, and of those one with few ways to win."""

    def ease(reply: Move) -> tuple[int, int, Move]:
        state = solver.state(solver.game.after(position, reply))
        moves = solver.distance(state, left) or left
        return -moves, len(solver.winning(state, moves)), reply

    return min(solver.game.moves(position), key=ease)


def _refuting(solver: AnySolver, position: Position, left: int) -> Move:
    """An answer after which it is not won in time: one that wins, else the first that holds."""
    game = solver.game
    steps = {reply: game.play(position, reply) for reply in game.moves(position)}
    replies = sorted(steps, key=lambda reply: (-len(steps[reply].captured), reply))
    states = {reply: solver.state(steps[reply].after) for reply in replies}
    for reply in replies:
        if solver.winner(states[reply]) is position.turn:
            return reply
    held = (reply for reply in replies if not solver.beaten(states[reply], max(1, left)))
    return next(held, replies[0])
