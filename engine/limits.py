"""How long a search may last, and what it found."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.core import Move

WIN = 100_000  # less one for every ply until then
SURE = 90_000  # beyond this, a score is a win or a loss that was seen
_OFTEN = 256  # nodes between two looks at the clock

EXACT, AT_LEAST, AT_MOST = range(3)  # what a remembered score says of a position's worth


class Stopped(Exception):
    """The search has used what it was given."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a search may use; it ends at the first of these. None: no such limit."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int = 60
    clock: Callable[[], float] = time.perf_counter  # or time.process_time
    stop: Callable[[], bool] | None = None  # asked now and then: whether to end at once


@dataclass(frozen=True, slots=True)
class SearchResult:
    """How the game should go on, and what that is worth to the side to move."""

    line: tuple[Move, ...]  # at least one move
    score: int
    depth: int
    nodes: int

    @property
    def move(self) -> Move:
        """The best move."""
        return self.line[0]


class Budget:
    """Counts down what one search may use."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._begun = limits.clock()

    def look(self, nodes: int) -> int:
        """At how many nodes to look again; raises Stopped when it is over."""
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
        """Seconds since the search began."""
        return self._limits.clock() - self._begun
