"""Standings: the table of a server, and what stands in a player's profile.

Law: a person who is not listed is in no table and has no profile, but for themselves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import takewhile
from typing import TYPE_CHECKING, Protocol

from bot.service.model import FORMER, Outcome, Search
from bot.service.ratings import EVERYWHERE, Family, Rating

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from bot.service.honours import Honour
    from bot.service.house import House
    from bot.service.model import Instant, Player, Tally
    from bot.service.ratings import Seat
    from games.core import Side

A_PAGE = 10  # lines of a table
NEWEST = 1000  # results that a profile looks back on
CURVE = 60  # of them in its curve
BEST = 3  # wins that it names
_SEASONS, _MONTHS = 4, 3  # of a year, of a season


def season_of(at: Instant) -> int:
    """The season of a moment: a quarter of a year, in UTC, by its number since the year 0.

    >>> season_of(0), starts(season_of(0)), starts(season_of(0) + 1) // 86400
    (7880, 0, 90)
    """
    day = datetime.fromtimestamp(at, UTC)
    return day.year * _SEASONS + (day.month - 1) // _MONTHS


def starts(season: int) -> Instant:
    """When a season begins: as the one before it ends."""
    year, quarter = divmod(season, _SEASONS)
    return int(datetime(year, 1 + quarter * _MONTHS, 1, tzinfo=UTC).timestamp())


@dataclass(frozen=True, slots=True)
class Score:
    """How a player's games on one server went: of a season, of a rule set, or both."""

    guild: int
    family: Family
    season: int  # 0: all time
    rules: str  # empty: all of the family
    player: Player
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def after(self, outcome: Outcome) -> Score:
        """The score after one more game."""
        return replace(
            self,
            won=self.won + (outcome is Outcome.WON),
            drawn=self.drawn + (outcome is Outcome.DRAWN),
            lost=self.lost + (outcome is Outcome.LOST),
        )


def scored(seat: Seat) -> tuple[Score, ...]:
    """The scores to which a result on a server counts, empty. All of a family's: its Rating."""
    if seat.guild == EVERYWHERE:
        return ()
    season = season_of(seat.at)
    kinds = ((season, ""), (0, seat.rules), (season, seat.rules))
    return tuple(Score(seat.guild, seat.family, *kind, seat.player) for kind in kinds)


def scores(seats: Iterable[Seat]) -> Collection[Score]:
    """All scores that follow from these results."""
    found: dict[Score, Score] = {}
    for seat in seats:
        for empty in scored(seat):
            found[empty] = found.get(empty, empty).after(seat.outcome)
    return found.values()


@dataclass(frozen=True, slots=True)
class Table:
    """Which table is asked for."""

    guild: int
    family: Family
    season: int = 0  # 0: all time
    rules: str = ""  # empty: all of the family


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: how a player stands, and how the games went that it counts."""

    place: int  # from 1
    rating: Rating
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """How many the table counts."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Standing:
    """A page of a table, and the line of the person who asked."""

    rows: Sequence[Row] = ()
    page: int = 0
    pages: int = 1
    count: int = 0  # lines of the whole table
    own: Row | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """One game of a player, as a profile counts it."""

    match: int
    rules: str
    side: Side
    outcome: Outcome
    opponent: Player  # FORMER: erased since
    met: float | None  # the opponent's rating before it; None: erased since


class Standings(Protocol):
    """The part of the store that knows them."""

    async def standing(self, table: Table, player: Player, page: int | None, most: int) -> Standing:
        """A page of so many lines; None: the page with the player, or the first."""
        ...

    async def results(
        self, player: Player, guild: int, family: Family, most: int
    ) -> Sequence[Result]:
        """Up to so many results that count, the newest first."""
        ...


class HasStandings(Protocol):
    """A store with that part."""

    @property
    def standings(self) -> Standings:
        """It."""
        ...


@dataclass(frozen=True, slots=True)
class Profile:
    """What is shown of a player, by one family of games, on one server or everywhere."""

    player: Player
    rating: Rating
    families: tuple[Family, ...] = ()  # those in which they have a rating there
    curve: Sequence[Seat] = ()
    outcomes: Mapping[tuple[str, Side], Counter[Outcome]] = field(
        default_factory=dict[tuple[str, "Side"], Counter[Outcome]]
    )
    best: Sequence[Result] = ()
    streak: int = 0  # the most wins in a row
    honours: Sequence[Honour] = ()
    between: Tally | None = None  # the asker's games with them; None: it is the asker


async def standing(house: House, table: Table, player: Player, page: int | None) -> Standing:
    """A page of a table, as a person sees it who asks for it."""
    return await house.store.standings.standing(table, player, page, A_PAGE)


async def profile(
    house: House, player: Player, asker: Player, guild: int, family: Family | None = None
) -> Profile | None:
    """The profile of a player; None where they are not listed, or no game of theirs counted there.

    Without a family: the one that they have played most.
    """
    store = house.store
    if player != asker and not (await store.person(player)).listed:
        return None
    own = [each for each in await store.ratings.ratings_of(player) if each.guild == guild]
    if not own:
        return None
    chosen = next((each for each in own if each.family is family), None)
    shown = chosen or max(own, key=lambda each: each.games)
    results = await store.standings.results(player, guild, shown.family, NEWEST)
    return Profile(
        player=player,
        rating=shown,
        families=tuple(each.family for each in own),
        curve=await store.ratings.curve(player, guild, shown.family, 0, CURVE),
        outcomes=outcomes(results),
        best=await _best(house, results, guild),
        streak=streak(results),
        honours=await store.ratings.honours_of(player),
        between=None if player == asker else await store.tally(Search(asker, player)),
    )


def outcomes(results: Iterable[Result]) -> Mapping[tuple[str, Side], Counter[Outcome]]:
    """How the games went, by rule set and side, the rule set played most first."""
    found: dict[tuple[str, Side], Counter[Outcome]] = {}
    games = Counter[str]()
    for each in results:
        found.setdefault((each.rules, each.side), Counter[Outcome]())[each.outcome] += 1
        games[each.rules] += 1
    order = sorted(found, key=lambda key: (-games[key[0]], key))
    return {key: found[key] for key in order}


def streak(results: Iterable[Result]) -> int:
    """The most wins in a row."""
    left, most = iter([*results]), 0
    for first in left:
        if first.outcome is Outcome.WON:
            most = max(most, 1 + sum(1 for _ in takewhile(_is_win, left)))
    return most


def _is_win(result: Result) -> bool:
    return result.outcome is Outcome.WON


async def _best(house: House, results: Sequence[Result], guild: int) -> Sequence[Result]:
    """The wins against the strongest, each opponent once; nobody is named who is not listed.

    In private, where all servers are one, the opponents are not named either.
    """
    if guild == EVERYWHERE:
        return ()
    won = [each for each in results if _is_win(each) and each.opponent != FORMER]
    won.sort(key=lambda each: -(each.met or 0))
    found: dict[Player, Result] = {}
    for each in won:
        if len(found) == BEST:
            break
        if each.opponent not in found and (await house.store.person(each.opponent)).listed:
            found[each.opponent] = each
    return [*found.values()]
