"""Leaderboards of a server, by family and rule set, for a season or all time.

Invariant: a person who isn't listed is in no leaderboard.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.ratings.model import ESTABLISHED, EVERYWHERE, Family
from bot.model.matches import Outcome
from bot.model.posts import Post
from bot.model.seasons import season_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.features.ratings.model import Rating, Seat
    from bot.model.people import Player
    from games.core import Side

    _Scope = tuple[int, Family, int, str, Player]  # the first fields of a Score

A_PAGE = 10  # lines of a page


@dataclass(frozen=True, slots=True)
class SeasonPost(Post):
    """The final standings of a season, and the start of the next season."""

    kind = "season"
    is_news = True

    season: int

    @property
    def lane(self) -> str:
        """The lane of all seasons of a server."""
        return f"season {self.place.guild}"


@dataclass(frozen=True, slots=True)
class Score:
    """A player's results in a season, with a rule set, or both; everywhere: with a rule set."""

    guild: int
    family: Family
    season: int  # 0: all time
    rules: str  # empty: the whole family
    player: Player
    won: int = 0
    drawn: int = 0
    lost: int = 0
    opponents: int = 0  # different opponents

    @property
    def games(self) -> int:
        """The number of games that the score counts."""
        return self.won + self.drawn + self.lost


def scores(seats: Iterable[Seat]) -> Sequence[Score]:
    """Return the scores that follow from these results."""
    told: Counter[tuple[_Scope, Outcome]] = Counter()
    opponents: Counter[_Scope] = Counter()
    for seat in seats:
        for which, is_first in _counts_for(seat):
            told[which, seat.outcome] += 1
            opponents[which] += is_first
    return [
        Score(
            *which,
            *(told[which, outcome] for outcome in (Outcome.WON, Outcome.DRAWN, Outcome.LOST)),
            opponents=met,
        )
        for which, met in opponents.items()
    ]


def _counts_for(seat: Seat) -> Iterator[tuple[_Scope, bool]]:
    """Yield the scores that a result counts for, and whether it is the pair's first in each.

    Totals over a whole family are in its Rating.
    """
    first = seat.first
    yield (seat.guild, seat.family, 0, seat.rules, seat.player), first.first_of_rules
    if seat.guild != EVERYWHERE:
        of_season = seat.guild, seat.family, season_of(seat.at)
        yield (*of_season, "", seat.player), first.first_in_season
        yield (*of_season, seat.rules, seat.player), first.first_of_rules_in_season


@dataclass(frozen=True, slots=True)
class Table:
    """A leaderboard, as chosen by its reader."""

    guild: int
    family: Family
    season: int = 0  # 0: all time
    rules: str = ""  # empty: the whole family

    @property
    def counts_some(self) -> bool:
        """Whether the leaderboard counts only part of a family's games: by season or rule set."""
        return bool(self.season or self.rules)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a leaderboard: a player's rating, and their results in the counted games."""

    place: int  # from 1
    rating: Rating
    won: int
    drawn: int
    lost: int
    form: str  # w, d or l for each of the last five of these games, newest last

    @property
    def games(self) -> int:
        """The number of the player's games that the leaderboard counts."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Standing:
    """A page of a leaderboard, and the asker's line."""

    rows: Sequence[Row] = ()
    page: int = 0
    pages: int = 1
    count: int = 0  # lines of the whole leaderboard
    own: Row | None = None
    opponents: int = ESTABLISHED  # different opponents that the asker needs


@dataclass(frozen=True, slots=True)
class Result:
    """A game of a player, as a profile counts it."""

    match: int
    rules: str
    side: Side
    outcome: Outcome
    opponent: Player  # FORMER: erased since
    met: float | None  # the opponent's rating before the game; None: erased since


@dataclass(frozen=True, slots=True)
class Title:
    """A first, second or third place in a season of a server."""

    guild: int
    season: int
    family: Family
    place: int  # from 1
    player: Player
    rating: float
    games: int  # counted in the season
