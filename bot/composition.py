"""The composition root: puts the parts together and runs them until told to stop."""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot import logs
from bot.config import Misconfigured, Settings
from bot.connection import interrupted, stay
from bot.monitoring import Watch, watched
from bot.ops.daily import daily
from bot.ops.updating import keep_older
from bot.outbox import Outbox
from bot.service.house import USUAL, House, Rhythm
from bot.store.store import open_store
from bot.ui.answers import App
from bot.ui.client import Client
from bot.ui.pictures import Pictures
from games.core import Side
from sandbox.sample import Cast
from sandbox.server import PortTaken, Sandbox

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.service.model import Instant

_COLLECT_AFTER = (700, 10, 1_000)  # new objects; rounds of the young; rounds of the middle-aged


def play(settings: Settings) -> None:
    """Run from the start to the end; Misconfigured or StoreError when it cannot."""
    level = settings.log or ("info" if settings.token else "warning")
    logs.start(level, settings.log_format, settings.token)
    asyncio.run(run(settings))


def clock() -> Instant:
    """The seconds as this machine counts them."""
    return int(time.time())


async def run(
    settings: Settings, now: Callable[[], Instant] = clock, rhythm: Rhythm = USUAL
) -> None:
    """Be on Discord until interrupted; without a token, on a Discord of our own."""
    async with AsyncExitStack() as stack:
        stop = interrupted()
        if not settings.token:
            settings = await _sandbox(stack, settings)
        point_at(settings)
        await asyncio.to_thread(keep_older, settings.database, settings.backups, now())
        store = await stack.enter_async_context(open_store(settings.database))
        await stack.enter_async_context(daily(settings.database, settings.backups, now))
        pictures = Pictures()
        stack.callback(pictures.close)
        await pictures.prepare()
        _spare_the_collector()

        watch = Watch(store, now)
        if settings.metrics_port:
            door = watched(watch, settings.metrics_host, settings.metrics_port)
            await stack.enter_async_context(door)

        def make() -> Client:
            outbox = Outbox(store, now)
            house = House(store, outbox, now, draw_lot, settings.limits, rhythm)
            watch.client = client = Client(App(house, outbox, pictures, watch.tallies))
            return client

        await stay(make, settings.token, stop)


def _spare_the_collector() -> None:
    """Look through all that is remembered seldom: it stops every answer for a tenth of a second.

    What is loaded by now stays for good. The young are looked through as often as ever, and
    what is remembered goes by itself, without the collector.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)


async def _sandbox(stack: AsyncExitStack, settings: Settings) -> Settings:
    """A stand-in for Discord, with a database that lasts as long as it does."""
    try:
        box = await stack.enter_async_context(Sandbox(settings.port, cast=Cast("Konakis")))
    except PortTaken as taken:
        raise Misconfigured(f"{taken} KONAKIS_PORT names it.") from taken
    print(f"No token in .env, so Konakis plays here: open {box.url}", flush=True)  # noqa: T201  the one line a newcomer needs
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="konakis-")))
    return replace(
        settings,
        token=box.token,
        api=box.api,
        gateway=box.gateway,
        database=folder / "konakis.db",
        backups=None,
    )


def point_at(settings: Settings) -> None:
    """Have discord.py talk to another Discord than its own, where the settings name one."""
    if settings.api:
        Route.BASE = settings.api
        DiscordWebSocket.DEFAULT_GATEWAY = URL(settings.gateway)
        discord.Asset.BASE = str(URL(settings.api).origin())  # pyright: ignore[reportAttributeAccessIssue]  declared as the one address


def draw_lot() -> Side:
    """A side, by chance."""
    return random.SystemRandom().choice(list(Side))
