"""Checks whether a user can have something new posted here, such as a challenge.

Invariant: nothing new is posted where the user can't write. Posts with a channel chosen by the
server go there, whoever asks.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import discord

from bot.service.refusals import No, Refusal
from bot.service.settings import Access, place_to_post
from bot.ui.guests import place_of
from bot.ui.permissions import may_post, moderates, refuse_missing

if TYPE_CHECKING:
    from bot.model.servers import Place, Server, WritablePlace
    from bot.ui.app import App, Interaction

    Channel = discord.abc.GuildChannel | discord.Thread


async def place_here(app: App, interaction: Interaction) -> tuple[WritablePlace, Server]:
    """Return this channel for a new post, and the server's settings; refuse if that can't be."""
    refuse_missing(interaction)
    place = place_of(interaction)
    return await place_to_post(app.services, place, await access_to(interaction, place))


def channel_here(interaction: Interaction) -> int:
    """Return this channel's ID if the bot can post by itself and the user can write; else 0."""
    writable = _access(interaction.channel, interaction.permissions).may_write
    return (interaction.channel_id or 0) if writable and may_post(interaction) else 0


async def access_to(interaction: Interaction, place: Place) -> Access:
    """Return a person's permissions at a place, which may not be where they are."""
    if place.guild is None:  # a DM
        return Access()
    if place.channel == interaction.channel_id:
        return _access(interaction.channel, interaction.permissions)
    guild = interaction.client.get_guild(place.guild)
    there = guild and await _channel(guild, place.channel)
    if guild is None or there is None:  # we can't post there by ourselves
        return Access()
    member = await _member(interaction, guild)
    return _access(there, there.permissions_for(member) if member else discord.Permissions.none())


def _access(channel: object, allowed: discord.Permissions) -> Access:
    if not isinstance(channel, discord.Thread):
        return Access(allowed.send_messages)
    is_open = allowed.manage_threads or not channel.locked
    return Access(allowed.send_messages_in_threads and is_open, channel.parent_id)


async def _channel(guild: discord.Guild, number: int) -> Channel | None:
    """Return a channel or thread, possibly archived; None if we don't see it."""
    there = guild.get_channel_or_thread(number)
    if there is None:
        with suppress(discord.HTTPException, discord.InvalidData):
            there = await guild.fetch_channel(number)
    return None if isinstance(there, discord.Thread) and there.parent is None else there


async def _member(interaction: Interaction, guild: discord.Guild) -> discord.Member | None:
    """Return the user as a member of a server; None if they left it."""
    if isinstance(interaction.user, discord.Member) and interaction.guild_id == guild.id:
        return interaction.user
    with suppress(discord.NotFound):
        return await guild.fetch_member(interaction.user.id)
    return None


async def refuse_unwritable(interaction: Interaction, place: Place) -> None:
    """Refuse a place where the user can't write."""
    if not (await access_to(interaction, place)).may_write:
        raise Refusal(No.MAY_NOT_WRITE_THERE, channel=place.channel)


async def refuse_playing_in(interaction: Interaction, server: Server, place: Place) -> None:
    """Refuse games where the user can't write, or where the server allows no challenges."""
    await refuse_unwritable(interaction, place)
    if server.channels and place.channel not in server.channels and not moderates(interaction):
        raise Refusal(No.NOT_IN_THIS_CHANNEL, channels=server.channels)
