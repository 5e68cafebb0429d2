"""Several things at once in a test: none of them goes on after the others, or after the test."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine

T = TypeVar("T")
_STEP = 0.1  # seconds between two looks, at most


async def together(*acts: Coroutine[Any, Any, T]) -> list[T]:
    """Do all at once; their results, in that order. Where one fails, the others are cancelled."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(act) for act in acts]
    return [task.result() for task in tasks]


@asynccontextmanager
async def beside(act: Coroutine[Any, Any, T]) -> AsyncGenerator[asyncio.Task[T]]:
    """Do it while the block goes on, and no longer: at the block's end it is cancelled."""
    task = asyncio.create_task(act)
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait([task])


async def until(look: Callable[[], bool], seconds: float = 180) -> None:
    """Wait until `look` returns true. `seconds`: the limit, after which something is stuck.

    Looks become rarer: in a world waiting costs nothing, but each look does.
    """
    step = 0.002
    async with asyncio.timeout(seconds):
        while not look():  # there is no event to wait for
            await asyncio.sleep(step)
            step = min(step * 1.5, _STEP)
