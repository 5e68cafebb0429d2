"""An event loop whose time is a number and whose chance is a seed, so every run can be replayed.

How it works
------------
An event loop runs callbacks. Some are *ready*: they run in the order they were added, as asyncio
promises. Others wait for their *time*. An ordinary loop sleeps until the first timer is due or the
network has something. This loop never sleeps: when nothing is ready, it sets its clock to the
earliest timer. So a week of waiting takes only as long as what happens in it, and waiting for
something that can never come is an error at once: `Stuck`.

Anything that reaches an ordinary loop from outside comes by a timer here: data over the network
(`tests/world/network.py`), and the end of work in a thread or a process, which is done inline when
its time comes (`run_in_executor`). The seed decides how long each takes. asyncio promises no order
for two timers of the same moment, so the seed decides that too. The order in which things reach the
program is all that a real machine decides, and nothing here breaks asyncio's promises: any order
that this loop finds can really happen.

Three more things could differ between two runs:
- *Addresses.* A set of tasks or futures is ordered by their addresses in memory. The tasks and
  futures of this loop use their number as their hash. A set of strings is ordered by
  PYTHONHASHSEED, which runs fix.
- *Garbage.* A collection can run weak references' callbacks at any time. So garbage is collected
  only between worlds (`tests/world/world.py`).
- *Clocks and chance* that aren't the loop's: see `tests/world/machine.py`.

Whose code runs
---------------
Several programs share one loop: Discord, the players and the bot. Each callback belongs to an
`Owner`, named by a context variable, so a program owns everything it starts. Once an owner is
`dead`, none of its callbacks run any more, as if its process had been killed. Nor do `finally`
blocks: its coroutines aren't closed, but kept in `Owner.grave` until the world ends. The callbacks
of a stopped owner (SIGSTOP) run later.

This loop has no sockets, pipes, processes or system signals: asking for them raises
NotImplementedError. `add_signal_handler` stores the handler with the owner, for a world to call.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import sys
from asyncio import events, tasks
from collections import deque
from contextlib import suppress
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine

    from tests.world.network import Listener, Network

_TURN = 1e-6  # seconds per turn of the loop, so no moment comes twice
_WORK = 0.002  # seconds that work waits at most for its thread, and its result for the loop
_ENDS = 20  # times that a dead owner's coroutine may wait again before it ends
_STALE = 200  # cancelled timers kept, at most, unless more than that are live


class Stuck(RuntimeError):
    """Everything is waiting, and nothing will come."""


class Killed(BaseException):
    """Ends the work of a dead program. No `except Exception` catches it."""


class Owner:
    """A program on the loop, from its start to its end."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dead = False
        self.turns = 0  # callbacks run so far
        self.at_turn: Callable[[], None] = lambda: None  # called before each; may kill the owner
        self.signals: dict[int, Callable[[], object]] = {}
        self.stopped: list[asyncio.Handle] | None = None  # callbacks to run when it resumes
        self.ports: list[Listener] = []  # where it listens
        self.grave: list[object] = []  # objects that must not be collected while the world lasts


OWNER: ContextVar[Owner | None] = ContextVar("owner", default=None)


class _Task(asyncio.Task[Any]):
    """A task that knows its owner, and whose hash is its number."""

    def __init__(
        self,
        number: int,
        owner: Owner | None,
        coro: Coroutine[Any, Any, Any],
        **more: Any,  # noqa: ANN401  asyncio's
    ) -> None:
        self.number = number  # before asyncio puts the task into a set
        self.owner = owner
        super().__init__(coro, **more)

    def __hash__(self) -> int:
        return self.number


def _number_of(task: _Task) -> int:
    return task.number


def _bury(task: _Task, owner: Owner) -> None:
    tasks._unregister_task(task)  # noqa: SLF001  as its documentation says for loops
    task._log_destroy_pending = False  # noqa: SLF001  # pyright: ignore[reportAttributeAccessIssue]  it is known
    owner.grave.append(task)


def _end(coroutine: Any) -> None:  # noqa: ANN401  a task's
    with suppress(BaseException):
        for _ in range(_ENDS):
            coroutine.throw(Killed())  # returns if the coroutine waits again


class _Future(asyncio.Future[Any]):
    """A future whose hash is its number."""

    def __init__(self, number: int, loop: asyncio.AbstractEventLoop) -> None:
        self.number = number
        super().__init__(loop=loop)

    def __hash__(self) -> int:
        return self.number


