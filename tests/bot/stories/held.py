"""Requests of the bot that a test holds back, and kills meanwhile: each is lost or gets through."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, Literal, get_args

from sandbox.rest.faults import Dropped, Trouble
from sandbox.waiting import PATIENCE
from tests.together import beside

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Mapping

    from sandbox.process import BotProcess
    from sandbox.server import Sandbox
    from tests.bot.stories.table import Table


Fate = Literal["lost", "late", "done"]  # before Discord's work; on its way to it; after it
Tables = dict[Fate, "Table"]
FATES: tuple[Fate, ...] = get_args(Fate)


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


async def kill_at(
    box: Sandbox,
    bot: BotProcess,
    held: Held,
    act: Coroutine[Any, Any, object],
    *,
    late: bool = False,
) -> None:
    """Act until that request is held; then kill the bot. The request is lost, or arrives late."""
    box.faults.add(held)
    async with beside(act):
        await held.came()
        await bot.kill()
        held.let_go() if late else held.lose()


class Killing:
    """Holds requests, then kills the bot, decides the fate of each, and starts it."""

    def __init__(self, box: Sandbox, bot: BotProcess) -> None:
        self._box = box
        self._bot = bot
        self._held: list[tuple[Fate, Held]] = []
        self.acts = AsyncExitStack()  # which go on until the bot is killed

    async def at(
        self, fate: Fate, path: str, act: Coroutine[Any, Any, object], method: str = "POST"
    ) -> None:
        """Act until that request is there."""
        held = Held(method, path, after=fate == "done")
        self._held.append((fate, held))
        self._box.faults.add(held)
        await self.acts.enter_async_context(beside(act))
        await held.came()

    async def now(self) -> None:
        """Kill."""
        await self._bot.kill()
        for fate, held in self._held:
            held.let_go() if fate == "late" else held.lose()
        await self.acts.aclose()
        await self._bot.start()


async def for_each(tables: Mapping[Fate, Table], check: Callable[[Table], Awaitable[None]]) -> None:
    """Every fate comes to the same."""
    for fate, table in tables.items():
        try:
            await check(table)
        except BaseException as error:
            error.add_note(f"the request was {fate}")
            raise
