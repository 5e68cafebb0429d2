"""`konakis sync`: tells Discord our commands, whether or not it seems to know them."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.composition import clock, draw_lot, point_at
from bot.config import Misconfigured
from bot.outbox import Outbox
from bot.service.house import House
from bot.store.store import open_store
from bot.ui.answers import App
from bot.ui.client import Client
from bot.ui.pictures import Pictures

if TYPE_CHECKING:
    from bot.config import Settings


def tell(settings: Settings) -> list[str]:
    """What Discord calls them now; Misconfigured when it could not be told."""
    if not settings.token:
        raise Misconfigured("KONAKIS_TOKEN is not set, so there is no bot whose commands to tell.")
    point_at(settings)
    try:
        return asyncio.run(_tell(settings))
    except discord.LoginFailure:
        raise Misconfigured(
            "Discord does not know this token. Copy it again into KONAKIS_TOKEN in .env."
        ) from None
    except (OSError, aiohttp.ClientError, discord.DiscordException) as error:
        (line, *_) = str(error).splitlines() or [type(error).__name__]
        raise Misconfigured(
            f"Discord could not be told ({line[:200]}); try again later."
        ) from error


async def _tell(settings: Settings) -> list[str]:
    """Log in as the bot does, beside an empty store: so it remembers nothing that Discord knows."""
    with tempfile.TemporaryDirectory(prefix="konakis-") as folder, closing(Pictures()) as pictures:
        async with open_store(Path(folder) / "konakis.db") as store:
            outbox = Outbox(store, clock)
            house = House(store, outbox, clock, draw_lot, settings.limits)
            async with Client(App(house, outbox, pictures)) as client:
                await client.login(settings.token)
                return [f"/{command.name}" for command in client.tree.get_commands()]
