"""The engine's processes: how many there are, whose turn it is, and how long each may think.

Invariant: a person has one search at a time; servers take turns, and so do the people of a server.
The more people wait, the sooner a search must end with its best move. A process that dies or
doesn't answer is replaced, and its work is done again. Work that no person waits for runs only
while nobody waits.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from bot.machine import ENGINE_MEMORY, engine_processes
from bot.model.people import FORMER
from bot.service.engine import EngineDown
from bot.service.workers import IDLE, give_way
from engine.limits import Limits, Stopped
from engine.player import Player as Engine
from games.match import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from multiprocessing.connection import Connection

    from bot.model.people import Player
    from bot.model.servers import Place
    from games.core import Move
    from games.events import Event
    from games.match import Match

_TOGETHER = 1.3  # seconds in which all who wait get an answer: a player gets one within two
_LEAST = 0.05  # seconds of a search, however many people wait
_PATIENCE = 60.0  # seconds until a process that should have ended its search is replaced
_IDLE_PATIENCE = 300.0  # the same for work that no person waits for: it gives way to others
_TRIES = 3
_NICENESS = 10  # of a process: it always has an answer when its time is over
_HINT = Limits(nodes=60_000)


@dataclass(frozen=True, slots=True)
class Thought:
    """A line of best play, and its score for the side to move."""

    line: tuple[Move, ...]
    score: int


class Process(Protocol):
    """A process that does one thing at a time."""

    def ask(self, work: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401  what the work returns
        """Do the work in a thread and wait; raise EOFError or OSError if the process ends."""
        ...

    def stop_at(self, moment: float) -> None:
        """Have the search end at this time.monotonic; a later call changes the time."""
        ...

    def end(self) -> None:
        """Kill the process."""
        ...


@dataclass(slots=True)
class _Request:
    player: Player
    server: int
    work: Callable[..., Any]
    args: tuple[object, ...]
    done: asyncio.Future[Any]
    idle: bool = False  # no person waits for the result
    asked: float = field(default_factory=monotonic)


@dataclass(slots=True, eq=False)
class _Slot:
    """The place for a process, which starts when needed and ends after long idleness."""

    process: Process | None = None
    request: _Request | None = None
    leaving: asyncio.TimerHandle | None = None
    until: float = 0.0  # when its search must end


class Queue:
    """The waiting requests: servers take turns, then a server's people; oldest request first."""

    def __init__(self) -> None:
        self._servers: dict[int, dict[Player, deque[_Request]]] = {}

    @property
    def asked(self) -> list[float]:
        """The times since when each person has waited for their oldest request."""
        people = (requests for people in self._servers.values() for requests in people.values())
        oldest = (
            next((request for request in requests if not request.done.done()), None)
            for requests in people
        )
        return [request.asked for request in oldest if request]

    def add(self, request: _Request) -> None:
        """Put a request into the queue."""
        people = self._servers.setdefault(request.server, {})
        people.setdefault(request.player, deque()).append(request)

    def next(self, busy: Sequence[Player]) -> _Request | None:
        """Take the next request by a player with no search in progress; servers take turns."""
        for server, people in self._servers.items():
            player = next((player for player in people if player not in busy), None)
            if player is None:
                continue
            requests = people.pop(player)
            request = requests.popleft()
            if requests:
                people[player] = requests  # after the others
            del self._servers[server]
            if people:
                self._servers[server] = people
            return request
        return None


