"""Time limits: whose clock is running in a match, and until when. Reads no clock itself.

Invariant: all times are Unix seconds, so time zones and summer time play no part. A day is 24
hours; a weekend is Saturday and Sunday in UTC. One day for a move is 36 hours: players who
move every evening, now at eight and now at ten, never run out of time.

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

    Rest = tuple[int, int]  # start and end of a stop of the clock

HOUR = 60 * 60
DAY = 24 * HOUR
_GRACE = DAY // 2  # added to a single day for a move
_WEEK = 7 * DAY
_FIRST_SATURDAY = 2 * DAY  # 3 January 1970
_LONGEST = 365  # days
LATEST = 2**37  # no match lasts until then, the year 6325
_YEARS = 20 * 365 * DAY  # the longest that a clock can run with no stop except weekends


@dataclass(frozen=True, slots=True)
class Pace:
    """The players' time limits."""

    days: int | None = None  # per move, see seconds_for_move; None: unlimited
    reserve: int = 0  # extra days for the whole match, used when a move takes longer
    weekends: bool = True  # whether clocks run on Saturdays and Sundays
    first_days: int | None = None  # for each side's first move; None: as for every move
    away_days: int | None = None  # vacation days that stop a player's clock; None: all
    hurry_from: int | None = None  # the second from which a move has 36 hours at most; None: never

    def __post_init__(self) -> None:
        for name, least, value in (
            ("days", 1, self.days),
            ("reserve", 0, self.reserve),
            ("first_days", 1, self.first_days),
            ("away_days", 0, self.away_days),
        ):
            if value is not None and not least <= value <= _LONGEST:
                raise Contradiction(Clash.VALUE, name, value)
        if self.hurry_from is not None and not 0 <= self.hurry_from < LATEST:
            raise Contradiction(Clash.VALUE, "hurry_from", self.hurry_from)
        for name, unset in (
            ("reserve", not self.reserve),
            ("weekends", self.weekends),
            ("first_days", self.first_days is None),
            ("away_days", self.away_days is None),
            ("hurry_from", self.hurry_from is None),
        ):
            if self.days is None and not unset:
                raise Contradiction(Clash.NEEDS, name, "days")

    @property
    def fewer_first_days(self) -> int | None:
        """The days for each side's first move, if fewer than for other moves."""
        first, days = self.first_days, self.days
        return first if first is not None and days is not None and first < days else None


def seconds_for_move(days: int) -> int:
    """The time on the clock for a move of so many days.

    >>> [seconds_for_move(days) // 3600 for days in (1, 2, 3)]
    [36, 48, 72]
    """
    return days * DAY + (_GRACE if days == 1 else 0)


@dataclass(frozen=True, slots=True)
class Absence:
    """A time when clocks stop: a player's vacation, or the bot being offline."""

    side: Side | None  # None: the bot was offline, which stops every clock
    start: int
    end: int  # the first second when the clock runs again

    def __post_init__(self) -> None:
        if not self.start <= self.end < LATEST:
            raise Contradiction(Clash.VALUE, "an absence's end", self.end)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the side to move, as known now; later absences change it."""

    side: Side
    since: int
    total: int  # seconds for this move, including the extra time left
    reserve: int  # seconds of extra time left when the turn started
    rests: tuple[Rest, ...]  # by start; can overlap
    weekends: bool = True

    @property
    def deadline(self) -> int:
        """The second when the time is up if nothing happens."""
        return self.when(0)

    def when(self, left: int) -> int:
        """The second when only `left` seconds remain; LATEST at most."""
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
        """How many seconds the clock ran up to `until`."""
        ran, at = 0, self.since
        for start, end in self._rests():
            if start >= until:
                break
            ran += max(0, start - at)
            at = max(at, end)
        return ran + max(0, until - at)

    def left(self, now: int) -> int:
        """Seconds left, including extra time; 0 from the deadline on."""
        return max(0, self.total - self.ran(now))

    def reserve_left(self, now: int) -> int:
        """Seconds left of the extra time."""
        return min(self.reserve, self.left(now))

    def resumes(self, now: int) -> int:
        """The second when a stopped clock resumes; now, if the clock is running."""
        at = now
        for start, end in self._rests():
            if start > at:
                break
            at = max(at, end)
        return at

    def _rests(self) -> Iterator[Rest]:
        """Every stop of the clock, with only those weekends that begin while the clock is running.

        So even a stop that lasts ages is one step, and no number makes this loop endless.
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
    """The running clock; None without a time limit, or if the match is over.

    A vacation stops only its player's clock and gives back no time already used. Each turn gets its
    full days, even one that a takeback returns. A day given adds to the extra days. If the first
    move has its own number of days, the pace's extra days don't add to them.
    """
    if pace.days is None or match.verdict:
        return None
    side, now = match.turn, match.turns[-1]
    rests = tuple(_rests(pace, match, tuple(absences)))
    given = sum(gift.by is not side for gift in match.gifts)
    usual, first = map(seconds_for_move, (pace.days, pace.first_days or pace.days))
    earlier = [pair for pair in pairwise(match.turns) if pair[0].side is side]
    if not earlier and pace.first_days:
        return Clock(side, now.since, first + given * DAY, given * DAY, rests, pace.weekends)
    reserve = (pace.reserve + given) * DAY
    for number, (turn, following) in enumerate(earlier if reserve else ()):
        days = usual if number else first
        spent = Clock(side, turn.since, days, 0, rests, pace.weekends)
        reserve -= max(0, spent.ran(following.since) - days)
    reserve = max(0, reserve)
    if pace.hurry_from is not None and now.since >= pace.hurry_from:
        usual = min(usual, seconds_for_move(1))
    return Clock(side, now.since, usual + reserve, reserve, rests, pace.weekends)


def _rests(pace: Pace, match: Match, absences: Sequence[Absence]) -> list[Rest]:
    """The stops of the clock of the side to move, sorted by start."""
    own = sorted((a.start, a.end) for a in absences if a.side is match.turn)
    if pace.away_days is not None:
        own = [*_granted(own, match.turns[0].since, pace.away_days * DAY)]
    return sorted([*own, *((a.start, a.end) for a in absences if a.side is None)])


def _granted(rests: Iterable[Rest], since: int, most: int) -> Iterator[Rest]:
    """Cut these stops to a total of `most` seconds, counting only the time after `since`."""
    for start, end in rests:
        begins = max(start, since)
        since = min(max(end, begins), begins + most)
        most -= since - begins
        yield begins, since


def _weekends(since: int, until: int) -> Iterator[Rest]:
    """Every weekend that overlaps the time between these seconds."""
    first = since - (since - _FIRST_SATURDAY) % _WEEK
    return ((saturday, saturday + 2 * DAY) for saturday in range(first, until + 1, _WEEK))
