"""What goes wrong: Discord answers badly or not at all, connections break, the bot is killed.

Law: it goes wrong once in so many requests of the bot, not once in so many seconds. A bot that has
little of the machine has as much that goes right as any other.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from sandbox.rest.faults import Trouble
from sandbox.world.events import RequestHandled

if TYPE_CHECKING:
    from sandbox.process import BotProcess
    from sandbox.rest.faults import Kind
    from sandbox.server import Sandbox
    from sandbox.world.events import Event

_KINDS: tuple[Kind, ...] = (429, 500, 502, 503, 504, "drop", "slow")
_PATHS = ("/channels/*/messages", "/channels/*/messages/*", "/interactions/*/callback", "*")
_FAULT, _CUT, _KILL = 1 / 20, 1 / 300, 1 / 500  # how likely after a request
_LATE = 0.05  # seconds from then to the kill, at most


class Chaos:
    """Everything that goes wrong, by lot; the same lots every time."""

    def __init__(self, box: Sandbox, bot: BotProcess, seed: str = "soak") -> None:
        self._box = box
        self._bot = bot
        self._chance = random.Random(seed)
        self._starting = False  # what can go wrong then is tried elsewhere
        self._killing = asyncio.Event()
        self.faults = self.cuts = self.kills = 0

    async def run(self) -> None:
        """Until cancelled. Nothing of it goes on after that; the bot may be running or not."""
        stop = self._box.world.subscribe(self._hear)
        try:
            while True:
                await self._killing.wait()
                await asyncio.sleep(self._chance.uniform(0, _LATE))
                await self._restart()
                self.kills += 1
        finally:
            stop()

    def kill_soon(self) -> None:
        """Kill the bot and start it again."""
        self._killing.set()

    def _hear(self, event: Event) -> None:
        if not isinstance(event, RequestHandled) or self._starting:
            return
        if self._chance.random() < _FAULT:
            self._fail()
        if self._chance.random() < _CUT:
            self._box.wire.cut()
            self.cuts += 1
        if self._chance.random() < _KILL:
            self.kill_soon()

    def _fail(self) -> None:
        kind = self._chance.choice(_KINDS)
        after = kind != 429 and self._chance.random() < 0.5
        path = self._chance.choice(_PATHS)
        self._box.faults.add(Trouble(kind, "*", path, after=after))
        self.faults += 1

    async def _restart(self) -> None:
        self._starting = True
        self._box.faults.clear()
        await self._bot.restart()
        self._killing.clear()
        self._starting = False
