"""Wait for a condition in the world, checked again after each event."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from sandbox.world.events import Event
from sandbox.world.world import World

T = TypeVar("T")
PATIENCE = 180.0  # seconds after which something is stuck; a busy machine gives a bot little time
_STEP = 0.1  # seconds


async def until(world: World, look: Callable[[], T | None], seconds: float) -> T:
    """Wait until `look` returns something other than None. TimeoutError if it never does.

    `seconds`: in which this program is running; while the machine stands still, none pass.
    """
    happened = asyncio.Event()

    def on_event(event: Event) -> None:
        del event
        happened.set()

    stop = world.subscribe(on_event)
    try:
        last = time.monotonic()
        while (outcome := look()) is None:
            if seconds <= 0:
                raise TimeoutError
            with suppress(TimeoutError):
                async with asyncio.timeout(min(_STEP, seconds)):
                    await happened.wait()
            happened.clear()
            last, before = time.monotonic(), last
            seconds -= min(_STEP, last - before)
        return outcome
    finally:
        stop()
