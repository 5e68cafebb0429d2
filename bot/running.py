"""Connects, and stays connected: waits out a network that is not there and a Discord that is down.

A host must be able to start the bot before the network is up, and forget it.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.config import Misconfigured

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ui.client import Client

log = logging.getLogger(__name__)

_FIRST_WAIT, _LONGEST_WAIT = 1, 60  # seconds; so it is said once a minute at most
_FAULTS = (OSError, aiohttp.ClientError, discord.HTTPException, discord.GatewayNotFound)


def interrupted() -> asyncio.Event:
    """Set by Ctrl-C and by a polite request to end."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(sign, stop.set)
        except NotImplementedError:  # Windows
            signal.signal(sign, lambda _sign, _frame: loop.call_soon_threadsafe(stop.set))
    return stop


async def stay(make: Callable[[], Client], token: str, stop: asyncio.Event) -> None:
    """Be on Discord until `stop` is set; a client that could not connect is made anew."""
    wait = _FIRST_WAIT
    while not stop.is_set():
        client = make()
        try:
            await _until(stop, client, token)
            wait = _FIRST_WAIT
        except discord.LoginFailure as error:
            raise Misconfigured(
                "Discord does not know this token. Copy it again into KONAKIS_TOKEN in .env."
            ) from error
        except discord.PrivilegedIntentsRequired as error:
            raise Misconfigured("Discord asks for an intent that Konakis does not use.") from error
        except _FAULTS as error:
            log.warning("Discord is out of reach (%s); next try in %s s", error, wait)
            await _pause(stop, wait)
            wait = min(wait * 2, _LONGEST_WAIT)


async def _until(stop: asyncio.Event, client: Client, token: str) -> None:
    """Run the client; close it when it fails or when `stop` is set."""
    running = asyncio.create_task(client.start(token))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        await client.close()
        if stop.is_set():
            running.cancel()
    try:
        await running
    except asyncio.CancelledError:
        if not stop.is_set():
            raise


async def _pause(stop: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return
