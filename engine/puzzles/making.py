"""`python -m engine puzzles`: finds puzzles in games that the engine plays against itself.

The players' strengths differ from game to game, so that there are errors to punish. What the search
thinks a forced win is proved, or refuted, by engine.solver, and kept when one first move alone does
it and none does it sooner. Deterministic from a seed; goes on where an earlier run ended.

`find` does the same with a game that others played.
"""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from engine.limits import SURE, WIN, Limits, Stopped
from engine.player import search_of
from engine.protocol import start
from engine.puzzles import Kind, Puzzle, read, solution_by
from engine.solver import AnySolver, Exhausted, solver_of
from games.catalogue import TABAL
from games.catalogue import game as named
from games.core import Side
from games.notation import write_position

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from pathlib import Path

    from engine.player import Search
    from games.core import Game, Move, Position

_STRENGTHS = (60, 250, 1000)  # nodes a move
_OPENING = range(4, 11)  # random plies
_LONGEST = 130
_LONG = {True: 4, False: 3}  # moves of a win in Tabal, where captures are forced, and in tafl
_THREAT = 2  # moves in which the opponent would win in tafl, where one must defend
_CHOICES = 4  # legal moves there are at least, and that do not lose at once
_SOUND = 8000  # nodes that see no loss after a defence
_HIDDEN = (3, 10)  # places down the list at a glance from which an answer is hidden, and well
_GLANCE = 300  # nodes
_FAR = 1000  # nodes that see most wins in three
_EASY = 3  # no more than one in so many has the lowest grade
_A_GAME = 4
_PROOF = 50_000  # positions tried for one: the moves of those who solve it are judged so too
_A_SEARCH = 100_000  # positions tried for all of a game


@dataclass(frozen=True, slots=True)
class Order:
    """How many puzzles to make of a rule set.

    No more than half of one kind, if it has several, and no more than a third of the lowest grade.
    """

    rules: str
    each: int = 60
    games: int = 500  # after which to give up
    seed: int = 1


def make(order: Order, stock: Path) -> Iterator[str]:
    """Write puzzles to the stock until there are enough; tells of each."""
    old = stock.read_text("utf-8").splitlines() if stock.exists() else []
    puzzles = [read(0, line) for line in old if line and not line.startswith("#")]
    own = [puzzle for puzzle in puzzles if puzzle.rules == order.rules]
    count = Counter(puzzle.kind for puzzle in own)
    easy = sum(puzzle.grade == 1 for puzzle in own)
    known = {puzzle.text for puzzle in puzzles}
    kinds = (Kind.WIN,) if order.rules == TABAL else tuple(Kind)
    maker = _Maker(order.rules)
    most = order.each if len(kinds) == 1 else (order.each + 1) // 2
    for number in range(order.games):
        wanted = {kind for kind in kinds if count[kind] < most}
        if count.total() >= order.each:
            return
        of_game = maker.of_game(f"{order.seed} {order.rules} {number}", wanted)
        for puzzle in islice((each for each in of_game if each.text not in known), _A_GAME):
            known.add(puzzle.text)
            if puzzle.grade == 1 and _EASY * easy >= order.each:
                continue
            easy += puzzle.grade == 1
            count[puzzle.kind] += 1
            with stock.open("a", encoding="utf-8") as file:
                file.write(puzzle.line + "\n")
            yield f"game {number}: {puzzle.line}"


def find(
    rules: str, positions: Sequence[Position], known: Collection[str], stop: Callable[[], bool]
) -> Puzzle | None:
    """The hardest puzzle in the last positions of a game; None where none is found in some seconds.

    `known`: the texts of those there are. Deterministic; Stopped once `stop` says so.
    """
    maker = _Maker(rules)
    maker.solver.stop = stop
    found: list[Puzzle] = []
    left = _A_SEARCH
    for position in reversed(positions[-_LONGEST:]):
        if stop():
            raise Stopped
        maker.solver.left = _PROOF
        puzzle = maker.of_position(position)
        if puzzle and puzzle.text not in known:
            found.append(puzzle)
        left -= _PROOF - maker.solver.left
        if left < 0:
            break
    return max(found, key=lambda puzzle: puzzle.grade, default=None)


