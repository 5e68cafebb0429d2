"""Long work in a thread or process of its own, a share for each person.

Films and files have a process each, and are not made in those of bot.engine_pool. A search can be
told to end at any moment with the best it has, so that all who play are answered within two
seconds; a film or a file takes as long as it takes, and games would wait for it. Nor would one pool
take less memory: each of its processes would come to hold what engine, films and files need.
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

PATIENCE = 60.0  # seconds for one piece of long work: far more than the largest file takes
IDLE = 600.0  # seconds without work after which a process ends

# Of a process: boards and answers come first. No more, since people wait for what it makes, and on
# a machine that is full of other work each step takes a fifth of its time.
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
    """Have the processes that are begun from now on import nothing from the current folder.

    Python begins them with `python -c`, which looks there first, for its own modules too.
    """
    os.environ["PYTHONSAFEPATH"] = "1"


class _OwnProcess(ProcessPoolExecutor):
    """Python would wait at its end until the process has done what it does."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002  as it is declared
        """Kill the process, even in the middle of its work."""
        processes = [*(self._processes or {}).values()]
        super().shutdown(wait, cancel_futures=cancel_futures)
        for process in processes:
            process.kill()


class Worker:
    """One kind of long work, one piece after the other; other kinds of work never wait for it.

    Those who ask again meanwhile wait, and so come after the others. `start` makes what does the
    work, when it is first needed, when it has died, and when it worked too long. Where there is no
    work for long, it goes.
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
        """Do the work off the event loop, after what this person asked for before.

        What takes too long is refused, and its process killed.
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
        """Start nothing more."""
        if self._leaving:
            self._leaving.cancel()
        self._leave()


def give_way(niceness: int = _NICENESS) -> None:
    """Make this worker process give way to others, leave Ctrl-C to the bot, and end with it."""
    with suppress(OSError):  # a service may be forbidden to change its priority
        os.nice(niceness)
    with suppress(OSError):  # where memory ends, it goes before the bot, which starts another
        _END_FIRST.write_text(_BEFORE_THE_BOT, "ascii")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(0)
