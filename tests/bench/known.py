"""Positions whose best move is known, and how many of them the engine solves within a second.

best_moves.txt has five positions of each kind of rules. In each a short search plays another move,
and two deep searches, by the engine of 2026-11-22 and by a later one, agree on the best.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.limits import Limits
from engine.search import search_of
from engine.start import start_of
from games import catalogue
from games.notation import read_move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core import Game, Move, Position

FILE = Path(__file__).parent / "best_moves.txt"
SECONDS = 1.0  # of the processor
BEFORE = 46  # how many the engine of 2026-11-22 solved


@dataclass(frozen=True)
class Known:
    """A position with those before it, and its best move."""

    game: Game
    positions: Sequence[Position]
    best: Move


def read() -> list[Known]:
    """All of them."""
    lines = FILE.read_text("utf-8").splitlines()
    return [_read(line) for line in lines if not line.startswith("#")]


def _read(line: str) -> Known:
    rules, moves, best = (part.strip() for part in line.split("|"))
    game = catalogue.game(rules)
    positions = [start_of(game)]
    for text in moves.split():
        positions.append(game.after(positions[-1], read_move(text)))
    return Known(game, positions, read_move(best))


def solved(known: Known) -> bool:
    """Whether a search that remembers nothing plays the best move."""
    *history, position = known.positions
    limits = Limits(seconds=SECONDS, clock=time.process_time)
    return search_of(known.game).search(position, history, limits).move == known.best