class _Maker:
    def __init__(self, rules: str) -> None:
        self._game: Game = named(rules)
        self._judge: Search = search_of(self._game)
        self.solver: AnySolver = solver_of(self._game)
        self._long = _LONG[self._game.name == TABAL]

    @cached_property
    def _search(self) -> Search:
        """What plays."""
        return search_of(self._game)

    def of_position(self, position: Position) -> Puzzle | None:
        """The puzzle that a position is; None where it is none."""
        if self._game.verdict(position):
            return None
        with suppress(Exhausted):
            puzzle = next(self._puzzles(position, self._seen(position, 0)), None)
            if puzzle:
                solution_by(self.solver, puzzle)  # so that no answer to a solver takes long either
            return puzzle
        return None

    def of_game(self, seed: str, wanted: Collection[Kind]) -> Iterator[Puzzle]:
        """The puzzles of one game, at most one of a kind for each side."""
        found: set[tuple[Kind, Side]] = set()
        for position, score in self._play(random.Random(seed)):  # noqa: S311  no secret
            kind = self._kind(position, score)
            if kind in wanted and (kind, position.turn) not in found:
                for puzzle in self._puzzles(position, score):
                    found.add((kind, position.turn))
                    yield puzzle

    def _kind(self, position: Position, score: int) -> Kind:
        if score < SURE:
            return Kind.DEFEND
        take = position.turn is Side.DARK and self._game.name != TABAL
        return Kind.TAKE if take else Kind.WIN

    def _play(self, chance: random.Random) -> Iterator[tuple[Position, int]]:
        """The positions of a game, and what the search thinks of each."""
        game = self._game
        strength = {side: chance.choice(_STRENGTHS) for side in Side}
        position = start(game)
        history: list[Position] = []
        plies = chance.choice(_OPENING)
        while len(history) < _LONGEST and not game.verdict(position):
            if len(history) < plies:
                move = chance.choice(game.moves(position))
            else:
                limits = Limits(nodes=strength[position.turn])
                found = self._search.search(position, history, limits)
                move = found.move
                yield position, self._seen(position, found.score)
                yield from self._after_error(position, chance)
            history.append(position)
            position = game.after(position, move)
            if sum(each.placement == position.placement for each in history) > 1:
                return

    def _after_error(
        self, position: Position, chance: random.Random
    ) -> Iterator[tuple[Position, int]]:
        """What a move by chance leads to: there is often something to punish."""
        after = self._game.after(position, chance.choice(self._game.moves(position)))
        if not self._game.verdict(after):
            yield after, self._seen(after, 0)

    def _seen(self, position: Position, score: int) -> int:
        """What the position is worth to one who looks further than the players do."""
        if abs(score) > SURE:
            return score
        return self._judge.search(position, [], Limits(nodes=_FAR)).score

    def _puzzles(self, position: Position, score: int) -> Iterator[Puzzle]:
        if len(self._game.moves(position)) < _CHOICES:
            return
        position = replace(position, quiet=0)
        self.solver.left = _PROOF
        with suppress(Exhausted):
            yield from self._proved(position, score)

    def _proved(self, position: Position, score: int) -> Iterator[Puzzle]:
        own = (WIN - score + 1) // 2
        if score > SURE and 1 < own <= self._long:
            yield from self._won(position, own)
        elif abs(score) < SURE and 1 < (threat := self._threat(position)) <= self._long:
            yield from self._held(position, threat)

    def _won(self, position: Position, own: int) -> Iterator[Puzzle]:
        state = self.solver.state(position)
        if self.solver.wins(state, own - 1):
            return
        tried = self.solver.after(state)
        winning = (move for move, after in tried if self.solver.lost(after, own - 1))
        answers = list(islice(winning, 2))
        if len(answers) == 1:
            yield self._puzzle(self._kind(position, WIN), own, position, answers[0])

    def _threat(self, position: Position) -> int:
        """In how many moves the opponent would win if it were their turn; 0: not, or later."""
        if self._game.name == TABAL:
            return 0  # there, to pass would change little
        passed = replace(position, turn=position.turn.other)
        if self._game.verdict(passed):
            return 0
        score = self._judge.search(passed, [], Limits(nodes=_GLANCE)).score
        return _THREAT if score > SURE and WIN - score < 2 * _THREAT else 0

    def _held(self, position: Position, threat: int) -> Iterator[Puzzle]:
        solver = self.solver
        state = solver.state(position)
        tried = dict(solver.after(state))
        late = [move for move, after in tried.items() if not solver.beaten(after, 1)]
        if len(late) < _CHOICES:
            return
        holding = (move for move in late if not solver.beaten(tried[move], threat))
        answers = list(islice(holding, 2))
        if len(answers) == 1 and self._sound(position, answers[0]):
            yield self._puzzle(Kind.DEFEND, threat, position, answers[0])

    def _sound(self, position: Position, answer: Move) -> bool:
        after = self._game.after(position, answer)
        if self._game.verdict(after):
            return False
        return self._judge.search(after, [], Limits(nodes=_SOUND)).score < SURE

    def _puzzle(self, kind: Kind, own: int, position: Position, answer: Move) -> Puzzle:
        text = write_position(self._game, position)
        grade = self._grade(kind, own, position, answer)
        return Puzzle(0, self._game.name, kind, own, grade, text, answer)

    def _grade(self, kind: Kind, own: int, position: Position, answer: Move) -> int:
        """Deeper is harder, and so is a move that does not look like one."""
        glance = self._judge.weigh(position, [], Limits(depth=1))
        rank = next((i for i, each in enumerate(glance) if each.move == answer), len(glance))
        step = self._game.play(position, answer)
        silent = not step.captured and not self._game.callout(step.after)
        hidden = sum(rank >= place for place in _HIDDEN) + silent
        return min(5, max(1, own - 1 + (kind is Kind.DEFEND) + hidden))
