"""The defaults of a game: rules that are as even as measured.

Invariant: every default is computed here, from one table.

>>> from bot.service.balance import Measured
>>> table = {"bga": Measured(0.9, 0.04), "bga+diamond": Measured(0.5, 0.04)}
>>> usual_games(table.__getitem__, "bga"), usual_games(table.__getitem__, "bga+diamond")
(2, 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.service.balance import among, evening_handicaps, is_near
from games import catalogue
from games.tafl import presets
from games.tafl.game import Tafl
from games.tafl.rules import Goal

if TYPE_CHECKING:
    from bot.model.servers import Server
    from bot.service.balance import Balance, Lean, Table
    from bot.service.services import Services

DEFAULT_RULES = "larochelle"  # for servers that have set none

_TOO_FAR = 0.667  # of a share: two thirds, rounded as shares are

_BOARD = "tafl-9"  # the usual one
_EDGES = (Goal.EDGE, Goal.EDGE_OFF_CAMPS)
_BEGINNERS = 1300  # their rating


def usual_rule_set(server: Server) -> str:
    """Return a server's rule set, without its options."""
    return (server.rules or DEFAULT_RULES).partition("+")[0]


@dataclass(frozen=True, slots=True)
class RulesAndGames:
    """Rules with their handicaps, and the number of games; in two games both take each side."""

    rules: str
    games: int = 1


def usual_rules_and_games(services: Services, server: Server) -> RulesAndGames:
    """Return the default of a challenge without rules: the server's, as even as possible."""
    rules = server.rules or DEFAULT_RULES
    return evenest_rules_and_games(services.balance, services.measured, rules)


def evenest_rules_and_games(balance: Balance, measured: Table, rules: str) -> RulesAndGames:
    """Return one game if these rules are even, or if handicaps even them; if not, two games."""
    if usual_games(balance, rules) == 1:
        return RulesAndGames(rules)
    for evened in evening_handicaps(measured, rules):
        if is_near(measured[evened]) and not _leans_too_far(measured[evened]):
            return RulesAndGames(evened)
    return RulesAndGames(rules, games=2)


def usual_games(balance: Balance, rules: str) -> int:
    """Return 2, with sides changed, if a side scores over two thirds with these rules; else 1.

    Counts every measured strength of players, since a default is for everyone.
    """
    return 2 if _leans_too_far(balance(rules)) else 1


def _leans_too_far(lean: Lean) -> bool:
    return any(max(row.share, 1 - row.share) > _TOO_FAR for row in lean.trend or (lean,))


def first_rules(measured: Table) -> str:
    """Return the usual board's most even rules in which the king escapes at the edge, as measured.

    They are for a person's first game against the engine: the edge is easy to understand; and the
    rules are even among beginners, so that either side can win.
    """
    shares = {
        name: among(measured[name], _BEGINNERS).share
        for name in presets.PRESETS
        if name in measured and _is_for_beginners(name)
    }
    return min(shares, key=lambda name: abs(shares[name] - 0.5), default=DEFAULT_RULES)


def _is_for_beginners(name: str) -> bool:
    game = catalogue.game(name)
    return (
        isinstance(game, Tafl) and catalogue.board_of(game) == _BOARD and game.rules.goal in _EDGES
    )
