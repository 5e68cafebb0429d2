"""Waiting for something to become true in the world, looking again only when something happened."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sandbox.world.events import Event
from sandbox.world.world import World

T = TypeVar("T")


async def until(world: World, look: Callable[[], T | None], seconds: float) -> T:
    """What `look` finds, as soon as it finds something. TimeoutError when it never does."""
    happened = asyncio.Event()

    def hear(event: Event) -> None:
        del event
        happened.set()

    stop = world.listen(hear)
    try:
        async with asyncio.timeout(seconds):
            while (found := look()) is None:
                await happened.wait()
                happened.clear()
            return found
    finally:
        stop()
