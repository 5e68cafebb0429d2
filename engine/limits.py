"""Limits of a search, and its result."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.core import Move

WIN = 100_000  # minus one for every ply until then
SURE = 90_000  # beyond this, a score is a proven win or loss
_OFTEN = 256  # nodes between two looks at the clock

EXACT, AT_LEAST, AT_MOST = range(3)  # the meaning of a remembered score


class Stopped(Exception):
    """The search has reached a limit."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a search, which ends at the first limit reached; None: no such limit."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int = 60
    clock: Callable[[], float] = time.perf_counter  # or time.process_time
    stop: Callable[[], bool] | None = None  # called now and then; True ends the search


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The expected line, and its value for the side to move."""

    line: tuple[Move, ...]  # at least one move
    score: int
    depth: int
    nodes: int

    @property
    def move(self) -> Move:
        """The best move."""
        return self.line[0]


class Budget:
    """Counts down one search's limits."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._begun = limits.clock()

    def look(self, nodes: int) -> int:
        """The number of nodes for the next look; raises Stopped at a limit."""
        limits = self._limits
        if limits.nodes is not None and nodes >= limits.nodes:
            raise Stopped
        if limits.stop and limits.stop():
            raise Stopped
        if limits.seconds is not None and self.elapsed >= limits.seconds:
            raise Stopped
        if limits.nodes is not None:
            return min(nodes + _OFTEN, limits.nodes)
        return nodes + _OFTEN

    @property
    def elapsed(self) -> float:
        """Seconds since the search started."""
        return self._limits.clock() - self._begun
