"""The task that processes deadlines: it wakes for the next one, or when a commit makes one due.

With each heartbeat it also erases the people that the host asked to erase, and clears what is old.

Invariant: the clockwork remembers only its last heartbeat and which games failed. While players
can't reach the bot it does nothing, so that no player loses. In each look the heartbeat comes
first, since it may record an outage, which moves deadlines.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.service.challenges import expire_challenges
from bot.service.clocks import record_heartbeat
from bot.service.due_matches import process_due_match
from bot.service.erasure import clear, empty_log, erase_requested
from bot.service.services import Chore
from bot.store.changes import Stale

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.model.times import Instant
    from bot.service.services import Services

log = logging.getLogger(__name__)

_BATCH = 100  # matches in one look, so that a heartbeat is never late
_OUT_OF_REACH = 1  # second until it asks again whether players can reach the bot

_CHORES = (
    Chore("erase people at the host's request", erase_requested),
    Chore("overwrite erased data", empty_log),
    Chore("clear old data", clear),
    Chore("close expired challenges", expire_challenges, each_look=True),
)


class Clockwork:
    """Processes deadlines and chores. `reachable`: whether the bot receives players' actions."""

    def __init__(
        self, services: Services, reachable: Callable[[], bool], chores: Sequence[Chore] = ()
    ) -> None:
        self._services = services
        self._alarm = services.store.alarms.clocks
        self._reachable = reachable
        self._chores = (*_CHORES, *chores)
        self._last: Instant | None = None  # heartbeat of this run
        self._failing_chores: set[str] = set()  # what failed when last tried; each is logged once
        self._failing: set[int] = set()  # matches; each is logged once

    async def run(self) -> None:
        """Work until cancelled; then write a last heartbeat, so that the outage starts only now."""
        try:
            while True:
                self._alarm.reset()
                await self._alarm.sleep(await self._look(), self._services.now)
        finally:
            if self._last is not None and self._reachable():
                await self._heartbeat(self._services.now())

    async def _look(self) -> float:
        """Look at the time and do everything due; return the seconds until more may be due."""
        if not self._reachable():
            return _OUT_OF_REACH
        now = self._services.now()
        try:
            if self._last is None or not 0 <= now - self._last < self._services.rhythm.heartbeat:
                await self._heartbeat(now)
                await self._do_chores(each_look=False)
            await self._do_chores(each_look=True)
            room = _BATCH + len(self._failing)  # which are due longest and must not hide the others
            due = await self._services.store.matches.due(now, room)
            failed = [await self._process_match(number, now) for number in due]
            if len(due) == room and not all(failed):
                return 0
            return await self._until_next(now, failed=any(failed))
        except Exception:  # perhaps a full disk: the next look may succeed
            log.exception("could not process due games")
            return self._services.rhythm.heartbeat

    async def _do_chores(self, *, each_look: bool) -> None:
        """Do the chores of each heartbeat or each look; if one fails, the others still run."""
        for chore in self._chores:
            if chore.each_look is each_look:
                await self._try_chore(chore)

    async def _try_chore(self, chore: Chore) -> None:
        """Do a chore; log its failure once, until it succeeds again."""
        try:
            await chore.run(self._services)
        except Exception:
            if chore.does not in self._failing_chores:
                log.exception("could not %s", chore.does)
            self._failing_chores.add(chore.does)
        else:
            self._failing_chores.discard(chore.does)

    async def _heartbeat(self, now: Instant) -> None:
        """Write a heartbeat. Before a run's first one the bot was off, however short the gap."""
        await record_heartbeat(
            self._services, now, 0 if self._last is None else self._services.rhythm.gap
        )
        self._last = now

    async def _process_match(self, number: int, now: Instant) -> bool:
        """Process one match; returns whether that failed. A failure never stops the others."""
        try:
            await process_due_match(self._services, number, now)
        except Stale:  # a player was faster
            return False
        except Exception:
            if number not in self._failing:
                log.exception("could not process game %s, which is due", number)
            self._failing.add(number)
            return True
        self._failing.discard(number)
        return False

    async def _until_next(self, now: Instant, *, failed: bool) -> float:
        """Seconds until the next deadline; what failed is tried again with the next heartbeat."""
        assert self._last is not None
        heartbeat_due = self._last + self._services.rhythm.heartbeat
        deadline = None if failed else await self._services.store.matches.next_deadline()
        return max(0, min(heartbeat_due, deadline if deadline is not None else heartbeat_due) - now)
