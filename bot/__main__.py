"""`konakis`: puts the parts together and runs them until told to stop. Reads the environment."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import discord
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot import logs
from bot.config import Misconfigured, Settings, read, read_file
from bot.outbox import Outbox
from bot.running import interrupted, stay
from bot.service.house import House
from bot.store.errors import StoreError
from bot.store.store import open_store
from bot.ui.app import App
from bot.ui.client import Client
from bot.ui.pictures import Pictures
from games.core import Side
from sandbox.sample import Cast
from sandbox.server import PortTaken, Sandbox


def main() -> int:
    """Run; the exit status says whether it ended well."""
    try:
        settings = read({**read_file(Path(".env")), **os.environ})
        level = settings.log or ("info" if settings.token else "warning")
        logs.start(level, settings.log_format, settings.token)
        asyncio.run(_run(settings))
    except PortTaken as taken:
        return _refuse(f"{taken} KONAKIS_PORT names it.")
    except (Misconfigured, StoreError) as wrong:
        return _refuse(str(wrong))
    return 0


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)  # noqa: T201  to the host, with no log around it
    return 1


async def _run(settings: Settings) -> None:
    async with AsyncExitStack() as stack:
        stop = interrupted()
        if not settings.token:
            settings = await _sandbox(stack, settings)
        if settings.api:
            _point_at(settings.api, settings.gateway)
        store = await stack.enter_async_context(open_store(settings.database))
        pictures = Pictures()
        stack.callback(pictures.close)
        await pictures.prepare()

        def make() -> Client:
            outbox = Outbox(store, _now)
            house = House(store, outbox, _now, _lot, settings.limits)
            return Client(App(house, outbox, pictures))

        await stay(make, settings.token, stop)


async def _sandbox(stack: AsyncExitStack, settings: Settings) -> Settings:
    """A stand-in for Discord, with a database that lasts as long as it does."""
    box = await stack.enter_async_context(Sandbox(settings.port, cast=Cast("Konakis")))
    print(f"No token in .env, so Konakis plays here: open {box.url}", flush=True)  # noqa: T201  the one line a newcomer needs
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="konakis-")))
    return replace(
        settings,
        token=box.token,
        api=box.api,
        gateway=box.gateway,
        database=folder / "konakis.db",
    )


def _point_at(api: str, gateway: str) -> None:
    """Have discord.py talk to another Discord than its own."""
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)
    discord.Asset.BASE = str(URL(api).origin())  # pyright: ignore[reportAttributeAccessIssue]  declared as the one address


def _now() -> int:
    return int(time.time())


def _lot() -> Side:
    return random.SystemRandom().choice(list(Side))


if __name__ == "__main__":
    sys.exit(main())
