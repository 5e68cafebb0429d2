"""Searches known positions again: the same engine finds the same move in the same nodes.

A line of tests/engine/searches.txt has the rules, a position or `start`, the moves since then, a
depth, and what was found: the best move, its score, and how many nodes that took.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.limits import Limits
from engine.protocol import path_text
from engine.search import search_of
from engine.start import start_of
from games import catalogue
from games.notation import move_at, read_position

if TYPE_CHECKING:
    from games.core import Game, Position

progress = logging.getLogger("progress.searches")

KNOWN = Path(__file__).parents[1] / "tests" / "engine" / "searches.txt"

_START = "start"


@dataclass(frozen=True, slots=True)
class Known:
    """A position that is searched."""

    rules: str
    position: str
    moves: str
    depth: int

    def searched(self) -> str:
        """Its line, with what is found now."""
        game = catalogue.game(self.rules)
        *history, position = self._positions(game)
        result = search_of(game).search(position, history, Limits(depth=self.depth))
        answer = f"{path_text(result.move)} | {result.score} | {result.nodes}"
        return f"{self.rules} | {self.position} | {self.moves} | {self.depth} | {answer}"

    def _positions(self, game: Game) -> list[Position]:
        first = start_of(game) if self.position == _START else read_position(game, self.position)
        positions = [first]
        for text in self.moves.split():
            position = positions[-1]
            positions.append(game.after(position, move_at(game, position, text)))
        return positions


def read_known(line: str) -> Known:
    """Return the search that a line of the file asks for."""
    rules, position, moves, depth, *_ = (part.strip() for part in line.split("|"))
    return Known(rules, position, moves, int(depth))


def search_again(file: Path) -> int:
    """Write the present findings for this file's positions; return the number of changed lines."""
    lines = file.read_text("utf-8").splitlines()
    answers = list[str]()
    for number, line in enumerate(lines, 1):
        progress.debug("line %s of %s searched", number, len(lines))
        answers.append(line if line.startswith("#") else read_known(line).searched())
    file.write_text("\n".join(answers) + "\n", "utf-8")
    return sum(line != answer for line, answer in zip(lines, answers, strict=True))
