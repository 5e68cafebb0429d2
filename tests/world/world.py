"""A world: the stand-in for Discord, its people and Konakis, in one process.

Use `async with World(seed) as world:` on a `WorldLoop` of that seed; `run(story, seed)` makes both.
"""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import os
import random
from functools import cache
from typing import TYPE_CHECKING, Any, Self, TypeVar
from weakref import WeakKeyDictionary

import discord
from aiohttp import web
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.ui import sync
from sandbox.rest.faults import Dropped, Trouble
from sandbox.sample import Cast
from sandbox.server import Sandbox
from sandbox.waiting import PATIENCE
from sandbox.world.events import RequestHandled
from tests import warm
from tests.world.life import Life, Moment, usual
from tests.world.loop import OWNER, WorldLoop
from tests.world.machine import replace_machine
from tests.world.network import Network

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Coroutine, Mapping
    from types import TracebackType

    from sandbox.process import Command, Process
    from sandbox.world.events import Event
    from tests.world.life import Fallible, Program

T = TypeVar("T")
# discord.py's addresses of Discord, which bot/discord_address.py changes.
_ADDRESS = ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY"), (discord.Asset, "BASE"))


@cache
def _draw_emojis_once() -> None:
    """Draw the emojis once for all bots of this process, instead of at each start."""
    sync.emojis = cache(sync.emojis)


def new_loop(seed: object = 0) -> WorldLoop:
    """Return a loop for worlds, with a network."""
    replace_machine()
    _draw_emojis_once()
    loop = WorldLoop(seed)
    loop.network = Network(loop)
    return loop


class World:
    """A world. `box`: its Discord. `log`: what happened, the same for the same seed.

    `rates`: limit requests as Discord does.
    """

    def __init__(self, seed: object = 0, *, rates: bool = False) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, WorldLoop)
        assert loop.network
        self.seed = seed
        self.loop = loop
        self.log: list[str] = []
        self.lives: list[Life] = []
        # Returns the error of its bots' next statement or commit; None if it works.
        self.fails: Callable[[Fallible], sqlite3.Error | None] = lambda _: None
        worlds = _WORLDS.setdefault(loop, [])
        worlds.append(self)
        self._place = f"discord {len(worlds)}"
        self.box = Sandbox(
            cast=Cast("Konakis"),
            rates=rates,
            answer_seconds=PATIENCE,
            site=lambda runner: web.UnixSite(runner, self._place),
        )
        self.stop_log = self.box.world.subscribe(self._note_event)  # where nobody reads it
        self._records = _Records()
        self._address = [getattr(owner, name) for owner, name in _ADDRESS]
        self._random = random.getstate()

    async def __aenter__(self) -> Self:
        random.seed(f"world {self.seed}")
        self._collects = gc.isenabled()
        gc.disable()
        root = logging.getLogger()
        self._level = root.level
        root.addHandler(self._records)
        await self.box.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for life in self.lives:
            life.kill()
        await self.box.stop()
        for life in self.lives:
            life.forget()
        for (owner, name), value in zip(_ADDRESS, self._address, strict=True):
            setattr(owner, name, value)
        _WORLDS[self.loop].remove(self)
        root = logging.getLogger()
        root.removeHandler(self._records)
        root.setLevel(self._level)
        random.setstate(self._random)
        if self._collects:
            gc.enable()

    def note(self, what: str) -> None:
        """Add an event to the log."""
        self.log.append(f"{self.loop.time():.6f} {what}")

    def _note_event(self, event: Event) -> None:
        if isinstance(event, RequestHandled):
            exchange = self.box.record.exchanges[-1]
            said = hashlib.sha256(repr((exchange.body, exchange.answer)).encode()).hexdigest()[:12]
            self.note(f"{event.method} {event.path} {event.status} {said}")
        else:
            self.note(type(event).__name__)

    async def start(self, command: Command, program: Program = usual) -> Life:
        """Start a bot; a `Command` starts this way in a world."""
        return self.begin(command.environment, program)

    def begin(self, environment: Mapping[str, str], program: Program = usual) -> Life:
        """Start a bot that runs this program."""
        life = Life(self.loop, self._place, len(self.lives) + 1)
        self.lives.append(life)
        life.note = self.note
        life.fails = self._fail
        self.box.faults.add(_KilledRequest(life, self.loop))
        life.begin({**os.environ, "KONAKIS_BACKUPS": "off", **environment}, program)
        return life

    def _fail(self, kind: Fallible) -> sqlite3.Error | None:
        return self.fails(kind)

    @property
    def life(self) -> Life:
        """The newest bot."""
        return self.lives[-1]

    def kill(self, at: Moment | None = None, *, power: bool = False) -> None:
        """Kill the bot, now or at that moment of its life. `power`: cut its machine's power too."""
        self.life.cuts_power = power
        if at:
            self.life.at = at
        else:
            self.life.kill()


class _KilledRequest(Trouble):
    """A fault for the request at which a bot is killed, if any."""

    def __init__(self, life: Life, loop: WorldLoop) -> None:
        super().__init__("drop")
        self._life = life
        self._loop = loop

    def fits(self, method: str, path: str) -> bool:
        """Whether the bot is killed at this request; called once for each."""
        del method, path
        return not self._life.dead and self._life.count("request")

    async def apply(self) -> None:
        """Kill the bot; its request is lost or arrives, at random."""
        self._life.kill()
        if self._loop.chance.random() < 1 / 2:
            raise Dropped


class _Records(logging.Handler):
    """Gives each log record to the bot that made it."""

    def emit(self, record: logging.LogRecord) -> None:
        """Give the record to its bot."""
        owner = OWNER.get()
        if isinstance(owner, Life):
            owner.handle(record)


_WORLDS: WeakKeyDictionary[WorldLoop, list[World]] = WeakKeyDictionary()


async def start(command: Command, program: Program = usual) -> Process:
    """Start a bot: in this world, or outside worlds as a process, loaded in advance."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, WorldLoop):
        return await _WORLDS[loop][-1].start(command, program)
    return await warm.start(command)


def run(story: Callable[[World], Coroutine[Any, Any, T]], seed: object = 0) -> T:
    """Run a story in a world of that seed."""
    gc.collect()

    async def told() -> T:
        async with World(seed) as world:
            return await story(world)

    with asyncio.Runner(loop_factory=lambda: new_loop(seed)) as runner:
        return runner.run(told())
