"""The defaults of a game: the house game, or rules that are as even as measured.

Invariant: every default is computed here, from one table.

>>> from bot.service.balance import Leans, Measured
>>> leans = Leans(engine={"bga": Measured(0.9, 0.04), "bga+diamond": Measured(0.5, 0.04)})
>>> usual_games(leans, "bga"), usual_games(leans, "bga+diamond")
(2, 1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.model.matches import Search
from bot.service.balance import evening_handicaps, is_near

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.servers import Server
    from bot.service.balance import Leans
    from bot.service.services import Services

# The house game, for anyone who names no rules: short, rich in raichi and tuichi, and seldom drawn.
# It is one game with sides at random because we decided so, whatever share is measured.
DEFAULT_RULES = "saami"
HISTORICAL_RULES = "larochelle"  # a challenge offers them beside the house game

_TOO_FAR = 0.667  # of a share: two thirds, rounded as shares are


def usual_rule_set(server: Server) -> str:
    """Return a server's rule set, without its options."""
    return (server.rules or DEFAULT_RULES).partition("+")[0]


@dataclass(frozen=True, slots=True)
class RulesAndGames:
    """Rules with their handicaps, and the number of games; in two games both take each side."""

    rules: str
    games: int = 1


def usual_rules_and_games(leans: Leans, server: Server) -> RulesAndGames:
    """Return the default of a challenge without rules: the server's, as even as possible."""
    return evenest_rules_and_games(leans, server.rules or DEFAULT_RULES)


async def usual_between(
    services: Services, server: Server, by: Player, opponent: Player | None
) -> RulesAndGames:
    """Return the default of a challenge without rules to this opponent; None: to anyone.

    It is the server's, else the rules that these two played last, else the house game.
    """
    leans = await services.leans(server.id)
    if opponent and not server.rules and (rules := await _last_rules(services, by, opponent)):
        return RulesAndGames(rules, usual_games(leans, rules))
    return usual_rules_and_games(leans, server)


async def _last_rules(services: Services, one: Player, other: Player) -> str | None:
    """Return the rules of the newest game between two people."""
    matches = services.store.matches
    running = await matches.running(one)
    shared = (game for game in running if game.team(other) not in (None, game.team(one)))
    games = [*shared, *await matches.finished(Search(one, opponent=other), 0, 1)]
    newest = max(games, key=lambda game: game.id, default=None)
    return newest and newest.rules


def offered_beside(leans: Leans, rules: str) -> tuple[RulesAndGames, ...]:
    """Return the house game and the historical game, without the one of these rules."""
    preset, *_ = rules.split("+")
    names = (name for name in (DEFAULT_RULES, HISTORICAL_RULES) if name != preset)
    return tuple(RulesAndGames(name, usual_games(leans, name)) for name in names)


def evenest_rules_and_games(leans: Leans, rules: str) -> RulesAndGames:
    """Return one game if these rules are even, or if handicaps even them; if not, two games."""
    if usual_games(leans, rules) == 1:
        return RulesAndGames(rules)
    variants = leans.variants(rules)
    for evened in evening_handicaps(leans, rules):
        if is_near(variants[evened]):
            return RulesAndGames(evened)
    return RulesAndGames(rules, games=2)


def usual_games(leans: Leans, rules: str) -> int:
    """Return 2, with sides changed, if a side scores over two thirds with these rules; else 1.

    The first who speaks decides (`Leans.first`); if nobody does, the nearest rules that the engine
    has played. The house game is one game.
    """
    if rules == DEFAULT_RULES:
        return 1
    said = leans.first(rules)
    share = (said[1] if said else leans.nearest(rules)).share
    return 2 if max(share, 1 - share) > _TOO_FAR else 1
