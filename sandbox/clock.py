"""The sandbox's clock: real time plus what a test has added. It never goes back.

Deadlines count only the time in which the sandbox was running: what waits to be read when a machine
has stood still came in time.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

_STEP = 0.1  # seconds
_LEAST = 1e-6  # seconds: a float since 1970 is no finer


class Moment(NamedTuple):
    """A moment: the sandbox's time, and the machine's ticks, which nobody advances."""

    time: float
    ticks: float


class Clock:
    """The time for everything in the sandbox: a test can advance it by an hour at once."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._moved = asyncio.Event()
        self._told: list[Callable[[], None]] = []

    def seconds(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._ahead

    def whole_seconds(self) -> int:
        """The same without fractions."""
        return int(self.seconds())

    def now(self) -> datetime:
        """The time as a datetime in UTC."""
        return datetime.fromtimestamp(self.seconds(), UTC)

    def advance(self, seconds: float) -> None:
        """Advance the time at once. Tasks that wait for a time now past wake up."""
        if seconds < 0:
            raise ValueError("the clock never goes back")
        self._ahead += seconds
        self._moved.set()
        self._moved = asyncio.Event()
        for tell in self._told:
            tell()

    def when_moved(self, tell: Callable[[], None]) -> None:
        """Call this function each time the clock was advanced."""
        self._told.append(tell)

    def moment(self) -> Moment:
        """This moment, for `run_for`."""
        return Moment(self.seconds(), time.monotonic())

    async def run_for(self, seconds: float, since: Moment | None = None) -> None:
        """Wait for so much time, real or advanced, in which the sandbox was running.

        `since`: when it began, where that is not now: a task may be late in starting to wait.
        """
        before = since or self.moment()
        while seconds >= _LEAST:
            step = min(_STEP, seconds)
            await self.until(before.time + step)
            now = self.moment()
            stood_still = max(0.0, now.ticks - before.ticks - step)
            seconds -= now.time - before.time - stood_still
            before = now

    async def until(self, moment: float) -> None:
        """Wait until that time, real or advanced."""
        while (left := moment - self.seconds()) > 0:
            moved = self._moved
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await moved.wait()
