"""Finds puzzles in games: `find` in one that was played, a Finder in one position after another.

What the search thinks a forced win is proved, or refuted, by engine.solver. It is a puzzle when one
first move alone wins and none wins sooner.
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

_LONGEST = 130  # positions of a game that are looked at, the last ones
_LONG = {True: 4, False: 3}  # moves of a win in Tabal, where captures are forced, and in tafl
_THREAT = 2  # moves in which the opponent would win in tafl, where one must defend
_CHOICES = 4  # legal moves there are at least, and that do not lose at once
_SOUND = 8000  # nodes that see no loss after a defence
_HIDDEN = (3, 10)  # places down the list at a glance from which an answer is hidden, and well
_GLANCE = 300  # nodes
_FAR = 1000  # nodes that see most wins in three
_PROOF = 50_000  # positions tried for one: the moves of those who solve it are judged so too
_A_SEARCH = 100_000  # positions tried for all of a game


def find(
    rules: str, positions: Sequence[Position], known: Collection[str], stop: Callable[[], bool]
) -> Puzzle | None:
    """The hardest puzzle in the last positions of a game; None where none is found in some seconds.

    `known`: the texts of those there are. Deterministic; Stopped once `stop` says so.
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
    """Tells of the positions of one rule set whether they are puzzles."""

    def __init__(self, rules: str) -> None:
        self.game: Game = catalogue.game(rules)
        self.solver: AnySolver = solver_of(self.game)
        self._judge: Search = search_of(self.game)
        self._is_tabal = self.game.name == catalogue.TABAL
        self._long = _LONG[self._is_tabal]

    def answerable(self, position: Position) -> Puzzle | None:
        """The puzzle that a position is; None too where to judge its solvers' moves takes long."""
        if self.game.verdict(position):
            return None
        puzzle = self.puzzle(position, self.score(position))
        with suppress(Exhausted):
            if puzzle:
                solution_by(self.solver, puzzle)
            return puzzle
        return None

    def score(self, position: Position) -> int:
        """What the position is worth to one who looks further than most players do."""
        return self._judge.search(position, [], Limits(nodes=_FAR)).score

    def kind(self, position: Position, score: int) -> Kind:
        """What a puzzle of this position would ask for."""
        if score < SURE:
            return Kind.DEFEND
        return Kind.TAKE if position.turn is Side.DARK and not self._is_tabal else Kind.WIN

    def puzzle(self, position: Position, score: int) -> Puzzle | None:
        """The puzzle that a position of this score is; None where it is none, or hard to prove."""
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
        """In how many moves the opponent would win if it were their turn; 0: not, or later."""
        if self._is_tabal:
            return 0  # there, to pass would change little
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
        """Whether a defence does not lose later."""
        after = self.game.after(position, answer)
        if self.game.verdict(after):
            return False
        return self._judge.search(after, [], Limits(nodes=_SOUND)).score < SURE

    def _graded(self, kind: Kind, moves: int, position: Position, answer: Move) -> Puzzle:
        text = write_position(self.game, position)
        grade = self._grade(kind, moves, position, answer)
        return Puzzle(0, self.game.name, kind, moves, grade, text, answer)

    def _grade(self, kind: Kind, moves: int, position: Position, answer: Move) -> int:
        """Deeper is harder, and so is a move that does not look like one."""
        glance = self._judge.weigh(position, [], Limits(depth=1))
        rank = next((i for i, weighed in enumerate(glance) if weighed.move == answer), len(glance))
        step = self.game.play(position, answer)
        silent = not step.captured and not self.game.callout(step.after)
        hidden = sum(rank >= place for place in _HIDDEN) + silent
        return min(5, max(1, moves - 1 + (kind is Kind.DEFEND) + hidden))
