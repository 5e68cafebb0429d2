"""Ends what is under way: by itself in good time, else by force."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection

_AGAIN = 0.1  # seconds


async def finish(tasks: Collection[asyncio.Task[Any]], seconds: float) -> None:
    """Give them so long, then cancel them until they end.

    Once is not enough: discord.py sits out its limits even in a request that is cancelled.
    """
    late = set(tasks)
    while late:
        _, late = await asyncio.wait(late, timeout=seconds)
        for task in late:
            task.cancel()
        seconds = _AGAIN
    await asyncio.gather(*tasks, return_exceptions=True)
