"""What a clock shows to those who look at it: until when it goes on, or why it stands still.

Law: the one place that decides it, for boards and for lists alike. Writes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.service.days import absences, concerning
from bot.service.uptime import outages
from games.pace import DAY, clock

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.service.house import House
    from bot.service.model import Instant, Listing, Record
    from games.core import Side
    from games.pace import Absence, Clock

_HURRY = 4  # in the last quarter of a turn one is warned


@dataclass(frozen=True, slots=True)
class ClockState:
    """A clock at one moment."""

    side: Side  # whose it is
    deadline: Instant
    away: Mapping[Side, Instant]  # who is on vacation, and up to when
    hurry: bool = False  # little is left
    goes_on: Instant | None = None  # it stands still until then; None: it runs
    reserve: int = 0  # seconds left of it
    drawn: bool = False  # the move's own days are over: the reserve is being used


async def clock_state(house: House, record: Record) -> ClockState | None:
    """What the match's clock shows now; None where none runs."""
    found = await absences(house, record)
    running = clock(record.pace, record.match, found)
    return running and _read(running, found, house.now())


async def clock_states(house: House, listings: Sequence[Listing]) -> Mapping[int, ClockState]:
    """The same of many matches, by their numbers; in a few queries, however many they are."""
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
        own = concerning(each, vacations, stops)
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
