"""When we were within reach of the players, and when not: the house beats, and silence is kept.

Law: nobody loses on time because of us. Whatever lies between two beats that are too far apart,
and between the last beat of one run and the first of the next, stopped every clock: the machine
was off, asleep or cut off, or somebody set its clock forward.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.logs import tell

if TYPE_CHECKING:
    from bot.service.house import House
    from bot.service.model import Instant

    Silence = tuple[Instant, Instant]  # from, up to

log = logging.getLogger(__name__)

_ALIVE = "alive"  # the note that each beat writes anew


async def record_heartbeat(house: House, now: Instant, patience: int) -> None:
    """Note that players reach us now. A longer silence before it was an outage.

    Killed between the two writes, we keep the same silence once more: it counts once.
    """
    noted = await _noted(house)
    if noted is not None and now - noted > patience:
        await house.store.keep_outage(noted, now)
        tell(log, "time-given-back", seconds=now - noted)
    if noted is not None and noted - now > house.rhythm.gap:
        await house.store.clock_set_back(now)
        tell(log, "clock-set-back", seconds=noted - now)
    await house.store.keep_note(_ALIVE, str(now))


async def outages(house: House, since: Instant) -> list[Silence]:
    """When nobody could reach us; those that end after that.

    The silence before a beat counts before that beat is made: after a restart, or when the
    machine wakes, a move may arrive first, and is to be reckoned with all the time that its player
    has. The note is read before what is kept, so that a beat in between hides nothing.
    """
    now, noted = house.now(), await _noted(house)
    kept = list(await house.store.outages(since))
    if noted is not None and now - noted > house.rhythm.gap and now > since:
        kept.append((noted, now))
    return kept


async def _noted(house: House) -> Instant | None:
    text = await house.store.note(_ALIVE)
    return None if text is None else int(text)
