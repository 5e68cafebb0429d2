"""The clocks of matches: stops and states; heartbeats, and the outages between them.

games.pace has the rules of time; schedule.py says when a match is due by its clock.

Invariant: no player loses time while the bot is offline. Too long a gap between two heartbeats,
also across a restart, stops every clock: the machine was off, asleep or cut off from Discord, or
its clock was set forward.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.logs import log_event
from bot.model.matches import vacation_stops
from bot.model.people import CHANNEL, ENGINE
from bot.store.changes import BrokenMatch
from games.match import Turn
from games.pace import DAY, Absence, Clock, clock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.model.matches import Listing, Record, Seats
    from bot.model.people import Player
    from bot.model.times import Instant, Vacation
    from bot.service.services import Services
    from bot.store.times import Stops
    from games.core import Side

    Outage = tuple[Instant, Instant]  # from, up to

log = logging.getLogger(__name__)

ALIVE = "alive"  # the note that holds the time of the newest heartbeat
_HURRY = 4  # a player is warned in the last quarter of their turn


def is_channels_turn(record: Record) -> bool:
    """Whether a channel must move."""
    return record.player(record.match.turn) == CHANNEL


def has_clock(player: Player) -> bool:
    """Whether a clock can run for a player.

    None runs for a channel, since a round of votes has its own time, nor for the engine, which
    moves as soon as it can.
    """
    return player not in (CHANNEL, ENGINE)


def board_edits(running: Clock, stops: Iterable[Absence], now: Instant) -> Iterator[Instant]:
    """Yield when a board must be edited: vacations end, or the clock resumes during one.

    The clock resumes before its player is back if only some days of a vacation stop it.
    """
    for stop in stops:
        if stop.side:
            yield stop.end
            if stop.side is running.side and stop.start <= now < stop.end:
                yield running.resumes(now)


async def absences(services: Services, record: Record) -> tuple[Absence, ...]:
    """Return the stops of a match's clock since its start: vacations, and outages of the bot."""
    if record.pace.days is None:
        return ()
    return absences_of(record, await read_stops(services, record), services)


async def read_stops(services: Services, record: Record) -> Stops:
    """Read a match's possible stops, since its start or, without a clock, its last event."""
    log, mover = record.match.log, record.player(record.match.turn)
    since = log[-1 if record.pace.days is None else 0].at
    return await services.store.times.stops(record.everyone, mover, since, ALIVE)


def absences_of(record: Record, read: Stops, services: Services) -> tuple[Absence, ...]:
    """Return the stops of a match's clock, from the rows read; empty without a clock."""
    if record.pace.days is None:
        return ()
    offline = with_present_outage(read.alive, read.outages, services)
    return _absences_by_side(record, record.match.turns, read.vacations, offline)


def _absences_by_side(
    seats: Seats, turns: Sequence[Turn], vacations: Iterable[Vacation], outages: Iterable[Outage]
) -> tuple[Absence, ...]:
    """Return each vacation as an absence of its player's side, and each outage as one of both."""
    return (
        *vacation_stops(seats, turns, vacations),
        *(Absence(None, start, end) for start, end in outages),
    )


@dataclass(frozen=True, slots=True)
class ClockState:
    """The state of a clock at one moment."""

    side: Side  # whose turn it is
    deadline: Instant
    away: Mapping[Side, Instant]  # the sides on vacation, with its end
    hurry: bool = False  # little time is left
    goes_on: Instant | None = None  # the clock is stopped until then; None: it runs
    reserve: int = 0  # seconds of extra days left
    drawn: bool = False  # this move's days are used up: the extra days are running


async def clock_state(services: Services, record: Record) -> ClockState | None:
    """Return the current state of a match's clock; None if none runs."""
    if not has_clock(record.player(record.match.turn)):
        return None
    stops = await absences(services, record)
    running = clock(record.pace, record.match, stops)
    return running and _clock_state_at(services.now(), running, stops)


async def clock_states(services: Services, listings: Sequence[Listing]) -> Mapping[int, ClockState]:
    """Return the clock states of many matches, by number, in as few queries as for one."""
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
        stops = _absences_by_side(listing, (now_on,), vacations, offline)
        rests = sorted(
            (stop.start, stop.end) for stop in stops if stop.side in (running.side, None)
        )
        states[listing.id] = _clock_state_at(now, replace(running, rests=tuple(rests)), stops)
        if listing.away_days is not None and any(stop.side for stop in stops):
            states |= await _state_by_all_turns(services, listing.id)
    return states


async def _state_by_all_turns(services: Services, match: int) -> Mapping[int, ClockState]:
    """Work out a clock from all turns, since only some days of vacation stop it in a match."""
    with suppress(BrokenMatch):
        record = await services.store.matches.record(match)
        if record and (state := await clock_state(services, record)):
            return {match: state}
    return {}


def _clock_state_at(now: Instant, running: Clock, stops: Iterable[Absence]) -> ClockState:
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
    """Note that the bot is online now. A gap longer than `patience` before that was an outage.

    If it is killed between the two writes, the next run writes the same outage again; overlapping
    outages count once.
    """
    newest = _parse_heartbeat(await services.store.notes.read(ALIVE))
    if newest is not None and now - newest > patience:
        await services.store.times.keep_outage(newest, now)
        log_event(log, "time-given-back", seconds=now - newest)
    if newest is not None and newest - now > services.rhythm.gap:
        await services.store.times.clock_set_back(now)
        log_event(log, "clock-set-back", seconds=newest - now)
    await services.store.notes.keep(ALIVE, str(now))


async def outages(services: Services, since: Instant) -> list[Outage]:
    """Return the outages that end after `since`, including the present one.

    A gap counts even before the heartbeat that ends it: after a restart, or when the machine wakes
    up, a move may arrive first, and the clock mustn't have run during the gap. The note is read
    before the stored outages, so that a heartbeat in between hides nothing.
    """
    alive = await services.store.notes.read(ALIVE)
    return with_present_outage(alive, await services.store.times.outages(since), services)


def with_present_outage(
    alive: str | None, stored: Iterable[Outage], services: Services
) -> list[Outage]:
    """Return the stored outages, and the present one if the last heartbeat is too long ago."""
    now, newest = services.now(), _parse_heartbeat(alive)
    if newest is not None and now - newest > services.rhythm.gap:
        return [*stored, (newest, now)]
    return [*stored]


def _parse_heartbeat(text: str | None) -> Instant | None:
    return int(text) if text and text.isdecimal() else None  # a damaged note counts as none
