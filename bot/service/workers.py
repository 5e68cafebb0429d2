"""Long work in a thread or process of its own, a share for each person.

Films and files have a process each, apart from bot.engine_pool's. A search can end at any moment
with its best move, so that all players are answered within two seconds; a film or a file takes as
long as it takes, and games would have to wait. One pool wouldn't save memory either: each of its
processes would end up holding everything that the engine, films and files need.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from bot.service.refusals import No, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 60.0  # seconds for one piece of long work: far longer than the largest file takes
IDLE = 600.0  # seconds without work until a process ends

# Of a process: boards and answers come first. Not higher, since people wait for the result, and on
# a busy machine each step would take a fifth of its time.
_NICENESS = 5
_END_FIRST, _BEFORE_THE_BOT = Path("/proc/self/oom_score_adj"), "500"  # of Linux


def own_thread() -> Executor:
    """Return one thread for work that mostly waits."""
    return ThreadPoolExecutor(1)


def own_process() -> Executor:
    """Return one process of low priority, started by its first work and killed at the end.

    Its arguments and results are small: the event loop waits while they are copied.
    """
    spawn = multiprocessing.get_context("spawn")
    return _OwnProcess(1, mp_context=spawn, initializer=give_way)


def keep_folder_out() -> None:
    """Keep processes started from now on from importing anything from the current folder.

    Python starts them with `python -c`, which looks there first, even for its own modules.
    """
    os.environ["PYTHONSAFEPATH"] = "1"


class _OwnProcess(ProcessPoolExecutor):
    """A pool of one process that ends at once: Python would wait until its work is done."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002  as declared in Python
        """Kill the process, even in the middle of its work."""
        processes = [*(self._processes or {}).values()]
        super().shutdown(wait, cancel_futures=cancel_futures)
        for process in processes:
            process.kill()


class Worker:
    """Does one kind of long work, one piece after another; other kinds never wait for it.

    A person's further requests wait for their first, and so come after other people's. `start`
    makes the executor when it is first needed, when it has died, and when a piece of work took too
    long. After a long time without work it ends.
    """

    def __init__(
        self, start: Callable[[], Executor] = own_thread, patience: float = PATIENCE
    ) -> None:
        self._start = start
        self._patience = patience
        self._executor: Executor | None = None
        self._leaving: asyncio.TimerHandle | None = None
        self._free = asyncio.Lock()
        self._turns = WeakValueDictionary[int, asyncio.Lock]()  # unused locks disappear

    async def run(self, player: int, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do the work off the event loop, after this person's earlier requests.

        Work that takes too long is refused, and its process killed.
        """
        turn = self._turns.setdefault(player, asyncio.Lock())
        async with turn, self._free:
            if self._leaving:
                self._leaving.cancel()
            self._executor = executor = self._executor or self._start()
            loop = asyncio.get_running_loop()
            try:
                async with asyncio.timeout(self._patience):
                    return await loop.run_in_executor(executor, partial(work, *args, **more))
            except BrokenExecutor:
                self._executor = None
                raise
            except TimeoutError:
                executor.shutdown(wait=False, cancel_futures=True)
                self._executor = None
                raise Refusal(No.TAKES_TOO_LONG) from None
            finally:
                self._leaving = loop.call_later(IDLE, self._leave)

    def _leave(self) -> None:
        executor, self._executor = self._executor, None
        if executor:
            executor.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """End the executor, if there is one."""
        if self._leaving:
            self._leaving.cancel()
        self._leave()


def give_way(niceness: int = _NICENESS) -> None:
    """Make this worker process give way to others, leave Ctrl-C to the bot, and end with it."""
    with suppress(OSError):  # a service may be forbidden to change its priority
        os.nice(niceness)
    with suppress(OSError):  # if memory runs out, it is killed before the bot, which starts another
        _END_FIRST.write_text(_BEFORE_THE_BOT, "ascii")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(0)
