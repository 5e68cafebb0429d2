"""Chooses moves in all rule sets: keeps their searches, and plays as an opponent of any level."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.levels import level_of
from engine.own_boards import own_board
from engine.search import search_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.limits import Limits, SearchResult
    from engine.own_boards import OwnBoard
    from engine.search import Search
    from games.core import Game, Position

_RULE_SETS = 2  # whose tables and memory are kept


class Player:
    """Searches any game, and keeps the tables that were made for the rule sets used last.

    A search is deterministic for equal nodes when nothing was searched before it; a level's move
    always is.
    """

    def __init__(self, make: Callable[[Game], Search] = search_of) -> None:
        self._searches = lru_cache(_RULE_SETS)(make)
        self._last: Search | None = None

    def _search(self, game: Game) -> Search:
        """Only that of the rule set used last remembers what it saw: memory is bounded."""
        search = self._searches(game)
        if self._last and self._last is not search:
            self._last.forget()
        self._last = search
        return search

    def choose(
        self,
        game: Game,
        position: Position,
        history: Sequence[Position],
        limits: Limits,
        report: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """How to go on from a position that is not decided."""
        return self._search(game).search(position, history, limits, report)

    def fresh(self, game: Game) -> Search:
        """The search of these rules, which now remembers nothing."""
        search = self._search(game)
        search.forget()
        return search

    def board(self, game: Game) -> OwnBoard:
        """The board on which these rules are searched."""
        return own_board(game, self._search(game))

    def prepare(self, game: Game) -> None:
        """Make the tables now, so that the first search need not."""
        self._search(game)

    def choose_at(  # noqa: PLR0913, PLR0917  all that a level needs to know
        self,
        game: Game,
        position: Position,
        history: Sequence[Position],
        level: int,
        stop: Callable[[], bool] | None = None,
        match: int | None = None,
    ) -> SearchResult:
        """How an opponent of this level goes on; the best so far once `stop` says so.

        `match`: any number that is the same all through a match, so that others go otherwise.
        """
        search = self._search(game)
        return level_of(game, level).choose(search, game, position, history, stop, match)
