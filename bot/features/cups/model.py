"""Cups: the values that are stored of them, and the posts of their cards.

An entrant is a seat of its cup, a number from 1 in the order of joining, so that tables and
brackets stay as they are when a person is erased.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.model.club import Competition, Seat, Status, opened
from bot.model.posts import Post
from games.core import Reason, Side  # noqa: TC001  read at run time
from games.pace import DAY
from games.tournament.standings import Entrant  # noqa: TC001  the same

if TYPE_CHECKING:
    from bot.model.times import Instant

LARGEST = 64  # entrants
SIZES = (4, 8, 16, 32, LARGEST)  # that can be chosen, as the most
LARGEST_ROBIN = 16  # where all meet all: that are fifteen rounds
FEWEST = 2
ROUNDS = (7, 14, 21, 28)  # days
RULE_SETS = 5  # at most, one of which is drawn for each round
_SHORTEST_SEASON = 35 * DAY  # of a league
LAPSES = 2  # after so many it is not repeated any more


class Form(StrEnum):
    """Who meets whom."""

    ROBIN = "robin"  # everybody, everybody
    GROUPS = "groups"  # so in groups, then the first of each group among themselves
    KNOCKOUT = "knockout"
    SWISS = "swiss"
    LEAGUE = "league"  # divisions by strength, a round every two weeks, a season long, then again


class Repeat(StrEnum):
    """When a cup opens again by itself."""

    NEVER = "never"
    MONTH = "month"
    SEASON = "season"


class Given(StrEnum):
    """Who has the points of a pairing without a game."""

    PLAYED = ""  # nobody: it is played
    ONE = "one"  # the first of the two, whose opponent is out, or who has none
    HALF = "half"  # half of them: one who has no opponent in a round of a league
    NOBODY = "nobody"  # both are out


@dataclass(frozen=True, slots=True, kw_only=True)
class Cup(Competition):
    """A cup, and how far it is."""

    name: str
    edition: int = 1
    form: Form
    rules: str  # the lines of rule sets (see games.catalogue) with blanks between
    size: int = 16  # entrants at most
    signup_days: int = 7
    round_days: int = 14
    repeats: Repeat = Repeat.NEVER
    lapses: int = 0  # times in a row, up to this one, that too few have joined

    @property
    def rule_sets(self) -> tuple[str, ...]:
        """The rule sets of which each round has one."""
        return tuple(self.rules.split())

    @property
    def points(self) -> int:
        """The halves of a point that a pairing has for each of the two."""
        return 2 * self.games

    @property
    def takes_in(self) -> bool:
        """Whether people may join it now, as far as its status says."""
        running = self.form is Form.LEAGUE and self.status is Status.RUNNING
        return running or self.status is Status.OPEN

    @property
    def is_in_thread(self) -> bool:
        """Whether all its games are played in a thread of its card."""
        return self.form is Form.LEAGUE and self.channel == self.card_in


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Seat):
    """A person in a cup."""

    cup: int
    seed: int | None = None  # from 1, the strongest; once the cup has begun
    finalist: bool = False  # of groups
    won: bool = False  # the cup; several, where they share the first place
    pool: int = 0  # the division of a league, from 1
    back: Instant | None = None  # when they last said that they are back


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Two who meet in a round, or one who has no opponent in it."""

    cup: int
    pool: int  # the group, from 1; 0: all together, and finals
    round: int  # from 1
    board: int  # from 1
    one: Entrant  # who has the attackers in the first game
    other: Entrant | None  # None: nobody
    rules: str
    begun: Instant
    given: Given = Given.PLAYED

    @property
    def key(self) -> tuple[int, int, int]:
        """Which it is in its cup."""
        return self.pool, self.round, self.board

    @property
    def seats(self) -> frozenset[Entrant]:
        """Who meets in it."""
        return frozenset(seat for seat in (self.one, self.other) if seat is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A match as a game of a cup. The men that were taken are told once it is over."""

    match: int
    cup: int
    pool: int
    round: int
    board: int
    leg: int  # from 1: of the two of a pairing
    dark: Entrant
    light: Entrant
    dark_taken: int | None = None
    light_taken: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The same, with what the match's own row says."""

    match: int
    cup: int
    pool: int
    round: int
    board: int
    leg: int
    dark: Entrant
    light: Entrant
    dark_taken: int | None
    light_taken: int | None
    turn: Side
    plies: int
    winner: Side | None
    reason: Reason | None  # None: it is not over
    since: Instant  # of the newest event

    @property
    def key(self) -> tuple[int, int, int]:
        """The pairing's."""
        return self.pool, self.round, self.board


@dataclass(frozen=True, slots=True)
class CupCard(Post):
    """Brings the card of a cup up to date, or posts it. `changes`: as of all posts that merge."""

    kind = "cup-card"
    is_news = True
    changes_old = True
    merges = True

    cup: int
    changes: int = 0

    @property
    def lane(self) -> str:
        """One for all that is done with its card."""
        return f"cup {self.cup}"


@dataclass(frozen=True, slots=True)
class CupResult(Post):
    """Tells once who has won, or that too few have joined."""

    kind = "cup-result"

    cup: int

    @property
    def lane(self) -> str:
        """One of its own."""
        return f"cup result {self.cup}"


def next_opening(cup: Cup) -> Instant | None:
    """When a cup opens again that is over by then: as a month or a quarter begins; None: never.

    A league goes on at once.
    """
    if cup.repeats is Repeat.NEVER or cup.lapses >= LAPSES:
        return None
    if cup.form is Form.LEAGUE:
        return cup.ended
    return _next_start(cup.made, 1 if cup.repeats is Repeat.MONTH else 3)


def season_end(began: Instant) -> Instant:
    """When the season of a league ends: with the quarter of a year, in UTC, in which it began.

    One that began in the last weeks of a quarter goes on to the end of the next.
    """
    return _next_start(began + _SHORTEST_SEASON, 3)


def _next_start(at: Instant, months: int) -> Instant:
    """When the next month or quarter begins: one of so many months."""
    day = datetime.fromtimestamp(at, UTC)
    ahead = months - (day.month - 1) % months
    years, month = divmod(day.month - 1 + ahead, 12)
    return int(datetime(day.year + years, month + 1, 1, tzinfo=UTC).timestamp())


def next_edition(cup: Cup, card_in: int, now: Instant) -> Cup:
    """The same cup once more, open from now on."""
    channel = card_in if cup.is_in_thread else cup.channel
    blank = replace(cup, id=0, version=0, edition=cup.edition + 1, card_in=card_in, message=None)
    blank = replace(blank, channel=channel)
    return opened(replace(blank, began=None, ended=None), now)


def ended(cup: Cup, status: Status, now: Instant) -> Cup:
    """A cup that is over, or was called off; it is looked at again when it is to be repeated."""
    after = replace(cup, status=status, ended=now)
    return replace(after, due=next_opening(after))
