"""What happens because time passes: one task, which wakes for the next deadline in the store.

Law: nothing is kept in memory but when this run beat last and what failed; while players cannot
reach us nothing is said, and nobody loses. In each round the beat comes first, since it may give
time back.
"""

from __future__ import annotations

import logging
from asyncio import sleep
from typing import TYPE_CHECKING

from bot.service.challenges import expire
from bot.service.deadlines import process_deadlines
from bot.service.ports import Stale
from bot.service.uptime import record_heartbeat

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.service.house import House
    from bot.service.model import Instant

log = logging.getLogger(__name__)

_BATCH = 100  # matches a round, so that a beat is never late
_OUT_OF_REACH = 1  # second, until one looks whether players reach us again


class Clockwork:
    """`reachable`: whether whatever players do gets to us."""

    def __init__(self, house: House, reachable: Callable[[], bool]) -> None:
        self._house = house
        self._reachable = reachable
        self._last: Instant | None = None  # beat of this run
        self._failing: set[int] = set()  # matches; each is logged once

    async def run(self) -> None:
        """Work until cancelled; then beat once more, so that only what follows is silence."""
        try:
            while True:
                pause = await self._round()
                await sleep(min(pause, self._house.rhythm.nap))
        finally:
            if self._last is not None and self._reachable():
                await self._beat(self._house.now())

    async def _round(self) -> float:
        """Do what is due; in how many seconds there may be more to do."""
        if not self._reachable():
            return _OUT_OF_REACH
        now = self._house.now()
        try:
            if self._last is None or not 0 <= now - self._last < self._house.rhythm.heartbeat:
                await self._beat(now)
            await expire(self._house)
            room = _BATCH + len(self._failing)  # which stand first, and are not to be in the way
            found = await self._house.store.due_matches(now, room)
            failed = [await self._fails(each.id, now) for each in found]
            if len(found) == room and not all(failed):
                return 0
            return await self._until_next(now, failed=any(failed))
        except Exception:  # a full disk, say: the next round may do better
            log.exception("could not look what is due")
            return self._house.rhythm.heartbeat

    async def _beat(self, now: Instant) -> None:
        """The first one of a run ends any silence, and the others only a long one."""
        await record_heartbeat(
            self._house, now, 0 if self._last is None else self._house.rhythm.gap
        )
        self._last = now

    async def _fails(self, number: int, now: Instant) -> bool:
        """Look at one match; one that cannot be read is no reason to forget the others."""
        try:
            await process_deadlines(self._house, number, now)
        except Stale:  # a player was faster
            return False
        except Exception:
            if number not in self._failing:
                log.exception("could not look what time says of game %s", number)
            self._failing.add(number)
            return True
        self._failing.discard(number)
        return False

    async def _until_next(self, now: Instant, *, failed: bool) -> float:
        """What failed stays due, and is tried again with the next beat."""
        assert self._last is not None
        beat_due = self._last + self._house.rhythm.heartbeat
        alarm = None if failed else await self._house.store.next_deadline()
        return max(0, min(beat_due, alarm if alarm is not None else beat_due) - now)
