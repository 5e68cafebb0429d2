"""Deadlines of a match that is due: a reminder, a loss on time, being put aside, or not yet.

Each is one commit and may safely be repeated. Law: the stored `due` is never later than the true
one, and what is computed here lies after now or is None: no match is processed again and again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.clocks import absences, idle_until, reminder_at, with_clock
from bot.service.model import Kind
from bot.service.ports import Change
from bot.service.record_event import post_for, record_event
from games.events import Flagged, Shelved
from games.pace import clock

if TYPE_CHECKING:
    from bot.service.house import House
    from bot.service.model import Instant, Post, Record
    from games.pace import Clock


async def process_deadlines(house: House, number: int, now: Instant) -> None:
    """Do what is due. Raises Stale where a player acted first: the match is then due anew.

    A player who moves before the loss on time is written has moved in time.
    """
    record = await house.record(number)
    running = clock(record.pace, record.match, await absences(house, record))
    if running is None:
        await _rest(house, record, now)
    elif not running.left(now):
        await record_event(house, record, Flagged(at=now, side=running.side))
    elif await _wants_reminder(house, record, running, now):
        await _write_due(house, replace(record, reminded=True), post_for(Kind.REMINDER, record))
    else:
        await _write_due(house, record)


async def _rest(house: House, record: Record, now: Instant) -> None:
    """Put a match without a clock aside once it has rested long enough."""
    due = await idle_until(house, record)
    if due is not None and due <= now:
        await record_event(house, record, Shelved(at=now))
    else:
        rested = replace(record, clock=None, due=due, reminded=False)
        await house.commit(Change(record=rested, before=len(record.match.log)))


async def _wants_reminder(house: House, record: Record, running: Clock, now: Instant) -> bool:
    """Whether the player to move wants to be reminded by now, and was not yet."""
    at = await reminder_at(house, record, running)
    return not record.reminded and at is not None and at <= now


async def _write_due(house: House, record: Record, *posts: Post) -> None:
    """Write when the match is due next.

    A vacation or a setting may change between reading and writing, and the `due` written with that
    change would be lost: so it is computed until it comes out the same twice.
    """
    reckoned = await with_clock(house, record, record)
    while True:
        before = len(record.match.log)
        await house.commit(Change(record=reckoned, before=before, posts=posts))
        again = await with_clock(house, reckoned, reckoned)
        if again == reckoned:
            return
        reckoned, posts = again, ()
