"""What time says of a match whose `due` is reached: nothing yet, a reminder, that it is over, rest.

Each is one commit and may safely be repeated. Law: `due` is never later than the truth, and what
is reckoned here is later than now, or nothing; so no match is looked at again and again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.days import absences, idle_until, reminder_at, timed
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
    """Do what is due. Stale where a player was faster: what he did counts, and is due anew.

    Whoever moves before the flag falls has moved in time, whatever the clock says meanwhile.
    """
    record = await house.record(number)
    running = clock(record.pace, record.match, await absences(house, record))
    if running is None:
        await _rest(house, record, now)
    elif not running.left(now):
        await record_event(house, record, Flagged(at=now, side=running.side))
    elif await _is_to_hear(house, record, running, now):
        await _reckon(house, replace(record, reminded=True), post_for(Kind.REMINDER, record))
    else:
        await _reckon(house, record)


async def _rest(house: House, record: Record, now: Instant) -> None:
    """Put it aside after long; there is no clock in it that could say more."""
    due = await idle_until(house, record)
    if due is not None and due <= now:
        await record_event(house, record, Shelved(at=now))
    else:
        rested = replace(record, clock=None, due=due, reminded=False)
        await house.commit(Change(record=rested, before=len(record.match.log)))


async def _is_to_hear(house: House, record: Record, running: Clock, now: Instant) -> bool:
    """Whether whoever is to move wants to be reminded by now, and was not."""
    at = await reminder_at(house, record, running)
    return not record.reminded and at is not None and at <= now


async def _reckon(house: House, record: Record, *posts: Post) -> None:
    """Write when to look again.

    A vacation or a setting may change between reading and writing, and what `mark_due` wrote then
    would be lost: so it is reckoned until twice the same comes out.
    """
    reckoned = await timed(house, record, record)
    while True:
        before = len(record.match.log)
        await house.commit(Change(record=reckoned, before=before, posts=posts))
        again = await timed(house, reckoned, reckoned)
        if again == reckoned:
            return
        reckoned, posts = again, ()
