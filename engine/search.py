"""The search for any rule set: a fast search if available, else the plain search."""

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
    """A search of one rule set; can remember earlier searches."""

    def search(
        self,
        position: Position,
        history: Sequence[Position],
        limits: Limits,
        report: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """Search an undecided position; `history` are the earlier positions."""
        ...

    def weigh(
        self, position: Position, history: Sequence[Position], limits: Limits
    ) -> Sequence[SearchResult]:
        """Every move with its own score at the depth of the limits, best first."""
        ...

    def glance(self, position: Position) -> int:
        """The value of an undecided position for the side to move, without trying a move."""
        ...

    def forget(self) -> None:
        """Clear the memory of earlier searches, so the next search is deterministic."""
        ...


def search_of(game: Game) -> Search:
    """A new search for these rules, the best available."""
    if game.name == TABAL:
        return TabalSearch(game)
    try:
        return TaflSearch(game)
    except Unsupported:
        return PlainSearch(game)
