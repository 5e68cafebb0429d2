"""The time of matches: clocks, reminders, deadlines; heartbeats, and the outages between them.

Here it is decided when a match is due and what time does to it then; due_matches.py does it. The
rules of time are games.pace's.

Law: no player loses time while the bot is offline. What lies between two heartbeats that are too
far apart, and between the last one of a run and the first of the next, stops every clock: the
machine was off, asleep or cut off from Discord, or its clock was set forward.
Law: the `due` that is stored is never later than the true one.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from bot.logs import log_event
from bot.model.matches import vacation_stops
from bot.model.people import CHANNEL
from bot.service import pings
from bot.store.changes import BrokenMatch
from games.match import Turn
from games.pace import DAY, Absence, Clock, clock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.model.matches import Listing, Record, Seats
    from bot.model.people import Person
    from bot.model.times import Instant, Vacation
    from bot.service.services import Services
    from bot.store.times import Stops
    from games.core import Side

    Outage = tuple[Instant, Instant]  # from, up to

log = logging.getLogger(__name__)

IDLE = 60 * DAY  # a match without a pace is put aside after this long without a move
ALIVE = "alive"  # the note that holds the time of the newest heartbeat
HOUR = 3600  # a reminder comes no later than this before the deadline
# Without a clock, the player whose turn it is hears of it quietly when so long has passed, and not
# so soon after their opponent has nudged them.
NUDGES, _AFTER_NUDGE = (3 * DAY, 14 * DAY), 3 * DAY
_HURRY = 4  # a player is warned in the last quarter of their turn


class Due(Enum):
    """What time does to a match at one moment."""

    NOTHING = auto()  # it is not due, though it may be later
    REMINDER = auto()  # of the player whose turn it is
    NUDGE = auto()  # the same, where there is no clock
    LOSS = auto()  # their time is up
    SHELVING = auto()  # there is no clock, and nobody played for long


@dataclass(frozen=True, slots=True)
class Schedule:
    """When time does something to a match, as far as is known: a later absence puts it off."""

    clock: Clock | None = None  # the running one
    end: Instant | None = None  # the turn is lost then or, without a clock, the match put aside
    reminder: Instant | None = None  # None: never, or it was decided already
    edit: Instant | None = None  # of the board: a vacation ends, or the clock goes on during it
    is_away: bool = False  # whose turn it is: their reminder told of another time, and comes again

    def due(self, now: Instant) -> Due:
        """What is due now."""
        if self.end is not None and self.end <= now:
            return Due.LOSS if self.clock else Due.SHELVING
        if self.reminder is None or self.reminder > now:
            return Due.NOTHING
        return Due.REMINDER if self.clock else Due.NUDGE

    def apply_to(self, record: Record) -> Record:
        """The match with its clock, and with the time at which it is due next."""
        times = [at for at in (self.reminder, self.end, self.edit) if at is not None]
        running = self.clock and replace(self.clock, rests=())
        past = record.match.verdict or record.match.shelved or self.is_away
        reminded = record.reminded and not past
        return replace(record, clock=running, due=min(times, default=None), reminded=reminded)


async def read_schedule(services: Services, record: Record) -> Schedule:
    """When time does something to this match, by all that stops its clock and by the settings."""
    read, now = await _read_stops(services, record), services.now()
    stops = _absences_of(record, read, services)
    running = clock(record.pace, record.match, stops)
    if _by_vote(record):
        return Schedule(running)
    if running is None:
        rests = _outages(read.alive, read.outages, services)
        return Schedule(
            end=_idle_end(record, rests, now), reminder=_nudge_at(record, read, rests, now)
        )
    mover = read.mover
    is_away = running.resumes(now) > now and any(
        stop.side is running.side and stop.start <= now < stop.end for stop in stops
    )
    reminder = reminder_at(mover, running) if is_away or not record.reminded else None
    if reminder and is_away:
        reminder = max(reminder, running.resumes(now))
    edit = min((at for at in _edits(running, stops, now) if at > now), default=None)
    return Schedule(running, running.deadline, reminder, edit, is_away)


def _by_vote(record: Record) -> bool:
    """Whether a channel is to move: how long it has, those who count its votes decide."""
    return record.player(record.match.turn) == CHANNEL


async def board_is_old(services: Services, record: Record, now: Instant) -> bool:
    """Whether a vacation ended, or the clock went on, since the match was to be looked at."""
    since = record.due
    stops = await absences(services, record)
    running = clock(record.pace, record.match, stops)
    if since is None or running is None:
        return False
    return any(since <= at <= now for at in _edits(running, stops, since - 1))


def _edits(running: Clock, stops: Iterable[Absence], now: Instant) -> Iterator[Instant]:
    """When vacations end, and when the clock goes on while its player is away.

    That is earlier where only some days of a vacation stop the clock.
    """
    for stop in stops:
        if stop.side:
            yield stop.end
            if stop.side is running.side and stop.start <= now < stop.end:
                yield running.resumes(now)


def _idle_end(record: Record, rests: Sequence[Outage], now: Instant) -> Instant | None:
    """When a match without a clock is put aside; None: never, or it is already."""
    if record.match.verdict or record.match.shelved:
        return None
    newest = record.match.log[-1].at
    if newest == now:  # as at every move: nothing can have stopped it since
        return newest + IDLE
    return Clock(record.match.turn, newest, IDLE, 0, tuple(sorted(rests))).deadline


def _nudge_at(
    record: Record, read: Stops, outages: Sequence[Outage], now: Instant
) -> Instant | None:
    """When the player whose turn it is is nudged where there is no clock; None: never again.

    In quiet hours they hear of it when these end, as of all else.
    """
    match = record.match
    since = match.log[-1].at  # the newest event of any kind: an offer counts too
    if match.verdict or match.shelved or record.level:
        return None
    mover = read.mover
    if not mover.remind:
        return None
    away = [vacation for vacation in read.vacations if vacation.player == mover.id]
    rests = [(vacation.start, vacation.end) for vacation in away if vacation.end > since]
    if since != now:  # as at every move: nothing has happened since
        rests += outages
    nudged = record.nudged or 0
    # Who wants one message a day is told on the third day by the one that says what still waits.
    for wait in NUDGES if mover.digest is None else NUDGES[1:]:
        at = Clock(match.turn, since, wait, 0, tuple(sorted(rests))).deadline
        if at > nudged:
            late = nudged + _AFTER_NUDGE if nudged >= since else at
            return max(at, late)
    return None


def reminder_at(mover: Person, running: Clock) -> Instant | None:
    """When the player whose turn it is wants to be reminded; None: never."""
    if not mover.remind:
        return None
    at = running.when(max(HOUR, running.total * mover.remind // 100))
    quiet_end = pings.quiet_end(mover, at)
    if quiet_end is None or mover.quiet_from is None:
        return at
    if quiet_end <= running.deadline - HOUR:
        return quiet_end
    return pings.next_hour(mover, mover.quiet_from, at - DAY) - 1  # before they begin


async def with_clock(services: Services, before: Record | None, after: Record) -> Record:
    """The match with its clock, and with the time at which it is due next.

    `before`: the match before the newest event; a new turn has a reminder of its own, and so has
    one to which a day is given.
    """
    old, new = before and before.match, after.match
    same_time = old is not None and (old.turns, old.gifts) == (new.turns, new.gifts)
    record = after if same_time else replace(after, reminded=False)
    return (await read_schedule(services, record)).apply_to(record)


async def absences(services: Services, record: Record) -> tuple[Absence, ...]:
    """All that stopped a clock since the match began: vacations, and outages of the bot."""
    if record.pace.days is None:
        return ()
    return _absences_of(record, await _read_stops(services, record), services)


async def _read_stops(services: Services, record: Record) -> Stops:
    """What may have stopped a match: since it began or, without a clock, since its last event."""
    log, mover = record.match.log, record.player(record.match.turn)
    since = log[-1 if record.pace.days is None else 0].at
    return await services.store.times.stops(record.everyone, mover, since, ALIVE)


def _absences_of(record: Record, read: Stops, services: Services) -> tuple[Absence, ...]:
    if record.pace.days is None:
        return ()
    offline = _outages(read.alive, read.outages, services)
    return _absences_in(record, record.match.turns, read.vacations, offline)


def _absences_in(
    seats: Seats, turns: Sequence[Turn], vacations: Iterable[Vacation], outages: Iterable[Outage]
) -> tuple[Absence, ...]:
    """The vacations of its players, and the outages, by side."""
    return (
        *vacation_stops(seats, turns, vacations),
        *(Absence(None, start, end) for start, end in outages),
    )


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


async def clock_state(services: Services, record: Record) -> ClockState | None:
    """What the clock of a match shows now; None where none runs."""
    if _by_vote(record):
        return None
    stops = await absences(services, record)
    running = clock(record.pace, record.match, stops)
    return running and _state_at(services.now(), running, stops)


async def clock_states(services: Services, listings: Sequence[Listing]) -> Mapping[int, ClockState]:
    """The same for many matches, by their numbers, in as few queries as for one."""
    timed = [(listing, listing.clock) for listing in listings if listing.clock]
    if not timed:
        return {}
    since = min(running.since for _, running in timed)
    players = {player for listing, _ in timed for player in listing.everyone}
    vacations = await services.store.times.vacations(sorted(players), since)
    offline = await outages(services, since)
    now = services.now()
    states: dict[int, ClockState] = {}
    for listing, running in timed:
        now_on = Turn(listing.turn, running.since, listing.plies)
        stops = _absences_in(listing, (now_on,), vacations, offline)
        rests = sorted(
            (stop.start, stop.end) for stop in stops if stop.side in (running.side, None)
        )
        states[listing.id] = _state_at(now, replace(running, rests=tuple(rests)), stops)
        if listing.away_days is not None and any(stop.side for stop in stops):
            states |= await _exact_state(services, listing.id)
    return states


async def _exact_state(services: Services, match: int) -> Mapping[int, ClockState]:
    """The same where only some days of vacations stop the clock: its earlier turns say how many."""
    with suppress(BrokenMatch):
        record = await services.store.matches.record(match)
        if record and (state := await clock_state(services, record)):
            return {match: state}
    return {}


def _state_at(now: Instant, running: Clock, stops: Iterable[Absence]) -> ClockState:
    left, goes_on = running.left(now), running.resumes(now)
    away: dict[Side, Instant] = {}
    for stop in stops:
        if stop.side and stop.start <= now < stop.end:
            away[stop.side] = max(stop.end, away.get(stop.side, 0))
    return ClockState(
        side=running.side,
        deadline=running.deadline,
        hurry=left * _HURRY < running.total or left < min(DAY, running.total // 2),
        goes_on=goes_on if goes_on > now else None,
        away=away,
        reserve=running.reserve_left(now),
        drawn=left < running.reserve,
    )


async def record_heartbeat(services: Services, now: Instant, patience: int) -> None:
    """Note that the bot is online now. A gap longer than `patience` before it was an outage.

    Killed between the two writes, the same outage is written again by the next run; overlapping
    outages count once.
    """
    newest = _read_heartbeat(await services.store.notes.read(ALIVE))
    if newest is not None and now - newest > patience:
        await services.store.times.keep_outage(newest, now)
        log_event(log, "time-given-back", seconds=now - newest)
    if newest is not None and newest - now > services.rhythm.gap:
        await services.store.times.clock_set_back(now)
        log_event(log, "clock-set-back", seconds=newest - now)
    await services.store.notes.keep(ALIVE, str(now))


async def outages(services: Services, since: Instant) -> list[Outage]:
    """The outages that end after `since`, with the present one, if there is one.

    A gap counts before the heartbeat that ends it: after a restart, or when the machine wakes up, a
    move may arrive first, and the clock must not have run meanwhile. The note is read before the
    stored outages, so that a heartbeat in between hides nothing.
    """
    alive = await services.store.notes.read(ALIVE)
    return _outages(alive, await services.store.times.outages(since), services)


def _outages(alive: str | None, stored: Iterable[Outage], services: Services) -> list[Outage]:
    """What is stored of them, with the present one."""
    now, newest = services.now(), _read_heartbeat(alive)
    if newest is not None and now - newest > services.rhythm.gap:
        return [*stored, (newest, now)]
    return [*stored]


def _read_heartbeat(text: str | None) -> Instant | None:
    return int(text) if text and text.isdecimal() else None  # a damaged note is none
