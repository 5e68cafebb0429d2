"""Vacations: a player is away until a day, comes back, and has a number of days in each year.

Invariant: a vacation starts at once and stops only that player's clocks. Every day after the first
counts, even in part, so that "3 days" are three; a vacation that ends on its first day counts as
one day. Days are UTC days, and a year is a calendar year.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from bot.model.times import Vacation
from bot.service.clocks import clock_states
from bot.service.refusals import No, Refusal
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.service.services import Services

_HORIZON = 366  # days that are considered ahead
_A_DAY = 5  # vacations that can start on one day

_FIRST = date(1970, 1, 1).toordinal()
_Day = int  # days since 1970


@dataclass(frozen=True, slots=True)
class VacationStatus:
    """A player's vacations, as of today."""

    today: date
    end: Instant | None  # of the vacation they are on
    left: int  # days left this year; planned days are subtracted
    last: date | None  # the last possible day of a vacation from now on; None: no day is left


@dataclass(frozen=True, slots=True)
class ShortStop:
    """The effect of a vacation on games whose clocks it stops only for some days."""

    days: int
    run_out: Mapping[int, Instant]  # when time runs out, by game, if before the vacation ends
    running: Sequence[int] = ()  # the games in which their clock runs now all the same


def day_of(at: Instant) -> date:
    """Return the UTC day of a time."""
    return datetime.fromtimestamp(at, UTC).date()


def end_of(day: date) -> Instant:
    """Return the first second of the day after."""
    return (day.toordinal() - _FIRST + 1) * DAY


async def vacation_status(services: Services, player: Player) -> VacationStatus:
    """Return a player's vacations, as of now."""
    return _status(
        await services.store.times.vacations_of(player), services.now(), services.limits.vacation
    )


async def short_stop(services: Services, player: Player, end: Instant) -> ShortStop | None:
    """Return the games that a vacation stops only for some days; None if there are none."""
    running = await services.store.matches.running(player)
    days = {listing.id: listing.away_days for listing in running if listing.away_days is not None}
    if not days:
        return None
    games = [listing for listing in running if listing.id in days]
    states = await clock_states(services, games)
    own = {
        listing.id: state
        for listing in games
        if (state := states.get(listing.id)) and state.side is listing.side(player)
    }
    run_out = {game: state.deadline for game, state in own.items() if state.deadline < end}
    runs = (game for game, state in own.items() if state.goes_on is None)
    return ShortStop(max(days.values()), run_out, tuple(sorted(runs)))


def _status(vacations: Sequence[Vacation], now: Instant, limit: int) -> VacationStatus:
    """Work out whether a player is away, how many days are left, and the last possible day."""
    planned = Counter(map(_year, _counted_days(vacations)))
    today = day_of(now)
    return VacationStatus(
        today=today,
        end=max((vacation.end for vacation in vacations if vacation.end > now), default=None),
        left=max(0, limit - planned[today.year]),
        last=_last_possible(vacations, now, limit),
    )


def _counted_days(vacations: Iterable[Vacation]) -> set[_Day]:
    """Return the days that count against the yearly limit."""
    return {
        day for vacation in vacations if vacation.end > vacation.start for day in _days_of(vacation)
    }


def _days_of(vacation: Vacation) -> range:
    first, end = vacation.start // DAY, -(-vacation.end // DAY)
    return range(min(first + 1, end - 1), end)


def _year(day: _Day) -> int:
    return date.fromordinal(_FIRST + day).year


def _ended(vacation: Vacation, now: Instant) -> Vacation:
    return replace(vacation, end=max(vacation.start, min(vacation.end, now)))


def _last_possible(vacations: Sequence[Vacation], now: Instant, limit: int) -> date | None:
    """Return the last day of the longest vacation possible from today on, or of the present one."""
    present = _present(vacations, now)
    used = _counted_days(_ended(vacation, now) for vacation in vacations if vacation != present)
    today, first = now // DAY, (present.start if present else now) // DAY
    years = Counter(map(_year, used))
    last = first if first in used and years[_year(first)] <= limit else first - 1
    for day in range(first + 1, today + _HORIZON):
        if day not in used:
            years[_year(day)] += 1
        if years[_year(day)] > limit:
            break
        last = day
    return date.fromordinal(_FIRST + last) if last >= today else None


def _present(vacations: Sequence[Vacation], now: Instant) -> Vacation | None:
    return next((vacation for vacation in vacations if vacation.end > now), None)


async def start_vacation(services: Services, player: Player, day: date) -> VacationStatus:
    """Start a vacation until the end of a day; one in progress gets that end instead."""
    now, limit = services.now(), services.limits.vacation

    def with_vacation(vacations: Sequence[Vacation]) -> list[Vacation]:
        _refuse_day(_status(vacations, now, limit), day, limit)
        present = _present(vacations, now)
        others = [vacation for vacation in vacations if vacation != present]
        vacation = replace(present or Vacation(0, player, now, now), end=end_of(day))
        _refuse_begun(vacation, others)
        planned = Counter(map(_year, _counted_days([*others, vacation])))
        if planned[day.year] > limit:  # the last day of a year that is used up
            raise Refusal(No.VACATION_USED_UP, limit=limit)
        return [vacation, *_end_all(others, now)]

    vacations = await services.store.times.change_vacations(player, with_vacation, now)
    return _status(vacations, now, limit)


def _refuse_day(status: VacationStatus, day: date, limit: int) -> None:
    """Refuse a vacation that ends on a past day, or needs more days than are left."""
    if not limit:
        raise Refusal(No.NO_VACATIONS)
    if day < status.today:
        raise Refusal(No.DAY_OVER)
    if status.last is None:
        raise Refusal(No.VACATION_USED_UP, limit=limit)
    if day > status.last:
        raise Refusal(No.VACATION_TOO_LONG, limit=limit, last=end_of(status.last))


def _refuse_begun(vacation: Vacation, others: Sequence[Vacation]) -> None:
    """Refuse too many vacations on one day, since every clock takes all of them into account."""
    if sum(_same_day(other, vacation) for other in others) >= _A_DAY:
        raise Refusal(No.VACATIONS_TODAY, limit=_A_DAY)


def _same_day(one: Vacation, other: Vacation) -> bool:
    return one.start // DAY == other.start // DAY


async def end_vacation(services: Services, player: Player) -> VacationStatus:
    """End the present vacation now; the days after today are available again."""
    now = services.now()
    vacations = await services.store.times.change_vacations(
        player, lambda vacations: _end_all(vacations, now), now
    )
    return _status(vacations, now, services.limits.vacation)


def _end_all(vacations: Sequence[Vacation], now: Instant) -> list[Vacation]:
    """Return the vacations that would last longer, ended now."""
    return [_ended(vacation, now) for vacation in vacations if vacation.end > now]
