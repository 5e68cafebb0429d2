"""`konakis sync`: sends Discord our commands, even if it seems to have them already."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.composition import composed
from bot.config import Misconfigured

if TYPE_CHECKING:
    from bot.config import Settings


def sync(settings: Settings) -> list[str]:
    """The commands that Discord has now; Misconfigured when it could not be reached."""
    if not settings.token:
        raise Misconfigured("KONAKIS_TOKEN is not set, so there is no bot whose commands to send.")
    try:
        return asyncio.run(_sync(settings))
    except discord.LoginFailure:
        raise Misconfigured(
            "Discord does not know this token. Copy it again into KONAKIS_TOKEN in .env."
        ) from None
    except (OSError, aiohttp.ClientError, discord.DiscordException) as error:
        (line, *_) = str(error).splitlines() or [type(error).__name__]
        raise Misconfigured(
            f"Discord did not take the commands ({line[:200]}); try again later."
        ) from error


async def _sync(settings: Settings) -> list[str]:
    """Log in as the bot does, with an empty database: so it knows nothing of what Discord has."""
    with tempfile.TemporaryDirectory(prefix="konakis-") as folder:
        fresh = replace(settings, database=Path(folder) / "konakis.db")
        async with composed(fresh) as parts, parts.client() as client:
            await client.login(settings.token)
            return [f"/{command.name}" for command in client.tree.get_commands()]
