"""The task that processes deadlines: it wakes for the next one in the store.

With each heartbeat it also erases the people that the host asked to erase, and clears what is old.

Law: it remembers only its last heartbeat and which games failed. While players cannot reach the
bot it does nothing, so that no player loses. In each round the heartbeat comes first, since it may
record an outage, which moves deadlines.
"""

from __future__ import annotations

import logging
from asyncio import sleep
from typing import TYPE_CHECKING

from bot.service.challenges import expire
from bot.service.daily import post_daily
from bot.service.deadlines import process_deadlines
from bot.service.erasure import clear, erase_requested
from bot.service.ports import Stale
from bot.service.ranks import end_seasons
from bot.service.uptime import record_heartbeat

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.service.house import House
    from bot.service.model import Instant

log = logging.getLogger(__name__)

_BATCH = 100  # matches a round, so that a heartbeat is never late
_OUT_OF_REACH = 1  # second until it asks again whether players can reach the bot


class Clockwork:
    """`reachable`: whether the bot receives what players do."""

    def __init__(self, house: House, reachable: Callable[[], bool]) -> None:
        self._house = house
        self._reachable = reachable
        self._last: Instant | None = None  # heartbeat of this run
        self._failing_chores: set[str] = set()  # what failed when last tried; each is logged once
        self._failing: set[int] = set()  # matches; each is logged once

    async def run(self) -> None:
        """Work until cancelled; then a last heartbeat, so that the outage begins only now."""
        try:
            while True:
                pause = await self._round()
                await sleep(min(pause, self._house.rhythm.nap))
        finally:
            if self._last is not None and self._reachable():
                await self._heartbeat(self._house.now())

    async def _round(self) -> float:
        """Do what is due; returns in how many seconds there may be more to do."""
        if not self._reachable():
            return _OUT_OF_REACH
        now = self._house.now()
        try:
            if self._last is None or not 0 <= now - self._last < self._house.rhythm.heartbeat:
                await self._heartbeat(now)
                await self._try(erase_requested, "erase the people that the host asked to erase")
                await self._try(clear, "clear what is no longer needed")
                await self._try(end_seasons, "end the seasons that are over")
            await self._try(expire, "close the challenges whose time is over")
            await self._try(post_daily, "post the puzzle of the day")
            room = _BATCH + len(self._failing)  # which are due longest and must not hide the others
            found = await self._house.store.due_matches(now, room)
            failed = [await self._fails(each.id, now) for each in found]
            if len(found) == room and not all(failed):
                return 0
            return await self._until_next(now, failed=any(failed))
        except Exception:  # a full disk, say: the next round may do better
            log.exception("could not process what is due")
            return self._house.rhythm.heartbeat

    async def _try(self, chore: Callable[[House], Awaitable[object]], name: str) -> None:
        """Do something else; where that fails, the clocks go on all the same."""
        try:
            await chore(self._house)
        except Exception:
            if name not in self._failing_chores:
                log.exception("could not %s", name)
            self._failing_chores.add(name)
        else:
            self._failing_chores.discard(name)

    async def _heartbeat(self, now: Instant) -> None:
        """The first one of a run ends an outage of any length, the others only a long one."""
        await record_heartbeat(
            self._house, now, 0 if self._last is None else self._house.rhythm.gap
        )
        self._last = now

    async def _fails(self, number: int, now: Instant) -> bool:
        """Process one match; returns whether that failed. A failure never stops the others."""
        try:
            await process_deadlines(self._house, number, now)
        except Stale:  # a player was faster
            return False
        except Exception:
            if number not in self._failing:
                log.exception("could not process deadlines of game %s", number)
            self._failing.add(number)
            return True
        self._failing.discard(number)
        return False

    async def _until_next(self, now: Instant, *, failed: bool) -> float:
        """Seconds until the next deadline; what failed is tried again with the next heartbeat."""
        assert self._last is not None
        heartbeat_due = self._last + self._house.rhythm.heartbeat
        deadline = None if failed else await self._house.store.next_deadline()
        return max(0, min(heartbeat_due, deadline if deadline is not None else heartbeat_due) - now)
