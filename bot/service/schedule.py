"""Decides when a match is due, and why: a reminder, a nudge, a loss on time, a pause.

With a clock, a player is reminded and later loses. Without a clock, they are nudged, and later the
match is paused. This module decides; due_matches.py acts.

Invariant: the stored `due` is never later than the true one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from bot.service import pings
from bot.service.clocks import (
    absences_of,
    board_edits,
    is_channels_turn,
    read_stops,
    with_present_outage,
)
from games.pace import DAY, HOUR, Absence, Clock, clock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.matches import Record
    from bot.model.people import Person
    from bot.model.times import Instant
    from bot.service.clocks import Outage
    from bot.service.services import Services
    from bot.store.times import Stops

IDLE = 60 * DAY  # a match without a clock is paused after this long without a move
SECOND_GAME = HOUR  # seconds after the first of two games until the second starts by itself
_LEAST = HOUR  # a reminder comes at least this long before the deadline
# Without a clock, the player whose turn it is gets a nudge after this long, unless their opponent
# has nudged them recently.
_NUDGES, _AFTER_NUDGE = (3 * DAY, 14 * DAY), 3 * DAY


class DueAction(Enum):
    """The action that is due in a match."""

    NOTHING = auto()  # nothing yet
    REMINDER = auto()  # for the player whose turn it is: their clock is running out
    NUDGE = auto()  # for the player whose turn it is, in a match without a clock
    LOSS = auto()  # their time is up
    SHELVING = auto()  # a match without a clock is paused: nobody has moved for long


@dataclass(frozen=True, slots=True)
class Schedule:
    """The times at which a match is next due; a later absence moves them."""

    clock: Clock | None = None  # the running clock
    end: Instant | None = (
        None  # when the turn's time is up; without a clock, when the match is paused
    )
    reminder_or_nudge: Instant | None = None  # None: never, or already done
    board_edit: Instant | None = None  # a vacation ends, or the clock resumes during one
    # The player whose turn it is is on vacation: a reminder before the vacation named another time,
    # so they get one more.
    is_away: bool = False
    stops: Sequence[Absence] = ()  # every stop of the clock since the match started
    second_game: Instant | None = None  # the second of two games starts

    def due_action(self, now: Instant) -> DueAction:
        """Return the action that is due now."""
        if self.end is not None and self.end <= now:
            return DueAction.LOSS if self.clock else DueAction.SHELVING
        if self.reminder_or_nudge is None or self.reminder_or_nudge > now:
            return DueAction.NOTHING
        return DueAction.REMINDER if self.clock else DueAction.NUDGE

    def board_is_old(self, since: Instant | None, now: Instant) -> bool:
        """Whether a board of that time shows an old clock: a vacation ended, or the clock resumed.

        `since`: when the match was due; None: never.
        """
        if since is None or self.clock is None:
            return False
        return any(since <= at <= now for at in board_edits(self.clock, self.stops, since - 1))

    def apply_to(self, record: Record) -> Record:
        """Return the match with its clock and its next due time."""
        times = [self.reminder_or_nudge, self.end, self.board_edit, self.second_game]
        running = self.clock and replace(self.clock, rests=())
        past = record.match.verdict or record.match.shelved or self.is_away
        reminded = record.reminded and not past
        return replace(
            record,
            clock=running,
            due=min((at for at in times if at is not None), default=None),
            reminded=reminded,
        )


async def read_schedule(services: Services, record: Record) -> Schedule:
    """Work out when a match is due, from its clock's stops and the player's settings."""
    if record.match.verdict:
        return Schedule(second_game=second_game_due(record))
    read, now = await read_stops(services, record), services.now()
    stops = absences_of(record, read, services)
    running = clock(record.pace, record.match, stops)
    if is_channels_turn(record):
        return Schedule(running, stops=stops)
    if running is None or record.engine_to_move:
        rests = with_present_outage(read.alive, read.outages, services)
        return Schedule(
            end=_idle_end(record, rests, now),
            reminder_or_nudge=_nudge_at(record, read, rests, now),
        )
    mover = read.mover
    is_away = running.resumes(now) > now and any(
        stop.side is running.side and stop.start <= now < stop.end for stop in stops
    )
    reminder = reminder_at(mover, running) if is_away or not record.reminded else None
    if reminder and is_away:
        reminder = max(reminder, running.resumes(now))
    board_edit = min((at for at in board_edits(running, stops, now) if at > now), default=None)
    return Schedule(running, running.deadline, reminder, board_edit, is_away, stops)


def second_game_due(first: Record) -> Instant | None:
    """Return when the second of two games starts by itself; None unless the first has ended."""
    return first.match.log[-1].at + SECOND_GAME if first.is_halfway else None


def _idle_end(record: Record, rests: Sequence[Outage], now: Instant) -> Instant | None:
    """Return when a match without a clock is paused; None if it is paused already."""
    if record.match.shelved:
        return None
    newest = record.match.log[-1].at
    if newest == now:  # the case at every move: nothing can have stopped it since
        return newest + IDLE
    return Clock(record.match.turn, newest, IDLE, 0, tuple(sorted(rests))).deadline


def _nudge_at(
    record: Record, read: Stops, outages: Sequence[Outage], now: Instant
) -> Instant | None:
    """Return when the player whose turn it is gets a nudge, without a clock; None: never again.

    The nudge waits for the end of their quiet hours when it is sent.
    """
    match = record.match
    since = match.log[-1].at  # the newest event of any kind: an offer counts too
    if match.shelved or record.level:
        return None
    mover = read.mover
    if not mover.remind:
        return None
    away = [vacation for vacation in read.vacations if vacation.player == mover.id]
    rests = [(vacation.start, vacation.end) for vacation in away if vacation.end > since]
    if since != now:  # the case at every move: nothing has happened since
        rests += outages
    nudged = record.nudged or 0
    # A daily digest repeats on the third day what still waits.
    for wait in _NUDGES if mover.digest is None else _NUDGES[1:]:
        at = Clock(match.turn, since, wait, 0, tuple(sorted(rests))).deadline
        if at > nudged:
            late = nudged + _AFTER_NUDGE if nudged >= since else at
            return max(at, late)
    return None


def reminder_at(mover: Person, running: Clock) -> Instant | None:
    """Return when the player to move wants a reminder, outside quiet hours; None: never."""
    if not mover.remind:
        return None
    at = running.when(max(_LEAST, running.total * mover.remind // 100))
    quiet_end = pings.quiet_end(mover, at)
    if quiet_end is None or mover.quiet_from is None:
        return at
    if quiet_end <= running.deadline - _LEAST:
        return quiet_end
    return pings.next_hour(mover, mover.quiet_from, at - DAY) - 1  # before they start


async def with_schedule(services: Services, before: Record | None, after: Record) -> Record:
    """Return a match after its newest event, with its clock and its next due time.

    `before`: the match before that event. A new turn, and an extra day from the opponent, get their
    own reminder.
    """
    old, new = before and before.match, after.match
    same_time = old is not None and (old.turns, old.gifts) == (new.turns, new.gifts)
    record = after if same_time else replace(after, reminded=False)
    return (await read_schedule(services, record)).apply_to(record)
