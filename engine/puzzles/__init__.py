"""Puzzles: positions where exactly one move keeps the result, proved by trying all others.

>>> first = load()[0]
>>> first.game.verdict(first.position) is None
True
>>> respond(first, [first.answer]).result is Result.WRONG
False

A wrong move gets its refutation as the reply, a right move the most stubborn defence until the
puzzle is solved. In a win in n moves, every move is right that still wins within the rest of the n.
engine.puzzles.finding finds puzzles; `python -m tools puzzles` made the stock, and `python -m tools
weeks` the order of the days. A puzzle's number is that of its day; the others' are above SPARE.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
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


FIRST_DAY = date(2026, 11, 23)  # the Monday of the first week
USUAL = "saami"  # the rules of easy and medium days, as far as there are puzzles
SPARE = 5000  # puzzles without a day have higher numbers
_A_WEEK = 7


class Kind(StrEnum):
    """The task of a puzzle."""

    WIN = "win"  # the defenders, or a side of Tabal, win in so many moves
    TAKE = "take"  # the attackers capture the king in so many moves
    DEFEND = "defend"  # all moves except one lose in so many moves of the opponent


class Result(StrEnum):
    """The result of a solver's move."""

    WRONG = "wrong"
    RIGHT = "right"  # and the puzzle continues
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one answer."""

    number: int  # of its day, from 1; or above SPARE
    rules: str
    kind: Kind
    moves: int  # moves until the win, or until any other move loses
    grade: int  # 1 easy to 5 hard
    text: str  # the position's line
    answer: Move

    @property
    def game(self) -> Game:
        """The puzzle's rules."""
        return catalogue.game(self.rules)

    @property
    def position(self) -> Position:
        """The position to solve; the solver moves first."""
        return read_position(self.game, self.text)

    @property
    def line(self) -> str:
        """The puzzle as a line of the stock, as read_puzzle reads it."""
        parts = (self.rules, f"{self.kind} {self.moves}", str(self.grade), self.text)
        return " | ".join((*parts, write_move(self.answer)))


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a solver's move."""

    result: Result
    move: Move | None  # the opponent's; None if the game or the puzzle is over


def read_puzzle(number: int, line: str) -> Puzzle:
    """Parse a line of the stock."""
    rules, kind, grade, text, answer = line.split(" | ")
    name, moves = kind.split()
    return Puzzle(number, rules, Kind(name), int(moves), int(grade), text, read_move(answer))


@cache
def load() -> tuple[Puzzle, ...]:
    """The whole stock, by number: the days in their order, then the other puzzles."""
    days = {place: day for day, place in enumerate((n for week in _weeks() for n in week), start=1)}
    numbered = (
        replace(puzzle, number=days.get(puzzle.number, SPARE + puzzle.number))
        for puzzle in by_place()
    )
    return tuple(sorted(numbered, key=lambda puzzle: puzzle.number))


