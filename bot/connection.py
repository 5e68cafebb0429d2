"""Connects to Discord and stays connected: waits while the network or Discord is down.

So a host can start the bot before the network is up, and need not watch it.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Protocol

import aiohttp
import discord

from bot.config import Refused
from bot.discord_reading import Unreadable
from bot.logs import first_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sized

log = logging.getLogger(__name__)

LOGIN_REFUSED = "Discord does not know this token. Copy it again into your settings, such as .env."
INTENT_REFUSED = (
    "Discord refuses an intent that Konakis asks for, though none of them needs its approval. "
    "Please report this."
)
# Seconds between two attempts. Each may start a session, and Discord resets the token of a bot that
# starts more than a thousand a day.
_FIRST_WAIT, _LONGEST_WAIT = 1, 100
_LOG_EVERY = 60  # seconds
_READY_WITHIN = 300  # seconds; for each connection if there are several
_CLOSE_WITHIN = 8  # seconds; containers are usually given ten to stop
_TOKEN_REVOKED, _INTENT_UNKNOWN = 4004, 4013  # codes with which the gateway closes
_FAULTS = (
    OSError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    Unreadable,
)


class Connection(Protocol):
    """The parts of a discord.Client that are used. Each client is used once."""

    async def start(self, token: str) -> None:
        """Connect, and run until closed."""
        ...

    async def close(self) -> None:
        """End everything in progress."""
        ...

    def is_ready(self) -> bool:
        """Whether the bot is connected and knows its servers."""
        ...

    @property
    def shards(self) -> Sized:
        """The connections made so far."""
        ...


def stop_requested() -> asyncio.Event:
    """Return an event that Ctrl-C and SIGTERM set."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def set_stop(*_: object) -> None:
        loop.call_soon_threadsafe(stop.set)

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows
            signal.signal(number, set_stop)
    return stop


async def stay_connected(
    make_client: Callable[[], Connection], token: str, stop: asyncio.Event
) -> None:
    """Stay on Discord until `stop` is set; when a client ends, make the next one.

    Raises Refused if trying again wouldn't help.
    """
    wait, logged = _FIRST_WAIT, float("-inf")
    while not stop.is_set():
        began = monotonic()
        error = await _run_until(stop, make_client(), token)
        if stop.is_set():
            return
        _raise_permanent(error)
        now = monotonic()
        if now - began > _LONGEST_WAIT:  # it was connected, and will be again
            wait = _FIRST_WAIT
        if now - logged >= _LOG_EVERY:
            log.warning("can't reach Discord (%s); retrying in %s s", first_line(error), wait)
            logged = now
        await _pause(stop, wait)
        wait = min(wait * 2, _LONGEST_WAIT)


async def _run_until(stop: asyncio.Event, client: Connection, token: str) -> BaseException | None:
    """Run the client until it ends or `stop` is set, then close it; return the error that ended it.

    A client that isn't ready in time is given up: discord.py nests each try to reach the gateway in
    the one before, until Python's stack is full.
    """
    running = asyncio.create_task(client.start(token))
    ends = {running, asyncio.create_task(stop.wait())}
    try:
        await _wait_until_ready(client, ends)
        if client.is_ready():
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in ends:
            task.cancel()
        await _close(client)
        await asyncio.wait(ends)
    return TimeoutError("not ready in time") if running.cancelled() else running.exception()


async def _wait_until_ready(client: Connection, ends: Collection[asyncio.Task[object]]) -> None:
    """Wait as long as more connections are added: Discord allows a new one every five seconds."""
    shards = -1
    while not client.is_ready() and shards < len(client.shards):
        shards = len(client.shards)
        await asyncio.wait(ends, timeout=_READY_WITHIN, return_when=asyncio.FIRST_COMPLETED)


async def _close(client: Connection) -> None:
    try:
        async with asyncio.timeout(_CLOSE_WITHIN):
            await client.close()
    except TimeoutError:
        log.warning("Discord didn't answer while the connection was closing")


def _raise_permanent(error: BaseException | None) -> None:
    """Raise the error if trying again wouldn't help."""
    code = error.code if isinstance(error, discord.ConnectionClosed) else None
    if isinstance(error, discord.LoginFailure) or code == _TOKEN_REVOKED:
        raise Refused(LOGIN_REFUSED) from error
    if isinstance(error, discord.PrivilegedIntentsRequired) or code == _INTENT_UNKNOWN:
        raise Refused(INTENT_REFUSED) from error
    if error is not None and not isinstance(error, _FAULTS):
        raise error


async def _pause(stop: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stop.wait()
