"""Measures nodes a second and depth in positions after random openings."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from engine.limits import Limits
from engine.search import search_of
from games import catalogue
from tools.openings import after, openings

if TYPE_CHECKING:
    from engine.search import Search
    from games.core import Game


progress = logging.getLogger("progress.speed")


@dataclass(frozen=True, slots=True)
class Sample:
    """The sample to search, and for how long."""

    seconds: float = 1.0
    positions: int = 12
    plies: int = 14  # random ones before each
    seed: str = "speed"


@dataclass(frozen=True, slots=True)
class Speed:
    """Nodes for each second of processor time, and the mean depth."""

    nodes: float
    depth: float


def measure(game: Game, sample: Sample, search: Search | None = None) -> Speed:
    """How fast a search is in these rules; the engine's own where none is given."""
    search = search or search_of(game)
    nodes, depths, spent = 0, list[int](), 0.0
    drawn = islice(openings(game, sample.plies, sample.seed), sample.positions)
    for number, opening in enumerate(drawn, 1):
        progress.debug("%s: position %s of %s", game.name, number, sample.positions)
        *history, position = after(game, opening)
        began = time.process_time()
        limits = Limits(seconds=sample.seconds, clock=time.process_time)
        result = search.search(position, history, limits)
        spent += time.process_time() - began
        nodes += result.nodes
        depths.append(result.depth)
    return Speed(nodes / spent, sum(depths) / len(depths))


def line(rules: str, sample: Sample) -> str:
    """Return the measurement as a line."""
    speed = measure(catalogue.game(rules), sample)
    return f"{rules:<40} {speed.nodes / 1000:6.0f} kn/s  depth {speed.depth:.1f}"
