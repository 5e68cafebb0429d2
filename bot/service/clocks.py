"""The clocks of matches: what stops them, when a match is due, and what a clock shows now.

Law: the rules of time are games.pace's. What the row of a match says of its clock is computed
here, and so is what every board and list shows of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.service import pings
from bot.service.uptime import outages
from games.pace import DAY, Absence, Clock, clock

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from bot.service.house import House
    from bot.service.model import Instant, Listing, Record, Vacation
    from games.core import Side

IDLE = 60 * DAY  # a match without a pace is put aside after this long without a move
HOUR = 3600  # a reminder comes no later than this before the deadline
_HURRY = 4  # a player is warned in the last quarter of their turn


@dataclass(frozen=True, slots=True)
class ClockState:
    """What a clock shows at one moment."""

    side: Side  # whose turn it is
    deadline: Instant
    away: Mapping[Side, Instant]  # who is on vacation, and until when
    hurry: bool = False  # little time is left
    goes_on: Instant | None = None  # it stands still until then; None: it runs
    reserve: int = 0  # seconds left of it
    drawn: bool = False  # the days of this move are used up: the reserve is running


async def absences(house: House, record: Record) -> tuple[Absence, ...]:
    """All that stopped a clock since the match began: vacations, and outages of the bot."""
    if record.pace.days is None:
        return ()
    begun = record.match.log[0].at
    vacations = await house.store.vacations((record.dark, record.light), begun)
    return _absences_in(record, vacations, await outages(house, begun))


def _absences_in(
    match: Record | Listing,
    vacations: Iterable[Vacation],
    outages: Iterable[tuple[Instant, Instant]],
) -> tuple[Absence, ...]:
    """The vacations of its players, and the outages, by side."""
    players = (match.dark, match.light)
    return (
        *(Absence(match.side(v.player), v.start, v.end) for v in vacations if v.player in players),
        *(Absence(None, start, end) for start, end in outages),
    )


async def with_clock(house: House, before: Record | None, after: Record) -> Record:
    """The match with its clock, and with the time at which it is due: a reminder or a deadline."""
    same_turn = before is not None and before.match.turns == after.match.turns
    reminded = after.reminded and same_turn
    running = clock(after.pace, after.match, await absences(house, after))
    if running is None:
        return replace(after, clock=None, due=_idle_at(after), reminded=False)
    due = running.deadline
    if not reminded and (at := await reminder_at(house, after, running)) is not None:
        due = min(at, due)
    return replace(after, clock=replace(running, rests=()), due=due, reminded=reminded)


def _idle_at(record: Record) -> Instant | None:
    match = record.match
    return None if match.verdict or match.shelved else match.log[-1].at + IDLE


async def idle_until(house: House, record: Record) -> Instant | None:
    """When a match without a clock is to be put aside; outages do not count. None: never."""
    if _idle_at(record) is None:
        return None
    newest = record.match.log[-1].at
    rests = tuple(sorted(await outages(house, newest)))
    return Clock(record.match.turn, newest, IDLE, 0, rests).deadline


async def reminder_at(house: House, record: Record, running: Clock) -> Instant | None:
    """When the player whose turn it is wants to be reminded; None: never."""
    mover = await house.store.person(record.player(running.side))
    if not mover.remind:
        return None
    at = running.when(max(HOUR, running.total * mover.remind // 100))
    end = pings.quiet_end(mover, at)
    if end is None or mover.quiet_from is None:
        return at
    if end <= running.deadline - HOUR:
        return end
    return pings.next_hour(mover, mover.quiet_from, at - DAY) - 1  # before they begin


async def clock_state(house: House, record: Record) -> ClockState | None:
    """What the clock of a match shows now; None where none runs."""
    found = await absences(house, record)
    running = clock(record.pace, record.match, found)
    return running and _read(running, found, house.now())


async def clock_states(house: House, listings: Sequence[Listing]) -> Mapping[int, ClockState]:
    """The same for many matches, by their numbers, in as few queries as for one."""
    timed = [(each, each.clock) for each in listings if each.clock]
    if not timed:
        return {}
    since = min(running.since for _, running in timed)
    players = {player for each, _ in timed for player in (each.dark, each.light)}
    vacations = await house.store.vacations(sorted(players), since)
    stops = await outages(house, since)
    now = house.now()
    found: dict[int, ClockState] = {}
    for each, running in timed:
        own = _absences_in(each, vacations, stops)
        rests = sorted((a.start, a.end) for a in own if a.side in (running.side, None))
        found[each.id] = _read(replace(running, rests=tuple(rests)), own, now)
    return found


def _read(running: Clock, found: Collection[Absence], now: Instant) -> ClockState:
    left, goes_on = running.left(now), running.resumes(now)
    away: dict[Side, Instant] = {}
    for each in found:
        if each.side and each.start <= now < each.end:
            away[each.side] = max(each.end, away.get(each.side, 0))
    return ClockState(
        side=running.side,
        deadline=running.deadline,
        hurry=left * _HURRY < running.total or left < min(DAY, running.total // 2),
        goes_on=goes_on if goes_on > now else None,
        away=away,
        reserve=running.reserve_left(now),
        drawn=left < running.reserve,
    )
