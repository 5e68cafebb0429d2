"""Chooses a move in any rule set: the fast search where there is one, else the plain one."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from engine.plain import PlainSearch
from engine.tafl_rules import Unsupported
from engine.tafl_search import TaflSearch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.limits import Found, Limits
    from games.core import Game, Position

_RULE_SETS = 2  # whose tables and memory are kept


class Search(Protocol):
    """A search of one rule set; it may remember what it saw."""

    def search(
        self,
        position: Position,
        history: Sequence[Position],
        limits: Limits,
        report: Callable[[Found], None] | None = None,
    ) -> Found:
        """How to go on from a position that is not decided; `history` came before it."""
        ...


def search_of(game: Game) -> Search:
    """The best search there is for these rules, new."""
    try:
        return TaflSearch(game)
    except Unsupported:
        return PlainSearch(game)


class Player:
    """Searches any game, and keeps what was made for the rule sets used last."""

    def __init__(self) -> None:
        self._searches = lru_cache(_RULE_SETS)(search_of)

    def choose(
        self,
        game: Game,
        position: Position,
        history: Sequence[Position],
        limits: Limits,
        report: Callable[[Found], None] | None = None,
    ) -> Found:
        """How to go on; deterministic for equal nodes when nothing was searched before."""
        return self._searches(game).search(position, history, limits, report)
