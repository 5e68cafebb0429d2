"""Heartbeat and outages: time the bot was offline never counts against a player.

Law: the time between two heartbeats that are too far apart, and between the last one of a run and
the first of the next, stops every clock: the machine was off, asleep or cut off from Discord, or
its clock was set forward.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.logs import log_event

if TYPE_CHECKING:
    from bot.service.house import House
    from bot.service.model import Instant

    Outage = tuple[Instant, Instant]  # from, up to

log = logging.getLogger(__name__)

ALIVE = "alive"  # the note that holds the time of the newest heartbeat


async def record_heartbeat(house: House, now: Instant, patience: int) -> None:
    """Note that the bot is online now. A gap longer than `patience` before it was an outage.

    Killed between the two writes, the same outage is written again by the next run; overlapping
    outages count once.
    """
    noted = await _noted(house)
    if noted is not None and now - noted > patience:
        await house.store.keep_outage(noted, now)
        log_event(log, "time-given-back", seconds=now - noted)
    if noted is not None and noted - now > house.rhythm.gap:
        await house.store.clock_set_back(now)
        log_event(log, "clock-set-back", seconds=noted - now)
    await house.store.keep_note(ALIVE, str(now))


async def outages(house: House, since: Instant) -> list[Outage]:
    """The outages that end after `since`, with the present one, if there is one.

    A gap counts before the heartbeat that ends it: after a restart, or when the machine wakes up, a
    move may arrive first, and the clock must not have run meanwhile. The note is read before the
    stored outages, so that a heartbeat in between hides nothing.
    """
    now, noted = house.now(), await _noted(house)
    kept = list(await house.store.outages(since))
    if noted is not None and now - noted > house.rhythm.gap and now > since:
        kept.append((noted, now))
    return kept


async def _noted(house: House) -> Instant | None:
    text = await house.store.note(ALIVE)
    return int(text) if text and text.isdecimal() else None  # a damaged note is none
