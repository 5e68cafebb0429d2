"""Stand-ins for the machine in a world: its clocks, chance, threads and processes.

Clocks and chance are read in many places, libraries included. So they are replaced everywhere,
once: while a world's loop runs, they are the loop's; at any other time, the machine's.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import gateway

from bot import engine_pool
from bot.features.review import reviewer
from bot.service import workers
from tests.world.loop import WorldLoop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

BEGAN = 1_893_974_400  # when each world starts: 7 January 2030, midnight UTC
_LOOKS = 100
_PATCHED = (
    "aiohttp",
    "bot",
    "discord",
    "engine",
    "logging",
    "random",
    "render",
    "sandbox",
    "tests",
)


def world() -> WorldLoop | None:
    """The loop of the world that is running; None if there is none."""
    loop = asyncio._get_running_loop()  # noqa: SLF001  the documented one raises if none runs
    return loop if isinstance(loop, WorldLoop) else None


def _ticking(real: Callable[[], float], began: float = 0.0) -> Callable[[], float]:
    """Return a clock: the world's while one runs, otherwise the real one."""

    def read() -> float:
        loop = world()
        return real() if loop is None else began + loop.time()

    return read


_urandom, _utcnow = os.urandom, discord.utils.utcnow
_own_process = workers.own_process


def _drawn(size: int) -> bytes:
    loop = world()
    return _urandom(size) if loop is None else loop.chance.randbytes(size)


class _Drawn(random.Random):
    """A random generator; without a seed, it takes one from the world's chance."""

    def seed(self, a: Any = None, version: int = 2) -> None:  # noqa: ANN401  as it is declared
        """Start again from a seed."""
        if a is None and (loop := world()):
            a = loop.chance.getrandbits(64)
        super().seed(a, version)


def _now() -> datetime:
    return _utcnow() if world() is None else datetime.fromtimestamp(time.time(), UTC)


def _worker() -> Executor:
    """Return a thread, whose work the loop does inline; a process would be started for nothing."""
    return _own_process() if world() is None else workers.own_thread()


class _Beats(gateway.KeepAliveHandler):
    """A gateway connection's heartbeats, in a task instead of discord.py's thread."""

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the heartbeats."""
        if world() is None:
            super().start()
        else:
            self._task = asyncio.ensure_future(self._beat())

    def stop(self) -> None:
        """Stop the heartbeats."""
        super().stop()
        if self._task and self._task is not asyncio.current_task():
            self._task.cancel()

    async def _beat(self) -> None:
        while not self._stop_ev.is_set():
            await asyncio.sleep(self.interval or 0)
            if self._last_recv + self.heartbeat_timeout < time.perf_counter():
                self.stop()
                await self.ws.close(4000)
                return
            try:
                await self.ws.send_heartbeat(self.get_payload())
            except Exception:  # noqa: BLE001  as in discord.py's thread: the connection is gone
                self.stop()
            else:
                self._last_send = time.perf_counter()


def _replacements() -> dict[object, object]:
    return {
        time.time: _ticking(time.time, BEGAN),
        time.monotonic: _ticking(time.monotonic),
        time.perf_counter: _ticking(time.perf_counter),
        time.process_time: _ticking(time.process_time),
        os.urandom: _drawn,
        random.Random: _Drawn,
        discord.utils.utcnow: _now,
        gateway.KeepAliveHandler: _Beats,
        workers.own_process: _worker,
    }


@cache
def replace_machine() -> None:
    """Make every module, loaded now or later, read the world's clocks and chance."""
    replaced = _replacements()
    homes: list[Any] = [time, os, random, discord.utils, gateway]
    modules = [*sys.modules.items()]
    loaded = [module for name, module in modules if _is_patched(name)]
    for module in (*homes, *loaded):
        for name, value in [*vars(module).items()]:
            with suppress(TypeError):  # unhashable values
                if value in replaced:
                    setattr(module, name, replaced[value])
                    continue
            for function in _functions(value):
                _renew_defaults(function, replaced)


def _is_patched(module: str) -> bool:
    """Whether a module gets the world's. This module keeps the real ones for when no world runs."""
    return module.split(".", maxsplit=1)[0] in _PATCHED and module != __name__


def _functions(value: object) -> Iterator[FunctionType]:
    """The function itself, or a class's methods."""
    inside = vars(value).values() if isinstance(value, type) else [value]
    yield from (part for part in inside if isinstance(part, FunctionType))


def _renew_defaults(function: FunctionType, replaced: dict[object, object]) -> None:
    """Replace clocks that are an argument's default."""

    def renewed(value: object) -> object:
        with suppress(TypeError):
            return replaced.get(value, value)
        return value

    if function.__defaults__:
        function.__defaults__ = tuple(map(renewed, function.__defaults__))
    if function.__kwdefaults__:
        defaults = function.__kwdefaults__
        function.__kwdefaults__ = {name: renewed(value) for name, value in defaults.items()}


class _Looks:
    """A deadline that comes after being read so many times."""

    def __init__(self, left: int) -> None:
        self.left = left

    @property
    def value(self) -> float:
        """The time at which the search must end: never at first, then at once."""
        self.left -= 1
        return float("inf") if self.left > 0 else 0.0


class EngineInline:
    """An engine process that works inline, for a number of positions instead of a time.

    `looks`: how often a search may read its deadline before it must end: every 256 positions or so.
    """

    def __init__(self, looks: int = _LOOKS) -> None:
        self._looks = looks
        engine_pool.own.cache_clear()  # start with no positions remembered
        reviewer._own.cache_clear()  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]

    def ask(self, work: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401  as it is declared
        """Do the work."""
        engine_pool.own().deadline = cast("Any", _Looks(self._looks))
        return work(*args)

    def stop_at(self, moment: float) -> None:
        """Do nothing: no time passes during the work."""

    def end(self) -> None:
        """Do nothing: there is no process to end."""