@cache
def by_place() -> tuple[Puzzle, ...]:
    """The whole stock as the file has it: a puzzle's number is its place there."""
    text = (files("engine.puzzles") / "stock.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(read_puzzle(number, line) for number, line in enumerate(lines, start=1))


@cache
def _weeks() -> tuple[tuple[int, ...], ...]:
    return read_weeks((files("engine.puzzles") / "weeks.txt").read_text("utf-8"))


def read_weeks(text: str) -> tuple[tuple[int, ...], ...]:
    """The places of each week's puzzles in the stock, from Monday to Sunday."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(tuple(map(int, line.split())) for line in lines)


def cycle() -> int:
    """The number of days until daily puzzles repeat."""
    return len(_weeks()) * _A_WEEK


def of_day(day: date) -> Puzzle:
    """The puzzle of a day, the same for everyone; none repeats before all weeks are used.

    A week rises from easy on Monday to hard on Sunday. Weeks added at the end don't change the
    first round. Days before the first, which a slow clock may show, count backwards.
    """
    return load()[(day - FIRST_DAY).days % cycle()]


def respond(puzzle: Puzzle, played: Sequence[Move]) -> Reply:
    """Reply to the solver's last move; `played` are all legal moves so far, of both sides.

    Can take seconds; not for an event loop.
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
    """Like `respond`, for a puzzle's line; None if an earlier move was wrong or illegal.

    None also if an opponent's move isn't the engine's reply, so belongs to no game of this puzzle.
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
    """Every first move that keeps the result, found by trying all: only the answer, if sound."""
    solver = _solver(puzzle.rules)
    state = solver.state(puzzle.position)
    if puzzle.kind is Kind.DEFEND:
        tried = solver.after(state)
        return [move for move, after in tried if not solver.beaten(after, puzzle.moves)]
    return solver.winning(state, puzzle.moves)


@lru_cache(2000)
def solution(line: str) -> tuple[Move, ...]:
    """The moves to the end of this puzzle's line: the answer, the best defence, and so on."""
    puzzle = read_puzzle(0, line)
    return solution_by(_solver(puzzle.rules), puzzle)


def solution_by(solver: AnySolver, puzzle: Puzzle) -> tuple[Move, ...]:
    """The moves to the end of this puzzle, found by this solver."""
    played = [puzzle.answer]
    while (reply := _reply(puzzle, played, solver)).result is Result.RIGHT and reply.move:
        played.append(reply.move)
        position = puzzle.position
        for move in played:
            position = puzzle.game.after(position, move)
        left = puzzle.moves - len(played) // 2
        played.append(min(solver.winning(solver.state(position), left)))
    return tuple(played)


@lru_cache(500)
def threat(line: str) -> Move | None:
    """The move that would win if the defender of this puzzle's line could pass, if there is one."""
    puzzle = read_puzzle(0, line)
    solver, position = _solver(puzzle.rules), puzzle.position
    state = solver.state(replace(position, turn=position.turn.other))
    moves = solver.distance(state, puzzle.moves)
    return min(solver.winning(state, moves)) if moves else None


def holds(puzzle: Puzzle) -> bool:
    """Check a puzzle by trying all moves; can take seconds."""
    sooner = puzzle.kind is not Kind.DEFEND and _solver(puzzle.rules).wins(
        _solver(puzzle.rules).state(puzzle.position), puzzle.moves - 1
    )
    return list(right_moves(puzzle)) == [puzzle.answer] and not sooner


@lru_cache(4)
def _solver(rules: str) -> AnySolver:
    return solver_of(catalogue.game(rules))


def _defended(puzzle: Puzzle, position: Position, solver: AnySolver) -> Reply:
    """Judge the one move; a wrong move gets the first move of the shortest win."""
    state = solver.state(position)
    if not solver.beaten(state, puzzle.moves):
        return Reply(Result.SOLVED, None)
    moves = solver.distance(state, puzzle.moves)
    return Reply(Result.WRONG, min(solver.winning(state, moves)) if moves else None)


def _stubborn(solver: AnySolver, position: Position, left: int) -> Move:
    """The reply that delays the win longest; among equals, with fewest ways to win."""

    def ease(reply: Move) -> tuple[int, int, Move]:
        state = solver.state(solver.game.after(position, reply))
        moves = solver.distance(state, left) or left
        return -moves, len(solver.winning(state, moves)), reply

    return min(solver.game.moves(position), key=ease)


def _refuting(solver: AnySolver, position: Position, left: int) -> Move:
    """A reply that stops the win in time: a winning reply, else the first that holds."""
    game = solver.game
    steps = {reply: game.play(position, reply) for reply in game.moves(position)}
    replies = sorted(steps, key=lambda reply: (-len(steps[reply].captured), reply))
    states = {reply: solver.state(steps[reply].after) for reply in replies}
    for reply in replies:
        if solver.winner(states[reply]) is position.turn:
            return reply
    held = (reply for reply in replies if not solver.beaten(states[reply], max(1, left)))
    return next(held, replies[0])
