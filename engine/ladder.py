"""The levels' results against each other, from engine/ladder.json.

`python -m tools ladder` makes that file; docs/STRENGTH.md shows it.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import TYPE_CHECKING

from engine.levels import LEVELS, level_of
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from engine.levels import Level
    from games.core import Side


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers of games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def with_game(self, side: Side, winner: Side | None) -> Tally:
        """Add a game played with this side."""
        if winner is None:
            return replace(self, drawn=self.drawn + 1)
        if winner is side:
            return replace(self, won=self.won + 1)
        return replace(self, lost=self.lost + 1)

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The share of points, from 0 to 1; a draw is half a point."""
        return (self.won + self.drawn / 2) / self.games

    @property
    def error(self) -> float:
        """The standard error of the score."""
        score = self.score
        squares = self.won * (1 - score) ** 2, self.drawn * (0.5 - score) ** 2, self.lost * score**2
        return math.sqrt(sum(squares)) / self.games


@dataclass(frozen=True, slots=True)
class Ladder:
    """The measured steps of one rule set, and the settings of its levels."""

    steps: Sequence[Tally]  # results of each level from 2 on, up to the highest played
    levels: Sequence[Sequence[float | None]]  # see `settings`


def ladders(file: Path | None = None) -> dict[str, Ladder]:
    """The latest measured ladders, by rule set."""
    text = (file or files("engine") / "ladder.json").read_text("utf-8")
    return {
        rules: Ladder([Tally(*step) for step in ladder["steps"]], ladder["levels"])
        for rules, ladder in json.loads(text).items()
    }


def settings(rules: str) -> list[list[float | None]]:
    """The present levels of a rule set: depth, nodes, noise, overlooks.

    Plus the rest if a level has any: misses, leaves, blind, and the defenders' numbers.
    """
    return [_numbers(level_of(catalogue.game(rules), level)) for level in LEVELS]


def _numbers(level: Level) -> list[float | None]:
    numbers: list[float | None] = [level.depth, level.nodes, level.noise, level.overlooks]
    if level.misses:
        numbers += [level.misses, level.leaves, level.blind]
    return numbers + (_numbers(level.light) if level.light else [])
