"""What goes wrong: Discord answers badly or not at all, connections break, the bot is killed."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from sandbox.rest.faults import Trouble

if TYPE_CHECKING:
    from sandbox.process import BotProcess
    from sandbox.rest.faults import Kind
    from sandbox.server import Sandbox

_KINDS: tuple[Kind, ...] = (429, 500, 502, 503, 504, "drop", "slow")
_PATHS = ("/channels/*/messages", "/channels/*/messages/*", "/interactions/*/callback", "*")
_FAULT_EVERY, _CUT_EVERY, _KILL_EVERY = 0.1, 2.0, 3.0  # seconds, on average


class Chaos:
    """Everything that goes wrong, by lot; the same lots every time."""

    def __init__(self, box: Sandbox, bot: BotProcess, seed: str = "soak") -> None:
        self._box = box
        self._bot = bot
        self._chance = random.Random(seed)
        self._starting = False  # what can go wrong then is tried elsewhere
        self.faults = self.cuts = self.kills = 0

    async def run(self) -> None:
        """Until cancelled; then the bot is running."""
        await asyncio.gather(self._fail(), self._cut(), self._kill())

    async def _fail(self) -> None:
        while True:
            await self._pause(_FAULT_EVERY)
            if self._starting:
                continue
            kind = self._chance.choice(_KINDS)
            after = kind != 429 and self._chance.random() < 0.5
            path = self._chance.choice(_PATHS)
            self._box.faults.add(Trouble(kind, "*", path, after=after))
            self.faults += 1

    async def _cut(self) -> None:
        while True:
            await self._pause(_CUT_EVERY)
            if not self._starting:
                self._box.wire.cut()
                self.cuts += 1

    async def _kill(self) -> None:
        while True:
            await self._pause(_KILL_EVERY)
            restarting = asyncio.create_task(self._restart())
            try:
                await asyncio.shield(restarting)
            finally:
                await restarting  # else who goes on would start a second one
            self.kills += 1

    async def _restart(self) -> None:
        self._starting = True
        self._box.faults.clear()
        await self._bot.restart()
        self._starting = False

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(self._chance.expovariate(1 / seconds))
