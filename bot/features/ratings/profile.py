"""Profiles: a player's rating, and their results by rule set and side.

Invariant: a person who isn't listed is the only one to see their profile.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING

from bot.features.ratings.model import EVERYWHERE, Family
from bot.features.ratings.standings_tables import StandingTables
from bot.features.ratings.tables import RatingTables
from bot.model.matches import Outcome
from bot.model.people import FORMER
from bot.service.history import between

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.features.ratings.honours import Honour
    from bot.features.ratings.model import Rating, Seat
    from bot.features.ratings.standings import Result, Title
    from bot.model.matches import Tally
    from bot.model.people import Player
    from bot.service.services import Services
    from games.core import Side

_NEWEST = 1000  # results that a profile looks back on
_CURVE = 60  # of these in its curve
_BEST = 3  # wins that it names
_TITLES = 4


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's profile, for one family of games, on one server or everywhere."""

    player: Player
    rating: Rating
    families: tuple[Family, ...] = ()  # families with a rating there
    curve: Sequence[Seat] = ()
    outcomes: Mapping[tuple[str, Side], Counter[Outcome]] = field(
        default_factory=dict[tuple[str, "Side"], Counter[Outcome]]
    )
    best: Sequence[Result] = ()
    streak: int = 0  # the most wins in a row
    honours: Sequence[Honour] = ()
    titles: Sequence[Title] = ()  # of seasons there, newest first
    between: Tally | None = None  # games with the asker; None: their own profile, or not shown


async def profile(
    services: Services, player: Player, asker: Player, guild: int, family: Family | None = None
) -> Profile | None:
    """Return a player's profile; None if they aren't listed, or have no counted game there.

    Without a family: the one that they have played most.
    """
    store = services.store
    if player != asker and not (await store.people.person(player)).listed:
        return None
    ratings = [
        rating
        for rating in await RatingTables(store.database).ratings_of(player)
        if rating.guild == guild
    ]
    if not ratings:
        return None
    chosen = next((rating for rating in ratings if rating.family is family), None)
    shown = chosen or max(ratings, key=lambda rating: rating.games)
    titles = await StandingTables(store.database).titles_of(player)
    results = await StandingTables(store.database).results(player, guild, shown.family, _NEWEST)
    return Profile(
        player=player,
        rating=shown,
        families=tuple(
            choice for choice in Family if choice in [rating.family for rating in ratings]
        ),
        curve=await RatingTables(store.database).curve(player, guild, shown.family, 0, _CURVE),
        outcomes=outcomes(results),
        best=await _best(services, results, guild),
        streak=streak(results),
        honours=await RatingTables(store.database).honours_of(player),
        titles=[title for title in titles if guild in (title.guild, EVERYWHERE)][:_TITLES],
        between=None if player == asker else await between(services, asker, player),
    )


def outcomes(results: Iterable[Result]) -> Mapping[tuple[str, Side], Counter[Outcome]]:
    """Count wins, draws and losses by rule set and side, the rule set played most first."""
    counts: dict[tuple[str, Side], Counter[Outcome]] = {}
    games = Counter[str]()
    for result in results:
        counts.setdefault((result.rules, result.side), Counter[Outcome]())[result.outcome] += 1
        games[result.rules] += 1
    order = sorted(counts, key=lambda key: (-games[key[0]], key))
    return {key: counts[key] for key in order}


def streak(results: Iterable[Result]) -> int:
    """Return the most wins in a row."""
    left, most = iter([*results]), 0
    for first in left:
        if first.outcome is Outcome.WON:
            most = max(most, 1 + sum(1 for _ in takewhile(_is_win, left)))
    return most


def _is_win(result: Result) -> bool:
    return result.outcome is Outcome.WON


async def _best(services: Services, results: Sequence[Result], guild: int) -> Sequence[Result]:
    """Return the wins against the strongest listed opponents, at most one against each.

    Empty over all servers: an opponent may not be known to the other servers.
    """
    if guild == EVERYWHERE:
        return ()
    won = [result for result in results if _is_win(result) and result.opponent != FORMER]
    won.sort(key=lambda win: -(win.met or 0))
    best: dict[Player, Result] = {}
    for win in won:
        if len(best) == _BEST:
            break
        if win.opponent not in best and (await services.store.people.person(win.opponent)).listed:
            best[win.opponent] = win
    return [*best.values()]
