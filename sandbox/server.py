"""The whole sandbox: one world behind one port, with REST, gateway, CDN and chat page.

A bot connects to it with `api`, `gateway`, `cdn` and `token`.
"""

import asyncio
import errno
import socket
from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar

from aiohttp import web

from sandbox.clock import Clock
from sandbox.deadlines import Deadlines
from sandbox.gateway.server import Wire
from sandbox.local_only import HOST, only_here
from sandbox.player import Player
from sandbox.process import BotProcess, Command
from sandbox.rest.api import BASE, Api
from sandbox.rest.faults import Faults
from sandbox.rest.files import Cdn
from sandbox.rest.rates import Rates
from sandbox.rest.record import Record
from sandbox.sample import Cast, scene
from sandbox.shapes.files import Signer
from sandbox.shapes.messages import Shapes
from sandbox.tabs.site import Site
from sandbox.waiting import PATIENCE, until
from sandbox.world.interactions import ANSWER_SECONDS
from sandbox.world.model import Person
from sandbox.world.world import World

USUAL_PORT = 8400
MOST_BODY = 110 * 1024 * 1024
T = TypeVar("T")


class PortTaken(Exception):
    """The port cannot be used: another program has it, or this user may not."""


def _bound(port: int) -> socket.socket:
    server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind((HOST, port))
        server.listen()
    except OSError as error:
        server.close()
        taken = error.errno == errno.EADDRINUSE
        why = "taken by another program" if taken else "closed to this user"
        raise PortTaken(f"Port {port} is {why}; choose another.") from error
    server.settimeout(0)
    return server


class Sandbox:
    """`async with Sandbox() as box:` runs it inside the block.

    `port` 0 takes any free one; PortTaken at once when another program has it. `rates`: limit
    requests as Discord does. `offers_time`: the page has buttons that advance the clock, for a bot
    that reads it here too. `answer_seconds`: how long the bot may take for an answer. `site`:
    makes another site to listen at, for example in memory; the address is the usual port's then.
    """

    def __init__(  # noqa: PLR0913  all by name except the port
        self,
        port: int = 0,
        *,
        cast: Cast | None = None,
        rates: bool = True,
        offers_time: bool = False,
        answer_seconds: float = ANSWER_SECONDS,
        site: Callable[[web.AppRunner], web.BaseSite] | None = None,
    ) -> None:
        self._site_of = site
        self._socket = None if site else _bound(port)
        self.port: int = self._socket.getsockname()[1] if self._socket else USUAL_PORT
        self.url = f"http://{HOST}:{self.port}"
        self.api = f"{self.url}{BASE}"
        self.gateway = f"ws://{HOST}:{self.port}/gateway"
        self.cdn = self.url
        self.clock = Clock()
        self.world = World(self.clock, scene(cast or Cast()), offers_time=offers_time)
        self.shapes = Shapes(self.world, Signer(self.clock, self.cdn))
        self.rates = Rates(self.clock, on=rates)
        self.wire = Wire(self.shapes, self.gateway)
        self._api = Api(self.shapes, self.gateway, self.rates)
        self._site = Site(self.shapes)
        self.deadlines = Deadlines(self.world, answer_seconds)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Start to serve."""
        app = web.Application(middlewares=[only_here], client_max_size=MOST_BODY)
        cdn = Cdn(self.shapes)
        app.router.add_get("/", self._site.index)
        app.router.add_get("/page/socket", self._site.socket)
        app.router.add_get("/page/{path:.+}", self._site.file)
        app.router.add_get("/gateway", self.wire.handle)
        app.router.add_get("/gateway/", self.wire.handle)
        app.router.add_get("/attachments/{channel_id}/{file_id}/{name}", cdn.attachment)
        app.router.add_get("/embed/avatars/{number}.png", cdn.avatar)
        app.router.add_get("/emojis/{emoji_id}.png", cdn.emoji)
        app.router.add_route("*", "/api/{tail:.*}", self._api.handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        if self._socket:
            await web.SockSite(self._runner, self._socket).start()
        elif self._site_of:
            await self._site_of(self._runner).start()

    async def stop(self) -> None:
        """Close every connection and the port."""
        self.deadlines.close()
        async with asyncio.TaskGroup() as group:
            group.create_task(self.wire.close())
            group.create_task(self._site.close())
        if self._runner:
            await self._runner.cleanup()
        if self._socket:
            self._socket.close()

    @property
    def token(self) -> str:
        """The bot's token, good for this run only."""
        return self.world.app.token

    @property
    def bot(self) -> Person:
        """The bot's account."""
        return self.world.people[self.world.app.bot_id]

    @property
    def faults(self) -> Faults:
        """The faults to inject into the next requests."""
        return self._api.faults

    @property
    def record(self) -> Record:
        """The bot's requests and their answers."""
        return self._api.record

    def player(self, handle: str, patience: float = PATIENCE) -> Player:
        """A person of the sample world, by their handle."""
        for person in self.world.people.values():
            if person.username == handle:
                return Player(self.shapes, person.id, patience)
        raise LookupError(f"there is no account called {handle}")

    def process(self, command: Command) -> BotProcess:
        """A bot to run as a process of its own."""
        return BotProcess(self.world, command)

    async def until(self, look: Callable[[], T | None], seconds: float = PATIENCE) -> T:
        """Wait until `look` returns something other than None, and return it."""
        return await until(self.world, look, seconds)
