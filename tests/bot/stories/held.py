"""A request of the bot that a test holds back: later it gets through, or it is lost."""

from __future__ import annotations

import asyncio

from sandbox.observer import PATIENCE
from sandbox.rest.faults import Dropped, Trouble


class Held(Trouble):
    """Waits before the work, or after it with only the answer to come, until the test decides."""

    def __init__(self, method: str, path: str, *, after: bool = False) -> None:
        super().__init__("slow", method, path, after=after)
        self.arrived = asyncio.Event()
        self._decided = asyncio.Event()
        self._lost = False

    async def apply(self) -> None:
        """Stay here; then go on, or break off."""
        self.arrived.set()
        await self._decided.wait()
        if self._lost:
            raise Dropped

    async def came(self) -> None:
        """Wait until it is here."""
        async with asyncio.timeout(PATIENCE):
            await self.arrived.wait()

    def let_go(self) -> None:
        """It arrives late, but it arrives."""
        self._decided.set()

    def lose(self) -> None:
        """It never gets further."""
        self._lost = True
        self._decided.set()
