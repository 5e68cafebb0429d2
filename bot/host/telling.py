"""`konakis sync`: tells Discord our commands, whether or not it seems to know them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

import aiohttp
import discord
from discord import app_commands

from bot.composition import point_at
from bot.config import Misconfigured
from bot.ui.commands import groups
from bot.ui.translator import CatalogueTranslator

if TYPE_CHECKING:
    from bot.config import Settings
    from bot.ui.app import App


def tell(settings: Settings) -> list[str]:
    """What Discord calls them now; Misconfigured when it could not be told."""
    if not settings.token:
        raise Misconfigured("KONAKIS_TOKEN is not set, so there is no bot whose commands to tell.")
    point_at(settings)
    try:
        return asyncio.run(_tell(settings.token))
    except discord.LoginFailure:
        raise Misconfigured(
            "Discord does not know this token. Copy it again into KONAKIS_TOKEN in .env."
        ) from None
    except (OSError, aiohttp.ClientError, discord.DiscordException) as error:
        (line, *_) = str(error).splitlines() or [type(error).__name__]
        raise Misconfigured(
            f"Discord could not be told ({line[:200]}); try again later."
        ) from error


async def _tell(token: str) -> list[str]:
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        tree = app_commands.CommandTree(client)
        await tree.set_translator(CatalogueTranslator())
        for group in groups(cast("App", None)):  # nobody calls a command here
            tree.add_command(group)
        return [f"/{command.name}" for command in await tree.sync()]
