"""What the node functions of one tafl search share: counters, memory, positions on the way here."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from engine.limits import Budget, Limits

if TYPE_CHECKING:
    from engine.tafl_board import Move

FIRST = 1 << 40  # better than any history

# Where a node ends early, or is searched less deep. Depths are plies, the others points.
LEAD_DEPTH, LEAD = 3, 70  # up to that depth, who leads by so much a ply is taken to keep it
PASS_DEPTH = 3  # from here on, who leads may pass: where that does well enough, so does a move
PASS_LESS = 3  # by so much, and a fifth of the depth, passing is searched less deep
UNKNOWN_DEPTH = 4  # from here on, a position with no move remembered is searched a ply less deep
QUIET_DEPTH, QUIET_GAIN = 2, 60  # up to that depth, all that a quiet move gains a ply, and once

_DEEPEST = 64
_MOST_MOVES = 600
_ENTRIES = 150_000  # that one table may hold

Entry = tuple[int, int, int, "Move | None"]  # depth, EXACT, AT_LEAST or AT_MOST, score, best move


# dark, light, king, total, freedom, ways, the squares that stop them, depth, alpha, beta, ply,
# quiet plies, and whether a side may pass
DarkNode = Callable[[int, int, int, int, int, int, int, int, int, int, int, int, bool], int]
LightNode = Callable[[int, int, int, int, int, int, int, int, int, int, bool], int]
# the same without depth, quiet plies and passing
DarkQuiet = Callable[[int, int, int, int, int, int, int, int, int, int], int]
LightQuiet = Callable[[int, int, int, int, int, int, int, int], int]


class Shared:
    """One search's state; lives as long as its board."""

    def __init__(self, quiet_limit: int | None) -> None:
        self.quiet_limit = quiet_limit or 1 << 30
        self.nodes = self.look_at = 0
        self.horizon = 0  # plies beyond which threats of the king are not followed
        self.level = 0  # what a repetition is worth to dark
        self.contempt = 20  # and what it costs who brings it about
        self.dark_seen: set[int] = set()
        self.light_seen: set[int] = set()
        self.dark_last: set[int] = set()  # those whose return wins for the attackers
        self.light_last: set[int] = set()
        self.dark_memory: dict[int, Entry] = {}
        self.light_memory: dict[int, Entry] = {}
        self.dark_killers: list[Move | None] = [None] * 512
        self.light_killers: list[Move | None] = [None] * 512
        self.budget = Budget(Limits())
        self.dark_node: DarkNode
        self.light_node: LightNode

    def begin(self, budget: Budget) -> None:
        """A new search; what earlier ones remembered may stay."""
        self.nodes = self.look_at = 0
        self.budget = budget
        self.dark_seen.clear()
        self.light_seen.clear()
        for killers in (self.dark_killers, self.light_killers):
            killers[:] = [None] * len(killers)

    def forget(self) -> None:
        """Nothing of earlier searches stays."""
        self.dark_memory.clear()
        self.light_memory.clear()

    def look(self) -> None:
        """Keep the limits: of the search, and of its memory."""
        self.look_at = self.budget.look(self.nodes)
        for memory in (self.dark_memory, self.light_memory):
            if len(memory) > _ENTRIES:
                for key in list(islice(memory, _ENTRIES // 2)):  # the oldest
                    del memory[key]


@cache
def reductions() -> tuple[tuple[int, ...], ...]:
    """By how much a late quiet move is searched less deep: [depth][number of the move]."""
    return tuple(
        tuple(_reduction(depth, number) for number in range(_MOST_MOVES))
        for depth in range(_DEEPEST + 2)
    )


def _reduction(depth: int, number: int) -> int:
    if depth < 2 or number < 4:  # noqa: PLR2004
        return 0
    less = 1 + (number > 10) + (number > 24 and depth > 3) + (depth > 6)  # noqa: PLR2004
    return min(depth - 1, less)
