"""What stands for the machine in a world: its clocks, its chance, its threads and its processes.

Clocks and chance are read in many places, also of libraries. So they are replaced for all, once:
while a world's loop runs, they are the loop's; at any other time, they are what they were.
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

BEGAN = 1_893_974_400  # when each world begins: 7 January 2030, midnight in UTC
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
    """The loop of the world that runs now, if one does."""
    loop = asyncio._get_running_loop()  # noqa: SLF001  the documented one raises where none runs
    return loop if isinstance(loop, WorldLoop) else None


def _ticking(real: Callable[[], float], began: float = 0.0) -> Callable[[], float]:
    """That clock, or the world's."""

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
    """Chance whose seed, where none is given, is drawn from the world's."""

    def seed(self, a: Any = None, version: int = 2) -> None:  # noqa: ANN401  as it is declared
        """Begin anew."""
        if a is None and (loop := world()):
            a = loop.chance.getrandbits(64)
        super().seed(a, version)


def _now() -> datetime:
    return _utcnow() if world() is None else datetime.fromtimestamp(time.time(), UTC)


def _worker() -> Executor:
    """The loop does its work inline; a process would be prepared all the same, but no thread."""
    return _own_process() if world() is None else workers.own_thread()


class _Beats(gateway.KeepAliveHandler):
    """The heartbeats of a connection to the gateway, by a task instead of discord.py's thread."""

    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Beat from now on."""
        if world() is None:
            super().start()
        else:
            self._task = asyncio.ensure_future(self._beat())

    def stop(self) -> None:
        """Beat no more."""
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
            except Exception:  # noqa: BLE001  as in the thread: the connection is gone
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
    """Have every module that is loaded, or will be, read the world's clocks and chance."""
    replaced = _replacements()
    homes: list[Any] = [time, os, random, discord.utils, gateway]
    modules = [*sys.modules.items()]
    loaded = [module for name, module in modules if _is_patched(name)]
    for module in (*homes, *loaded):
        for name, value in [*vars(module).items()]:
            with suppress(TypeError):  # what has no hash
                if value in replaced:
                    setattr(module, name, replaced[value])
                    continue
            for function in _functions(value):
                _renew_defaults(function, replaced)


def _is_patched(module: str) -> bool:
    """Whether a module reads the world's. This one keeps the machine's, for when no world runs."""
    return module.split(".", maxsplit=1)[0] in _PATCHED and module != __name__


def _functions(value: object) -> Iterator[FunctionType]:
    """It, or its methods."""
    inside = vars(value).values() if isinstance(value, type) else [value]
    yield from (part for part in inside if isinstance(part, FunctionType))


def _renew_defaults(function: FunctionType, replaced: dict[object, object]) -> None:
    """A clock can be the default of an argument."""

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
    """A deadline that comes after so many looks at it."""

    def __init__(self, left: int) -> None:
        self.left = left

    @property
    def value(self) -> float:
        """When the search must end: never, and then at once."""
        self.left -= 1
        return float("inf") if self.left > 0 else 0.0


class EngineInline:
    """A process of the engine that works inline, for a number of positions instead of a time.

    `looks`: at its deadline, one about every 256 positions. Then a search must end.
    """

    def __init__(self, looks: int = _LOOKS) -> None:
        self._looks = looks
        engine_pool.own.cache_clear()  # its memory of positions is empty
        reviewer._own.cache_clear()  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]

    def ask(self, work: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401  as it is declared
        """Do the work."""
        engine_pool.own().deadline = cast("Any", _Looks(self._looks))
        return work(*args)

    def stop_at(self, moment: float) -> None:
        """Nothing: no time passes while it works."""

    def end(self) -> None:
        """It is not there any more."""
