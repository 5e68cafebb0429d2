"""Wait for a condition in the world, checked again after each event."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sandbox.world.events import Event
from sandbox.world.world import World

T = TypeVar("T")


async def until(world: World, look: Callable[[], T | None], seconds: float) -> T:
    """Wait until `look` returns something other than None. TimeoutError if it never does."""
    happened = asyncio.Event()

    def on_event(event: Event) -> None:
        del event
        happened.set()

    stop = world.subscribe(on_event)
    try:
        async with asyncio.timeout(seconds):
            while (found := look()) is None:
                await happened.wait()
                happened.clear()
            return found
    finally:
        stop()
