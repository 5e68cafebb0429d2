"""Time limits: whose clock runs in a match, until when. Reads no clock itself.

Law: everything is Unix seconds, so no time zone and no summer time comes into it. A day is 24
hours; a weekend is Saturday and Sunday in UTC.

>>> from games.core import Side
>>> clock = Clock(Side.DARK, since=0, total=3 * DAY, reserve=0, rests=((DAY, 2 * DAY),))
>>> clock.deadline == 4 * DAY
True
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from games.errors import Clash, Contradiction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.core import Side
    from games.match import Match

    Rest = tuple[int, int]  # from, up to: the clock stands still

DAY = 24 * 60 * 60
_WEEK = 7 * DAY
_FIRST_SATURDAY = 2 * DAY  # 3 January 1970
_LONGEST = 365  # days
LATEST = 2**37  # an instant that no match lives to see: in the year 6325
_YEARS = 20 * 365 * DAY  # no clock runs for longer without a rest but weekends


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time the players have."""

    days: int | None = None  # for each move; None: as long as they like
    reserve: int = 0  # days for the whole match, used up once a move takes longer
    weekends: bool = True  # whether clocks run on Saturdays and Sundays
    first_days: int | None = None  # for the first move of each side; None: as for every move
    away_days: int | None = None  # of a player's vacations that stop their clock; None: all

    def __post_init__(self) -> None:
        for name, least, value in (
            ("days", 1, self.days),
            ("reserve", 0, self.reserve),
            ("first_days", 1, self.first_days),
            ("away_days", 0, self.away_days),
        ):
            if value is not None and not least <= value <= _LONGEST:
                raise Contradiction(Clash.VALUE, name, value)
        for name, unset in (
            ("reserve", not self.reserve),
            ("weekends", self.weekends),
            ("first_days", self.first_days is None),
            ("away_days", self.away_days is None),
        ):
            if self.days is None and not unset:
                raise Contradiction(Clash.NEEDS, name, "days")

    @property
    def fewer_first_days(self) -> int | None:
        """The days for the first move of each side, where they are fewer than for the others."""
        first, days = self.first_days, self.days
        return first if first is not None and days is not None and first < days else None


@dataclass(frozen=True, slots=True)
class Absence:
    """A time in which clocks stand still: a player's vacation, or the bot was offline."""

    side: Side | None  # None: the bot was offline; every clock stood still
    start: int
    end: int  # the first second on which the clock runs again

    def __post_init__(self) -> None:
        if not self.start <= self.end < LATEST:
            raise Contradiction(Clash.VALUE, "an absence's end", self.end)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the side to move, as far as is known: a later absence makes it another one."""

    side: Side
    since: int
    total: int  # seconds for this move, what is left of the reserve included
    reserve: int  # seconds of the reserve that were left when the turn began
    rests: tuple[Rest, ...]  # by their start; they may overlap
    weekends: bool = True

    @property
    def deadline(self) -> int:
        """The second on which the time is up if nothing happens."""
        return self.when(0)

    def when(self, left: int) -> int:
        """The second on which no more than this many are left; LATEST at most."""
        wanted = max(0, self.total - left)
        at = self.since
        for start, end in self._rests():
            if start - at >= wanted:
                break
            if end > at:
                wanted -= max(0, start - at)
                at = end
        return min(at + wanted, LATEST)

    def ran(self, until: int) -> int:
        """The seconds in which it ran up to then."""
        ran, at = 0, self.since
        for start, end in self._rests():
            if start >= until:
                break
            ran += max(0, start - at)
            at = max(at, end)
        return ran + max(0, until - at)

    def left(self, now: int) -> int:
        """The seconds left, reserve included; 0 from the deadline on."""
        return max(0, self.total - self.ran(now))

    def reserve_left(self, now: int) -> int:
        """The seconds left of the reserve alone."""
        return min(self.reserve, self.left(now))

    def resumes(self, now: int) -> int:
        """The second on which it goes on if it stands still now; now, if it runs."""
        at = now
        for start, end in self._rests():
            if start > at:
                break
            at = max(at, end)
        return at

    def _rests(self) -> Iterator[Rest]:
        """When it stands still: of weekends only those that begin while it runs.

        So a rest that is said to last for ages is one step, and no number makes this endless.
        """
        at = self.since
        for start, end in self.rests:
            if not self.weekends:
                yield from _weekends(at, min(start, at + _YEARS))
            yield start, end
            at = max(at, end)
        if not self.weekends:
            yield from _weekends(at, at + _YEARS)


def clock(pace: Pace, match: Match, absences: Iterable[Absence] = ()) -> Clock | None:
    """The clock that runs; None where there is none, or the match is over.

    A vacation stops its player's clock alone and gives back nothing that was used. Each turn has
    its days anew, also the one that a takeback returns. A day that is given adds to the reserve.
    Where the first move has days of its own, the reserve does not add to them.
    """
    if pace.days is None or match.verdict:
        return None
    side, now = match.turn, match.turns[-1]
    rests = tuple(_rests(pace, match, tuple(absences)))
    given = sum(gift.by is not side for gift in match.gifts)
    usual, first = pace.days * DAY, (pace.first_days or pace.days) * DAY
    earlier = [pair for pair in pairwise(match.turns) if pair[0].side is side]
    if not earlier and pace.first_days:
        return Clock(side, now.since, first + given * DAY, given * DAY, rests, pace.weekends)
    reserve = (pace.reserve + given) * DAY
    for number, (turn, following) in enumerate(earlier if reserve else ()):
        days = usual if number else first
        spent = Clock(side, turn.since, days, 0, rests, pace.weekends)
        reserve -= max(0, spent.ran(following.since) - days)
    reserve = max(0, reserve)
    return Clock(side, now.since, usual + reserve, reserve, rests, pace.weekends)


def _rests(pace: Pace, match: Match, absences: Sequence[Absence]) -> list[Rest]:
    """When the clocks of the side to move stand still, by their start."""
    own = sorted((a.start, a.end) for a in absences if a.side is match.turn)
    if pace.away_days is not None:
        own = [*_granted(own, match.turns[0].since, pace.away_days * DAY)]
    return sorted([*own, *((a.start, a.end) for a in absences if a.side is None)])


def _granted(rests: Iterable[Rest], since: int, most: int) -> Iterator[Rest]:
    """The first so many seconds of these rests, by their start, of what lies after a moment."""
    for start, end in rests:
        begins = max(start, since)
        since = min(max(end, begins), begins + most)
        most -= since - begins
        yield begins, since


def _weekends(since: int, until: int) -> Iterator[Rest]:
    """Every weekend that is not over by the one time and has begun by the other."""
    first = since - (since - _FIRST_SATURDAY) % _WEEK
    return ((saturday, saturday + 2 * DAY) for saturday in range(first, until + 1, _WEEK))
