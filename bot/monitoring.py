"""A port of this machine at which one may look in: /metrics for Prometheus, /ready for a yes or no.

Law: nothing is measured for it while nobody asks, but how punctual the event loop is.
"""

from __future__ import annotations

import asyncio
import errno
import os
import sys
import time
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from aiohttp import web

from bot.config import Misconfigured
from bot.metrics import Figure, one, text
from bot.tallies import Tallies

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Sequence

    from aiohttp.typedefs import Handler

    from bot.service.model import Instant
    from bot.store.store import Counts

_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_EVERY = 1  # seconds between two looks at the event loop


class Connected(Protocol):
    """What is asked of a client."""

    def is_there(self) -> bool:
        """Whether Discord can reach us and we know our servers."""
        ...

    @property
    def latencies(self) -> Sequence[tuple[int, float]]:
        """Of each connection: its number, and how long the gateway takes to answer a heartbeat."""
        ...


class Counting(Protocol):
    """What is asked of a store."""

    async def counts(self, now: Instant) -> Counts:
        """How much there is to do."""
        ...


class Watch:
    """Gathers what can be seen. `client` is whoever is connected at the moment."""

    def __init__(self, store: Counting, now: Callable[[], Instant]) -> None:
        self.tallies = Tallies()
        self.client: Connected | None = None
        self._store = store
        self._now = now
        self._began = time.time()

    @property
    def ready(self) -> bool:
        """Whether players can reach the bot."""
        return self.client is not None and self.client.is_there()

    async def figures(self) -> list[Figure]:
        """Everything, as it is now."""
        return [
            *self._gateway(),
            *self.tallies.figures(),
            *_to_do(await self._store.counts(self._now())),
            *_process(self._began),
        ]

    def _gateway(self) -> list[Figure]:
        latencies = self.client.latencies if self.client else ()
        return [
            one("konakis_ready", "1 while Discord can reach the bot.", self.ready),
            Figure(
                "konakis_gateway_latency_seconds",
                "How long the gateway takes to answer a heartbeat, for each connection.",
                {(str(shard),): seconds for shard, seconds in latencies if isfinite(seconds)},
                ("shard",),
            ),
        ]


@asynccontextmanager
async def watched(watch: Watch, host: str, port: int) -> AsyncGenerator[None]:
    """Whoever asks at that port is answered meanwhile. Misconfigured where it cannot be had."""
    app = web.Application()
    app.router.add_get("/metrics", _metrics(watch))
    app.router.add_get("/ready", _ready(watch))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    listening = asyncio.create_task(_feel_the_pulse(watch.tallies))
    try:
        await _listen(runner, host, port)
        yield
    finally:
        listening.cancel()
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        why = (
            f"Port {port} is taken by another program"
            if error.errno == errno.EADDRINUSE
            else f"Port {port} of {host} cannot be had"
        )
        raise Misconfigured(
            f"{why}; choose another as KONAKIS_METRICS_PORT, or leave it out."
        ) from error


def _metrics(watch: Watch) -> Handler:
    async def answer(_: web.Request) -> web.Response:
        shown = text(await watch.figures())
        return web.Response(body=shown.encode(), headers={"Content-Type": _TYPE})

    return answer


def _ready(watch: Watch) -> Handler:
    async def answer(_: web.Request) -> web.Response:
        if watch.ready:
            return web.Response(text="ready")
        return web.Response(text="not ready", status=503)

    return answer


async def _feel_the_pulse(tallies: Tallies) -> None:
    """Until cancelled."""
    while True:
        before = time.monotonic()
        await asyncio.sleep(_EVERY)
        tallies.late(max(0.0, time.monotonic() - before - _EVERY))


def _to_do(counts: Counts) -> list[Figure]:
    return [
        one("konakis_outbox_posts", "Posts that are still to be said.", counts.posts),
        one("konakis_outbox_failing", "Of these, tried in vain so far.", counts.failing),
        one("konakis_games_running", "Games that are not over.", counts.games),
        one("konakis_clocks_running", "Of these, with something that time brings.", counts.clocks),
        one("konakis_clocks_due", "Of these, to be looked at now.", counts.due),
        one("konakis_writes_waiting", "Changes that wait to be written.", counts.writes),
    ]


def _process(began: float) -> list[Figure]:
    """By the names that Prometheus' own libraries give them."""
    release = {(_version(), sys.version.split()[0]): 1.0}
    return [
        Figure("konakis_build_info", "What runs.", release, ("version", "python")),
        one("process_start_time_seconds", "When it was started, since 1970.", began),
        one("process_cpu_seconds_total", "Work of the processor.", time.process_time(), "counter"),
        one("process_resident_memory_bytes", "Memory it holds (Linux).", _memory()),
        one("process_open_fds", "Files and connections it has open (Linux).", _open_files()),
    ]


def _version() -> str:
    try:
        return version("konakis")
    except PackageNotFoundError:  # run from its folder, not installed
        return "unknown"


def _memory() -> int | None:
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _open_files() -> int | None:
    try:
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208  which makes a Path of each
    except OSError:
        return None