class WorldLoop(asyncio.AbstractEventLoop):
    """The loop. Two loops with the same seed and the same work do the same."""

    def __init__(self, seed: object = 0) -> None:
        self.chance = Random(f"world {seed}")  # meant to be repeatable
        self.network: Network | None = None
        self.turns = 0
        self._now = 0.0
        self._ready: deque[asyncio.Handle] = deque()
        self._timers: list[tuple[float, float, int, asyncio.TimerHandle]] = []
        self._cancelled = 0  # of the timers
        self._numbers = 0
        self._stopping = self._closed = self._debug = False
        self._handler: Callable[[asyncio.AbstractEventLoop, dict[str, Any]], object] | None = None
        self._generators: WeakKeyDictionary[AsyncGenerator[Any, Any], Owner | None] = (
            WeakKeyDictionary()
        )

    # Time and order

    def time(self) -> float:
        """Seconds since the loop was made."""
        return self._now

    def lot(self, most: float) -> float:
        """A random number of seconds, at most `most`."""
        return self.chance.random() * most

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers

    def call_soon(
        self,
        callback: Callable[..., object],
        *args: Any,  # noqa: ANN401  the callback's
        context: Context | None = None,
    ) -> asyncio.Handle:
        """Run the callback after everything that is ready now."""
        context = copy_context() if context is None else context
        handle = asyncio.Handle(callback, args, self, context)
        owner = context.get(OWNER)
        if owner and owner.dead:
            owner.grave.append(handle)
        else:
            self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon  # there are no threads

    def call_later(
        self,
        delay: float,
        callback: Callable[..., object],
        *args: Any,  # noqa: ANN401  the callback's
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Run the callback after so many seconds."""
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,  # noqa: ANN401  the callback's
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Run the callback at that time."""
        context = copy_context() if context is None else context
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, self.chance.random(), self._number(), handle))
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Count a cancelled timer; asyncio calls this. Most deadlines are cancelled."""
        del handle
        self._cancelled += 1
        if self._cancelled > max(_STALE, len(self._timers) // 2):
            self._timers = [timer for timer in self._timers if not timer[-1].cancelled()]
            heapq.heapify(self._timers)
            self._cancelled = 0

    def _turn(self) -> None:
        """Run what is ready; if nothing is, what is due next."""
        if not self._ready:
            while self._timers and self._timers[0][-1].cancelled():
                heapq.heappop(self._timers)
            if not self._timers:
                raise Stuck("everything waits for something that nothing will bring")
            self._now = max(self._now, self._timers[0][0])
        while self._timers and self._timers[0][0] <= self._now:
            self._ready.append(heapq.heappop(self._timers)[-1])
        for _ in range(len(self._ready)):
            self._run(self._ready.popleft())
        self._now += _TURN

    def _run(self, handle: asyncio.Handle) -> None:
        if handle.cancelled():
            return
        context = cast("Context", handle._context)  # noqa: SLF001  # pyright: ignore[reportAttributeAccessIssue]
        owner = context.get(OWNER)
        if owner:
            if owner.stopped is not None:
                owner.stopped.append(handle)
                return
            if not owner.dead:
                owner.turns += 1
                owner.at_turn()
            if owner.dead:
                owner.grave.append(handle)
                return
        self.turns += 1
        handle._run()  # noqa: SLF001  # pyright: ignore[reportAttributeAccessIssue]  as every loop does

    # Running

    def run_forever(self) -> None:
        """Run until stopped."""
        if self._closed:
            raise RuntimeError("the loop is closed")
        hooks = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(self._note_generator, self._close_generator)
        events._set_running_loop(self)  # noqa: SLF001  as every loop does
        try:
            while not self._stopping:
                self._turn()
        finally:
            self._stopping = False
            events._set_running_loop(None)  # noqa: SLF001
            sys.set_asyncgen_hooks(*hooks)

    def run_until_complete(self, future: Any) -> Any:  # noqa: ANN401  as it is declared
        """Run until the future is done. Return its result."""
        task = asyncio.ensure_future(future, loop=self)
        task.add_done_callback(self._stop_for)
        try:
            self.run_forever()
        finally:
            task.remove_done_callback(self._stop_for)
        if not task.done():
            raise RuntimeError("the loop was stopped before the future was done")
        return task.result()

    def _stop_for(self, future: object) -> None:
        del future
        self._stopping = True

    def stop(self) -> None:
        """Stop after this turn."""
        self._stopping = True

    def is_running(self) -> bool:
        """Whether the loop is running."""
        return events._get_running_loop() is self  # noqa: SLF001

    def is_closed(self) -> bool:
        """Whether the loop is closed."""
        return self._closed

    def close(self) -> None:
        """Forget everything that is waiting."""
        self._closed = True
        self._ready.clear()
        self._timers.clear()

    async def shutdown_asyncgens(self) -> None:
        """Do nothing: generators that are left are closed when they are collected."""

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:  # noqa: ASYNC109  as it is declared
        """Do nothing: there is no executor."""
        del timeout

    def _note_generator(self, generator: AsyncGenerator[Any, Any]) -> None:
        self._generators[generator] = OWNER.get()

    def _close_generator(self, generator: AsyncGenerator[Any, Any]) -> None:
        owner = self._generators.get(generator)
        if not self._closed and not (owner and owner.dead):
            self.call_soon(self.create_task, generator.aclose())

    # Tasks

    def create_future(self) -> asyncio.Future[Any]:
        """Return a new future."""
        return _Future(self._number(), self)

    def create_task(
        self,
        coro: Any,  # noqa: ANN401  a coroutine
        *,
        name: str | None = None,
        context: Context | None = None,
        **more: Any,  # noqa: ANN401  of newer Pythons
    ) -> asyncio.Task[Any]:
        """Return a new task; its owner is its context's."""
        context = copy_context() if context is None else context
        owner = context.get(OWNER)
        number = self._number()
        task = _Task(number, owner, coro, loop=self, name=name, context=context, **more)
        if owner and owner.dead:
            _bury(task, owner)
        return task

    def tasks_of(self, owner: Owner) -> list[_Task]:
        """The owner's unfinished tasks, oldest first."""
        own = (task for task in asyncio.all_tasks(self) if isinstance(task, _Task))
        return sorted((t for t in own if t.owner is owner), key=_number_of)

    def bury(self, owner: Owner) -> None:
        """Mark the owner dead, and keep its tasks as they are, where asyncio doesn't find them."""
        owner.dead = True
        self.let_go_on(owner)  # into the grave
        for port in owner.ports:
            port.close()
        for task in self.tasks_of(owner):
            _bury(task, owner)

    def forget(self, owner: Owner) -> None:
        """Let go of a dead owner at the end of the world: Killed ends its coroutines.

        So their `finally` blocks do run, now instead of whenever Python collects them.
        """
        context = copy_context()
        context.run(OWNER.set, owner)
        while owner.grave:
            dead = owner.grave.pop()
            if isinstance(dead, _Task):
                context.run(_end, dead.get_coro())

    def stop_owner(self, owner: Owner) -> None:
        """Stop running the owner's callbacks: SIGSTOP."""
        owner.stopped = owner.stopped or []

    def let_go_on(self, owner: Owner) -> None:
        """Run the callbacks that waited while the owner was stopped: SIGCONT."""
        self._ready.extend(owner.stopped or ())
        owner.stopped = None

    def get_task_factory(self) -> None:
        """Return None: the loop makes its own tasks."""

    def get_debug(self) -> bool:
        """Whether debug mode is on."""
        return self._debug

    def set_debug(self, enabled: bool) -> None:  # noqa: FBT001  as it is declared
        """Set debug mode."""
        self._debug = enabled

    # Errors

    def set_exception_handler(
        self, handler: Callable[[asyncio.AbstractEventLoop, dict[str, Any]], object] | None
    ) -> None:
        """Set the handler of errors that nothing catches."""
        self._handler = handler

    def get_exception_handler(
        self,
    ) -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], object] | None:
        """Return the handler of errors that nothing catches."""
        return self._handler

    def default_exception_handler(self, context: dict[str, Any]) -> None:
        """Log the error."""
        error = context.get("exception")
        logging.getLogger("asyncio").error("%s", context.get("message"), exc_info=error)

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Handle the error, unless it comes from a killed program."""
        owner = OWNER.get()
        if self._closed or isinstance(context.get("exception"), Killed) or (owner and owner.dead):
            return
        if self._handler:
            self._handler(self, context)
        else:
            self.default_exception_handler(context)

    # The outside world

    async def run_in_executor(  # pyright: ignore[reportIncompatibleMethodOverride]  a coroutine will do
        self,
        executor: object,
        func: Callable[..., Any],
        *args: Any,  # noqa: ANN401  the function's
    ) -> Any:  # noqa: ANN401
        """Call the function inline after a delay; its result comes after another."""
        del executor
        await asyncio.sleep(self.lot(_WORK))
        try:
            return func(*args)
        finally:
            await asyncio.sleep(self.lot(_WORK))

    def add_signal_handler(
        self,
        sig: int,
        callback: Callable[..., object],
        *args: Any,  # noqa: ANN401  the callback's
    ) -> None:
        """Store the handler for whoever sends the program that signal."""
        if owner := OWNER.get():
            owner.signals[sig] = lambda: callback(*args)

    def remove_signal_handler(self, sig: int) -> bool:
        """Forget the signal's handler."""
        owner = OWNER.get()
        return bool(owner and owner.signals.pop(sig, None))

    async def create_server(  # pyright: ignore[reportIncompatibleMethodOverride]  in memory
        self,
        protocol_factory: Callable[[], asyncio.Protocol],
        host: str,
        port: int,
        **more: Any,  # noqa: ANN401  as it is declared
    ) -> Listener:
        """Listen at `HOST:PORT` on the network."""
        return await self.create_unix_server(protocol_factory, f"{host}:{port}", **more)

    async def create_unix_server(  # pyright: ignore[reportIncompatibleMethodOverride]  in memory
        self,
        protocol_factory: Callable[[], asyncio.Protocol],
        path: str,
        **more: Any,  # noqa: ANN401  as it is declared
    ) -> Listener:
        """Listen at that path on the network."""
        del more
        assert self.network
        listener = self.network.listen(path, protocol_factory)
        if owner := OWNER.get():
            owner.ports.append(listener)
        return listener

    async def create_unix_connection(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        protocol_factory: Callable[[], asyncio.Protocol],
        path: str,
        **more: Any,  # noqa: ANN401  as it is declared
    ) -> tuple[asyncio.Transport, asyncio.Protocol]:
        """Connect to that path; ConnectionRefusedError if nothing listens there."""
        del more
        assert self.network
        return await self.network.connect(path, protocol_factory)
