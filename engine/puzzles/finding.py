"""Find puzzles in games: `find` in a finished game, a Finder in one position after another.

engine.solver proves or refutes each forced win that the search suspects. A position is a puzzle if
exactly one first move wins and none wins sooner.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from engine.limits import SURE, WIN, Limits, Stopped
from engine.puzzles import Kind, Puzzle, solution_by
from engine.search import search_of
from engine.solver import AnySolver, Exhausted, solver_of
from games import catalogue
from games.core import Side
from games.notation import write_position

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from engine.search import Search
    from games.core import Game, Move, Position

_LONGEST = 130  # positions of a game to examine, the last ones
_LONG = {True: 4, False: 3}  # moves of a win in Tabal, with its forced captures, and in tafl
_THREAT = 2  # moves in which the opponent would win in tafl, so that the solver must defend
_CHOICES = 4  # least number of legal moves, and of those that don't lose at once
_SOUND = 8000  # nodes without a loss after a defence
_HIDDEN = (3, 10)  # ranks at a glance from which an answer is hidden, and well hidden
_GLANCE = 300  # nodes
_FAR = 1000  # nodes that find most wins in three
_PROOF = 50_000  # positions per puzzle: solvers' moves are judged with the same effort
_A_SEARCH = 100_000  # positions per game


def find(
    rules: str, positions: Sequence[Position], known: Collection[str], stop: Callable[[], bool]
) -> Puzzle | None:
    """The hardest puzzle in the last positions of a game; None if none turns up in a few seconds.

    `known`: positions of existing puzzles. Deterministic; raises Stopped once `stop` returns True.
    """
    finder = Finder(rules)
    finder.solver.stop = stop
    puzzles: list[Puzzle] = []
    left = _A_SEARCH
    for position in reversed(positions[-_LONGEST:]):
        if stop():
            raise Stopped
        finder.solver.left = _PROOF
        puzzle = finder.answerable(position)
        if puzzle and puzzle.text not in known:
            puzzles.append(puzzle)
        left -= _PROOF - finder.solver.left
        if left < 0:
            break
    return max(puzzles, key=lambda puzzle: puzzle.grade, default=None)


class Finder:
    """Decides which positions of one rule set are puzzles."""

    def __init__(self, rules: str) -> None:
        self.game: Game = catalogue.game(rules)
        self.solver: AnySolver = solver_of(self.game)
        self._judge: Search = search_of(self.game)
        self._is_tabal = self.game.name == catalogue.TABAL
        self._long = _LONG[self._is_tabal]

    def answerable(self, position: Position) -> Puzzle | None:
        """The puzzle in a position; None also if judging its solvers' moves takes too long."""
        if self.game.verdict(position):
            return None
        puzzle = self.puzzle(position, self.score(position))
        with suppress(Exhausted):
            if puzzle:
                solution_by(self.solver, puzzle)
            return puzzle
        return None

    def score(self, position: Position) -> int:
        """The position's value at a depth beyond most players."""
        return self._judge.search(position, [], Limits(nodes=_FAR)).score

    def kind(self, position: Position, score: int) -> Kind:
        """The task that a puzzle of this position would have."""
        if score < SURE:
            return Kind.DEFEND
        return Kind.TAKE if position.turn is Side.DARK and not self._is_tabal else Kind.WIN

    def puzzle(self, position: Position, score: int) -> Puzzle | None:
        """The puzzle in a position of this score; None if there is none, or a proof is too hard."""
        if len(self.game.moves(position)) < _CHOICES:
            return None
        position = replace(position, quiet=0)
        self.solver.left = _PROOF
        with suppress(Exhausted):
            moves = (WIN - score + 1) // 2
            if score > SURE and 1 < moves <= self._long:
                return self._won(position, moves)
            if abs(score) < SURE and 1 < (threat := self._threat(position)) <= self._long:
                return self._held(position, threat)
        return None

    def _won(self, position: Position, moves: int) -> Puzzle | None:
        state = self.solver.state(position)
        if self.solver.wins(state, moves - 1):
            return None
        tried = self.solver.after(state)
        winning = (move for move, after in tried if self.solver.lost(after, moves - 1))
        answers = list(islice(winning, 2))
        if len(answers) > 1 or not answers:
            return None
        return self._graded(self.kind(position, WIN), moves, position, answers[0])

    def _threat(self, position: Position) -> int:
        """The number of moves in which the opponent would win on their turn; 0: later or never."""
        if self._is_tabal:
            return 0  # passing would change little there
        passed = replace(position, turn=position.turn.other)
        if self.game.verdict(passed):
            return 0
        score = self._judge.search(passed, [], Limits(nodes=_GLANCE)).score
        return _THREAT if score > SURE and WIN - score < 2 * _THREAT else 0

    def _held(self, position: Position, threat: int) -> Puzzle | None:
        solver = self.solver
        tried = dict(solver.after(solver.state(position)))
        late = [move for move, after in tried.items() if not solver.beaten(after, 1)]
        if len(late) < _CHOICES:
            return None
        holding = (move for move in late if not solver.beaten(tried[move], threat))
        answers = list(islice(holding, 2))
        if len(answers) != 1 or not self._is_sound(position, answers[0]):
            return None
        return self._graded(Kind.DEFEND, threat, position, answers[0])

    def _is_sound(self, position: Position, answer: Move) -> bool:
        """Whether a defence doesn't lose later."""
        after = self.game.after(position, answer)
        if self.game.verdict(after):
            return False
        return self._judge.search(after, [], Limits(nodes=_SOUND)).score < SURE

    def _graded(self, kind: Kind, moves: int, position: Position, answer: Move) -> Puzzle:
        text = write_position(self.game, position)
        grade = self._grade(kind, moves, position, answer)
        return Puzzle(0, self.game.name, kind, moves, grade, text, answer)

    def _grade(self, kind: Kind, moves: int, position: Position, answer: Move) -> int:
        """Grade a puzzle: deep is hard, and so is a move that looks unlikely."""
        glance = self._judge.weigh(position, [], Limits(depth=1))
        rank = next((i for i, weighed in enumerate(glance) if weighed.move == answer), len(glance))
        step = self.game.play(position, answer)
        silent = not step.captured and not self.game.callout(step.after)
        hidden = sum(rank >= place for place in _HIDDEN) + silent
        return min(5, max(1, moves - 1 + (kind is Kind.DEFEND) + hidden))
