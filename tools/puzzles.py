"""Makes puzzles of games that the engine plays against itself, and adds them to the stock.

The players' strengths differ from game to game, so that there are errors to punish. Deterministic
from a seed; goes on where an earlier run ended.
"""

from __future__ import annotations

import logging
import random
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from engine.limits import SURE, Limits
from engine.puzzles import Kind, Puzzle, read_puzzle
from engine.puzzles.finding import Finder
from engine.search import search_of
from engine.start import start_of
from games import catalogue
from games.core import Side

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from games.core import Position

progress = logging.getLogger("progress.puzzles")

_STRENGTHS = (60, 250, 1000)  # nodes a move
_OPENING = range(4, 11)  # random plies
_LONGEST = 130  # plies of a game
_EASY = 3  # no more than one in so many has the lowest grade
_A_GAME = 4  # puzzles at most


@dataclass(frozen=True, slots=True)
class Order:
    """How many puzzles to make of a rule set.

    No more than half of one kind, if it has several, and no more than a third of the lowest grade.
    """

    rules: str
    count: int = 60
    games: int = 500  # after which to give up
    seed: int = 1


def make(order: Order, stock: Path) -> Iterator[str]:
    """Write puzzles to the stock until there are enough; tells of each."""
    lines = stock.read_text("utf-8").splitlines() if stock.exists() else []
    puzzles = [read_puzzle(0, line) for line in lines if line and not line.startswith("#")]
    of_rules = [puzzle for puzzle in puzzles if puzzle.rules == order.rules]
    count = Counter(puzzle.kind for puzzle in of_rules)
    easy = sum(puzzle.grade == 1 for puzzle in of_rules)
    known = {puzzle.text for puzzle in puzzles}
    kinds = (Kind.WIN,) if order.rules == catalogue.TABAL else tuple(Kind)
    most = order.count if len(kinds) == 1 else (order.count + 1) // 2
    maker = _Maker(order.rules)
    for number in range(order.games):
        wanted = {kind for kind in kinds if count[kind] < most}
        if count.total() >= order.count:
            return
        told = "%s: %s of %s puzzles, game %s of %s"
        progress.debug(told, order.rules, count.total(), order.count, number + 1, order.games)
        of_game = maker.puzzles(f"{order.seed} {order.rules} {number}", wanted)
        new = (puzzle for puzzle in of_game if puzzle.text not in known)
        for puzzle in islice(new, _A_GAME):
            known.add(puzzle.text)
            if puzzle.grade == 1 and _EASY * easy >= order.count:
                continue
            easy += puzzle.grade == 1
            count[puzzle.kind] += 1
            with stock.open("a", encoding="utf-8") as file:
                file.write(puzzle.line + "\n")
            yield f"game {number}: {puzzle.line}"


class _Maker:
    """Plays games of one rule set and looks for puzzles in them."""

    def __init__(self, rules: str) -> None:
        self._finder = Finder(rules)
        self._game = self._finder.game
        self._search = search_of(self._game)  # what plays

    def puzzles(self, seed: str, wanted: Collection[Kind]) -> Iterator[Puzzle]:
        """The puzzles of one game, at most one of a kind for each side."""
        seen: set[tuple[Kind, Side]] = set()
        for position, score in self._play(random.Random(seed)):
            kind = self._finder.kind(position, score)
            if kind in wanted and (kind, position.turn) not in seen:
                puzzle = self._finder.puzzle(position, score)
                if puzzle:
                    seen.add((kind, position.turn))
                    yield puzzle

    def _play(self, chance: random.Random) -> Iterator[tuple[Position, int]]:
        """The positions of a game, and what the search thinks of each."""
        game = self._game
        strength = {side: chance.choice(_STRENGTHS) for side in Side}
        position = start_of(game)
        history: list[Position] = []
        plies = chance.choice(_OPENING)
        while len(history) < _LONGEST and not game.verdict(position):
            if len(history) < plies:
                move = chance.choice(game.moves(position))
            else:
                limits = Limits(nodes=strength[position.turn])
                best = self._search.search(position, history, limits)
                move = best.move
                sure = abs(best.score) > SURE
                yield position, best.score if sure else self._finder.score(position)
                yield from self._after_error(position, chance)
            history.append(position)
            position = game.after(position, move)
            if sum(earlier.placement == position.placement for earlier in history) > 1:
                return

    def _after_error(
        self, position: Position, chance: random.Random
    ) -> Iterator[tuple[Position, int]]:
        """Yield positions after a random move: there is often something to punish."""
        after = self._game.after(position, chance.choice(self._game.moves(position)))
        if not self._game.verdict(after):
            yield after, self._finder.score(after)
