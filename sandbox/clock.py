"""The sandbox's time: the real one, plus what a test has added. Never goes back."""

import asyncio
import time
from contextlib import suppress
from datetime import UTC, datetime


class Clock:
    """Tells the time to everything in the sandbox, so that a test can pass an hour in no time."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._moved = asyncio.Event()

    def seconds(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._ahead

    def now(self) -> datetime:
        """The same as a moment in UTC."""
        return datetime.fromtimestamp(self.seconds(), UTC)

    def move(self, seconds: float) -> None:
        """Let time pass at once. Whoever waits for a moment now past wakes up."""
        if seconds < 0:
            raise ValueError("the clock never goes back")
        self._ahead += seconds
        self._moved.set()
        self._moved = asyncio.Event()

    async def until(self, moment: float) -> None:
        """Wait for that moment, however it comes about."""
        while (left := moment - self.seconds()) > 0:
            moved = self._moved
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await moved.wait()
