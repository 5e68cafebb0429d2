"""The search of any rule set: the fast one where there is one, else the plain one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.plain import PlainSearch
from engine.tabal_search import TabalSearch
from engine.tafl_rules import Unsupported
from engine.tafl_search import TaflSearch
from games.catalogue import TABAL

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.limits import Limits, SearchResult
    from games.core import Game, Position


class Search(Protocol):
    """A search of one rule set; it may remember what it saw."""

    def search(
        self,
        position: Position,
        history: Sequence[Position],
        limits: Limits,
        report: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """How to go on from a position that is not decided; `history` came before it."""
        ...

    def weigh(
        self, position: Position, history: Sequence[Position], limits: Limits
    ) -> Sequence[SearchResult]:
        """Every move with its own score at the depth of the limits, best first."""
        ...

    def glance(self, position: Position) -> int:
        """What a position that is not decided is worth to the side to move, no move tried."""
        ...

    def forget(self) -> None:
        """Nothing of earlier searches stays, so that the next one is deterministic."""
        ...


def search_of(game: Game) -> Search:
    """The best search there is for these rules, new."""
    if game.name == TABAL:
        return TabalSearch(game)
    try:
        return TaflSearch(game)
    except Unsupported:
        return PlainSearch(game)
