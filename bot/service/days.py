"""Time in a match: what stops its clocks, how long the running one goes on, when to look again.

Law: the rules of time are games.pace's; what is kept of them in a match's row is reckoned here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.uptime import outages
from games.pace import DAY, Absence, Clock, clock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.service.house import House
    from bot.service.model import Instant, Listing, Record, Vacation

IDLE = 60 * DAY  # after so long a match without a pace is put aside
HOUR = 3600  # before the end a reminder comes at the latest


async def absences(house: House, record: Record) -> tuple[Absence, ...]:
    """Whatever stopped a clock since the match began: vacations, and when we were out of reach."""
    if record.pace.days is None:
        return ()
    begun = record.match.log[0].at
    vacations = await house.store.vacations((record.dark, record.light), begun)
    return concerning(record, vacations, await outages(house, begun))


def concerning(
    match: Record | Listing,
    vacations: Iterable[Vacation],
    outages: Iterable[tuple[Instant, Instant]],
) -> tuple[Absence, ...]:
    """Those of its players, and the house's own, as a match sees them."""
    players = (match.dark, match.light)
    return (
        *(Absence(match.side(v.player), v.start, v.end) for v in vacations if v.player in players),
        *(Absence(None, start, end) for start, end in outages),
    )


async def timed(house: House, before: Record | None, after: Record) -> Record:
    """The match with its clock, and the second on which time has something to say of it."""
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
    """When a match without a clock has rested for too long while it could be played; or None."""
    if _idle_at(record) is None:
        return None
    newest = record.match.log[-1].at
    rests = tuple(sorted(await outages(house, newest)))
    return Clock(record.match.turn, newest, IDLE, 0, rests).deadline


async def reminder_at(house: House, record: Record, running: Clock) -> Instant | None:
    """When whoever is to move wants to hear of it; None: never."""
    mover = await house.store.person(record.player(running.side))
    if not mover.remind:
        return None
    return running.when(max(HOUR, running.total * mover.remind // 100))
