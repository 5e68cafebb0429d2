"""A thread of its own for one kind of long work, which each person can ask for once at a time.

Who asks again meanwhile waits, and so comes after the others; other kinds of work never wait.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, ParamSpec, TypeVar
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")


class Worker:
    """One thread. `name` is that of the thread."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._turns = WeakValueDictionary[int, asyncio.Lock]()  # unused locks disappear

    async def run(self, person: int, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do the work off the event loop, after what this person asked for before."""
        turn = self._turns.setdefault(person, asyncio.Lock())
        async with turn:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, lambda: work(*args, **more))

    def close(self) -> None:
        """Start nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
