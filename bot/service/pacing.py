"""The pace of each person: a token bucket, and few requests at a time, so that others never wait.

Long work is done in a thread of its own, one piece of a person at a time, or in a process that
gives way.
Law: it is kept in memory alone and stays small; a request that is refused here has done nothing.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections import OrderedDict, deque
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from multiprocessing.connection import wait
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from bot.service.refusals import No, Refusal

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from concurrent.futures import Executor

    from bot.service.model import Player

P = ParamSpec("P")
T = TypeVar("T")

EXPORT = 15  # all of a person's games as a file: seconds of work, if they are very many
TYPED = 0.2  # what a letter typed into an option costs: Discord asks for its completion
_BURST = 3  # the bucket holds the requests of a third of a minute
_CALM = 3  # seconds without a request, after which one who was refused is told so again
_AT_ONCE = 2  # requests of one person that are worked on; more wait for these
# Of one person, 400 a second: Discord takes answers for three seconds.
_REFUSED_AT_ONCE, _REFUSED_PAUSE = 20, 0.05
_LONGEST_WAIT = 1.0  # seconds, after which one goes on all the same
_REMEMBERED = 10_000  # persons
PATIENCE = 60.0  # seconds for one piece of long work: far more than the largest file takes
# Of a process: boards and answers come first. No more, since people wait for what it makes, and on
# a machine that is full of other work each step takes a fifth of its time.
_NICENESS = 5


class Admission(Enum):
    """What becomes of a request."""

    ADMITTED = auto()
    REFUSED = auto()  # the first one of a flood: say so
    IGNORED = auto()  # the person was told already: the least answer will do


@dataclass(slots=True)
class _Bucket:
    filled: float  # when it last was
    tokens: float
    told: bool = False
    places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))
    refused: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_REFUSED_AT_ONCE))


class Pacing:
    """The buckets of those who asked for something lately; `rate`: requests a minute."""

    def __init__(self, rate: int, now: Callable[[], float] = monotonic) -> None:
        self._refill = rate / 60
        self._capacity = max(1.0, rate / _BURST)
        self._now = now
        self._buckets: OrderedDict[Player, _Bucket] = OrderedDict()  # by their last request

    def admit(self, player: Player, cost: float = 1) -> Admission:
        """Take tokens for a request; REFUSED once where there are too few, then IGNORED.

        A flood that goes on is told of no more, though a token comes back now and then.

        What costs more than the bucket holds takes all of it.
        """
        bucket, cost = self._bucket(player), min(cost, self._capacity)
        if bucket.tokens >= min(self._refill * _CALM, self._capacity):
            bucket.told = False
        if bucket.tokens >= cost:
            bucket.tokens -= cost
            return Admission.ADMITTED
        told = bucket.told or cost < 1  # a completion has no room for a sentence
        bucket.told = bucket.told or not told
        return Admission.IGNORED if told else Admission.REFUSED

    @asynccontextmanager
    async def turn(self, player: Player) -> AsyncGenerator[None]:
        """Work on a request of this person, with few others of theirs at the same time."""
        places = self._bucket(player).places
        try:
            async with asyncio.timeout(_LONGEST_WAIT if places.locked() else None):
                await places.acquire()
        except TimeoutError:
            yield
            return
        try:
            yield
        finally:
            places.release()

    @asynccontextmanager
    async def refusing(self, player: Player) -> AsyncGenerator[None]:
        """Answer a request that was not admitted; so many of a person that the others go first."""
        async with self._bucket(player).refused:
            yield
            await asyncio.sleep(_REFUSED_PAUSE)

    def _bucket(self, player: Player) -> _Bucket:
        """The person's bucket, filled up to now."""
        now = self._now()
        bucket = self._buckets.get(player)
        if bucket is None:
            bucket = self._buckets[player] = _Bucket(now, self._capacity)
        self._buckets.move_to_end(player)
        bucket.tokens = min(self._capacity, bucket.tokens + self._refill * (now - bucket.filled))
        bucket.filled = now
        while len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket


class Turns:
    """Requests that came in and are not begun: of each person one, then of each the next.

    Between two of them the event loop does all else. So however many of one person come at once,
    those of another wait for one.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[Player, deque[Callable[[], None]]] = OrderedDict()

    def add(self, player: Player, begin: Callable[[], None]) -> None:
        """Begin a request of this person in their turn."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
        self._waiting.setdefault(player, deque()).append(begin)

    def _next(self) -> None:
        player, waiting = self._waiting.popitem(last=False)
        begin = waiting.popleft()
        if waiting:
            self._waiting[player] = waiting  # behind all others
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._next)
        begin()


def own_thread() -> Executor:
    """One thread, for work that waits more than it computes."""
    return ThreadPoolExecutor(1)


def own_process() -> Executor:
    """One process of low priority, which starts with its first work and is killed at the end.

    What it is given and what it returns is small: the event loop waits while that is copied.
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
        for each in processes:
            each.kill()


class Worker:
    """One kind of long work, one piece after the other; other kinds of work never wait for it.

    Those who ask again meanwhile wait, and so come after the others. `start` makes what does the
    work, when it is first needed, when it has died, and when it worked too long.
    """

    def __init__(
        self, start: Callable[[], Executor] = own_thread, patience: float = PATIENCE
    ) -> None:
        self._start = start
        self._patience = patience
        self._executor: Executor | None = None
        self._free = asyncio.Lock()
        self._turns = WeakValueDictionary[int, asyncio.Lock]()  # unused locks disappear

    async def run(self, person: int, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Do the work off the event loop, after what this person asked for before.

        What takes too long is refused, and its process killed.
        """
        turn = self._turns.setdefault(person, asyncio.Lock())
        async with turn, self._free:
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

    def close(self) -> None:
        """Start nothing more."""
        if self._executor:
            self._executor.shutdown(wait=False, cancel_futures=True)


def give_way(niceness: int = _NICENESS) -> None:
    """In a process of its own: give way to others, leave Ctrl-C to the bot, and end with it."""
    with suppress(OSError):  # a service may be forbidden to change its priority
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(0)
