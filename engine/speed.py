"""`python -m engine speed`: nodes a second and depth in positions after random openings."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from engine.limits import Limits
from engine.match import openings
from engine.player import search_of
from engine.protocol import start
from games.catalogue import game as named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core import Game, Move, Position


@dataclass(frozen=True, slots=True)
class Sample:
    """What is searched, and for how long."""

    seconds: float = 1.0
    positions: int = 12
    plies: int = 14  # random ones before each
    seed: str = "speed"


def speed(rules: str, sample: Sample) -> str:
    """A line: thousands of nodes a second of processor time, and the mean depth."""
    game = named(rules)
    search = search_of(game)
    nodes, depths, spent = 0, list[int](), 0.0
    for opening in islice(openings(game, sample.plies, sample.seed), sample.positions):
        *history, position = _positions(game, opening)
        began = time.process_time()
        limits = Limits(seconds=sample.seconds, clock=time.process_time)
        found = search.search(position, history, limits)
        spent += time.process_time() - began
        nodes += found.nodes
        depths.append(found.depth)
    mean = sum(depths) / len(depths)
    return f"{rules:<40} {nodes / spent / 1000:6.0f} kn/s  depth {mean:.1f}"


def _positions(game: Game, moves: Sequence[Move]) -> list[Position]:
    played = [start(game)]
    for move in moves:
        played.append(game.play(played[-1], move).after)
    return played
