"""The greeting of a server that the bot meets for the first time."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.service.servers import servers_to_greet
from bot.ui.answers import channel_reader
from bot.ui.channel_io import send
from bot.ui.pages import greeting as pages
from bot.ui.permissions import NEEDED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.ui.app import App
    from bot.ui.components import Message

log = logging.getLogger(__name__)


async def greet(app: App, guilds: Sequence[discord.Guild]) -> None:
    """Greet those of these servers that the bot meets for the first time."""
    new = await servers_to_greet(app.services, [guild.id for guild in guilds])
    for guild in guilds:
        channel = _speaking_place(guild) if guild.id in new else None
        if channel is None:
            continue
        who = await channel_reader(app.services, guild.id, guild.preferred_locale)
        games = app.features.engine_games if app.services.plays else None
        play = [games.play_button(who.words)] if games else []

        async def say(message: Message, to: discord.TextChannel = channel) -> None:
            await to.send(**message.sending())

        try:
            await send(app.pictures, pages.greeting(who, play), say)
        except discord.HTTPException as error:
            log.info("could not greet a server: %s", error)


def _speaking_place(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel for such messages, or the first one, where the bot may speak."""
    first = [guild.system_channel] if guild.system_channel else []
    for channel in (*first, *guild.text_channels):
        allowed = channel.permissions_for(guild.me)
        if all(getattr(allowed, name) for name in NEEDED):
            return channel
    return None
