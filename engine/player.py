"""Choose moves in all rule sets: keep their searches, and play at any level."""

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

_RULE_SETS = 2  # rule sets with tables and memory kept


class Player:
    """Searches any game, and keeps the tables of recent rule sets.

    A first search is deterministic for equal nodes; a level's move always is.
    """

    def __init__(self, make: Callable[[Game], Search] = search_of) -> None:
        self._searches = lru_cache(_RULE_SETS)(make)
        self._last: Search | None = None

    def _search(self, game: Game) -> Search:
        """The search of these rules. Only the latest search keeps its memory."""
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
        """Search an undecided position."""
        return self._search(game).search(position, history, limits, report)

    def fresh(self, game: Game) -> Search:
        """The search of these rules, with its memory cleared."""
        search = self._search(game)
        search.forget()
        return search

    def board(self, game: Game) -> OwnBoard:
        """The board used to search these rules."""
        return own_board(game, self._search(game))

    def prepare(self, game: Game) -> None:
        """Make the tables now, so the first search starts at once."""
        self._search(game)

    def choose_at(  # noqa: PLR0913, PLR0917  everything that a level needs
        self,
        game: Game,
        position: Position,
        history: Sequence[Position],
        level: int,
        stop: Callable[[], bool] | None = None,
        match: int | None = None,
    ) -> SearchResult:
        """Choose a move as an opponent of this level; the best so far once `stop` returns True.

        `match` is any number that stays the same during a match, so that matches differ.
        """
        search = self._search(game)
        return level_of(game, level).choose(search, game, position, history, stop, match)
