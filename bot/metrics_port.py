"""A local port for watching the bot: /metrics for Prometheus, /ready for a yes or no.

Invariant: while the port is closed nothing is measured for it, and this file isn't loaded, since
aiohttp's server takes a twentieth of the bot's start. While it is open, only the event loop's delay
is measured without a request.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from bot.config import Misconfigured

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from aiohttp.typedefs import Handler

    from bot.metrics import Metrics
    from bot.monitoring import Monitor

_requests = logging.getLogger(f"{__name__}.requests")
_EVERY = 1  # seconds between two measurements of the event loop


class _OwnFaults(logging.Filter):
    """Leaves out requests that aren't HTTP: they are answered with 400, and no fault of ours."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Log all errors except malformed requests, which are the client's fault."""
        return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


_OWN_FAULTS = _OwnFaults()


@asynccontextmanager
async def open_port(monitor: Monitor, host: str, port: int) -> AsyncGenerator[None]:
    """Inside this block the port is open; raise Misconfigured if it can't be opened."""
    _requests.addFilter(_OWN_FAULTS)
    app = web.Application()
    app.router.add_get("/metrics", _metrics(monitor))
    app.router.add_get("/ready", _ready(monitor))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1, logger=_requests)
    await runner.setup()
    listening = asyncio.create_task(_measure_loop_delay(monitor.metrics))
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
            else f"Port {port} of {host} cannot be opened"
        )
        raise Misconfigured(
            f"{why}; choose another as KONAKIS_METRICS_PORT, or leave it out."
        ) from error


def _metrics(monitor: Monitor) -> Handler:
    async def answer(_: web.Request) -> web.Response:
        headers = {"Content-Type": CONTENT_TYPE_PLAIN_0_0_4}
        return web.Response(body=await monitor.exposition(), headers=headers)

    return answer


def _ready(monitor: Monitor) -> Handler:
    async def answer(_: web.Request) -> web.Response:
        if monitor.ready:
            return web.Response(text="ready")
        return web.Response(text="not ready", status=503)

    return answer


async def _measure_loop_delay(metrics: Metrics) -> None:
    """Measure how late the event loop is, until cancelled."""
    while True:
        before = time.monotonic()
        await asyncio.sleep(_EVERY)
        metrics.delayed(max(0.0, time.monotonic() - before - _EVERY))