class EnginePool:
    """Runs work in at most `size` processes. `start` makes one."""

    def __init__(self, size: int | None = None, start: Callable[[], Process] | None = None) -> None:
        self.size = engine_processes() if size is None else size
        self._start = start or OwnProcess
        self._slots = [_Slot() for _ in range(self.size)]
        self._queue = Queue()
        self._threads = ThreadPoolExecutor(max(1, self.size), thread_name_prefix="engine")
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def think(self, match: Match, level: int, player: Player, place: Place) -> Thought:
        """Return the best line of a match; level 0: as well as the engine can in a short time."""
        return await self.run(player, place.guild or player, think, match.log, level)

    async def run(
        self, player: Player, server: int, work: Callable[..., Any], *args: object
    ) -> Any:  # noqa: ANN401  what the work returns
        """Do the work in a process when it is this person's turn.

        Raises EngineDown if that isn't possible, or the error of the work.
        """
        return await self._answer(_Request(player, server, work, args, _future()))

    @property
    def is_idle(self) -> bool:
        """Whether no work is running or waiting."""
        return not self._queue.asked and not any(slot.request for slot in self._slots)

    async def run_idle(self, work: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401  what the work returns
        """Do work that stops as soon as a person waits; raise Stopped if one waits already."""
        if not self.is_idle:
            raise Stopped
        return await self._answer(_Request(FORMER, 0, work, args, _future(), idle=True))

    async def _answer(self, request: _Request) -> Any:  # noqa: ANN401
        if not self.size or self._closed:
            raise EngineDown
        self._queue.add(request)
        self._look()
        return await request.done

    def _look(self) -> None:
        """Start the requests whose turn it is, and share the time among all."""
        for slot in self._slots:
            if slot.request or self._closed:
                continue
            request = self._next()
            if request is None:
                break
            slot.request, slot.until = request, inf
            if slot.leaving:
                slot.leaving.cancel()
            self._track(self._work(slot, request))
        for slot in self._slots:
            if slot.process and (until := self._until(slot.request)) < slot.until:
                slot.until = until
                slot.process.stop_at(until)

    def _until(self, request: _Request | None) -> float:
        """Return when a search in progress must end."""
        if request and request.idle:
            return monotonic() if self._queue.asked else inf
        return monotonic() + self._share()

    def _next(self) -> _Request | None:
        busy = [slot.request.player for slot in self._slots if slot.request]
        while request := self._queue.next(busy):
            if not request.done.done():  # otherwise no one waits for it any more
                return request
        return None

    def _share(self) -> float:
        """Return the seconds for each search from now on, so that all are answered in time."""
        requests = [slot.request for slot in self._slots if slot.request]
        running = [request.asked for request in requests if not request.idle]
        now, waiting = monotonic(), enumerate(sorted([*running, *self._queue.asked]))
        shares = ((asked + _TOGETHER - now) / (1 + i // self.size) for i, asked in waiting)
        return max(_LEAST, min(shares, default=_TOGETHER))

    def _track(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, slot: _Slot, request: _Request) -> None:
        """Do a request, again if the process dies; then start the next."""
        try:
            result = await self._tried(slot, request)
        except Exception as error:  # noqa: BLE001  raised for the caller
            if not request.done.done():
                request.done.set_exception(error)
        else:
            if not request.done.done():
                request.done.set_result(result)
        finally:
            slot.request = None
            loop = asyncio.get_running_loop()
            slot.leaving = loop.call_later(IDLE, self._leave, slot)
            self._look()

    async def _tried(self, slot: _Slot, request: _Request) -> Any:  # noqa: ANN401
        """Do a request; if its process dies or takes too long, try again in a new one."""
        for _ in range(_TRIES):
            if self._closed:
                raise EngineDown
            try:
                async with asyncio.timeout(_IDLE_PATIENCE if request.idle else _PATIENCE):
                    return await self._asked(slot, request)
            except (EOFError, OSError):  # it died, or was too late: TimeoutError is an OSError
                self._leave(slot)
        raise EngineDown

    async def _asked(self, slot: _Slot, request: _Request) -> Any:  # noqa: ANN401
        """Do a request in a slot's process; start the process if there is none."""
        loop = asyncio.get_running_loop()
        process = slot.process or await loop.run_in_executor(self._threads, self._started)
        if self._closed:
            raise EngineDown
        slot.process, slot.until = process, self._until(request)
        process.stop_at(slot.until)
        ask = partial(process.ask, request.work, *request.args)
        return await loop.run_in_executor(self._threads, ask)

    def _started(self) -> Process:
        """Return a new process, ended at once if the bot has ended. Runs in a thread."""
        process = self._start()
        if self._closed:
            process.end()
        return process

    def _leave(self, slot: _Slot) -> None:
        """End a slot's process; the next work there starts a new one."""
        process, slot.process = slot.process, None
        if process:
            process.end()

    def close(self) -> None:
        """End all processes; waiting requests fail with EngineDown."""
        self._closed = True
        for slot in self._slots:
            if slot.leaving:
                slot.leaving.cancel()
            self._leave(slot)
        while request := self._queue.next(()):
            if not request.done.done():
                request.done.set_exception(EngineDown())
        self._threads.shutdown(wait=False, cancel_futures=True)


def _future() -> asyncio.Future[Any]:
    return asyncio.get_running_loop().create_future()


class OwnProcess:
    """A process with the engine in it. It ends with the bot, however the bot ends."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._deadline = context.Value("d", 0.0, lock=False)
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, self._deadline), name="engine", daemon=True
        )
        self._process.start()
        theirs.close()

    @property
    def pid(self) -> int:
        """The process ID."""
        return self._process.pid or 0

    def ask(self, work: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401
        """Do the work and wait for it, in a thread."""
        self._pipe.send((work, args))
        result = self._pipe.recv()
        if isinstance(result, Exception):
            raise result
        return result

    def stop_at(self, moment: float) -> None:
        """Have the search end at this moment."""
        self._deadline.value = moment

    def end(self) -> None:
        """Kill the process; a caller who waits for its answer gets EOFError."""
        self._process.kill()


class _Deadline(Protocol):
    value: float


@dataclass(slots=True)
class Own:
    """The objects that an engine process keeps: memory of positions, deadline of the search."""

    engine: Engine = field(default_factory=Engine)
    deadline: _Deadline | None = None

    def is_over(self) -> bool:
        """Whether the time of this search is up."""
        return self.deadline is not None and monotonic() >= self.deadline.value


@cache
def own() -> Own:
    """Return the objects that an engine process keeps; called only in one."""
    return Own()


def _serve(pipe: Connection, deadline: _Deadline) -> None:
    """Do requests in this process, one after the other, until the pipe is closed."""
    give_way(_NICENESS)
    _bound_memory()
    gc.disable()  # the search makes no cycles, and its memory is bounded
    own().deadline = deadline
    with suppress(EOFError, OSError):
        while True:
            work, args = pipe.recv()
            try:
                result = work(*args)
            except MemoryError:
                return  # a new process does it again
            except Exception as error:  # noqa: BLE001  raised again for the caller
                result = error
            pipe.send(result)
            gc.collect(1)  # this work's garbage; a full collection takes far longer than a move


def _bound_memory() -> None:
    with suppress(ImportError, OSError, ValueError):  # not on every system
        import resource  # noqa: PLC0415  which Windows lacks

        resource.setrlimit(resource.RLIMIT_DATA, (ENGINE_MEMORY, ENGINE_MEMORY))


def think(log: tuple[Event, ...], level: int) -> Thought:
    """Think about the match of these events; runs in an engine process."""
    match, mine = fold(log), own()
    if match.verdict:
        raise ValueError("a match that is over does not go on")
    *history, position = match.positions
    if level:
        result = mine.engine.choose_at(
            match.game, position, history, level, mine.is_over, match.log[0].at
        )
    else:
        limits = Limits(nodes=_HINT.nodes, stop=mine.is_over)
        result = mine.engine.choose(match.game, position, history, limits)
    return Thought(result.line, result.score)
