"""Permissions: the bot's in a channel, and who manages or moderates a server.

Invariant: managers and moderators are those with the permissions in the whole server. Permissions
in one channel only count in that channel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.service.refusals import No, Refusal
from bot.ui.components import POSTED_IN
from bot.ui.guests import is_guest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.servers import Server

    Interaction = discord.Interaction[Any]

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
FOR_THREADS = ("create_public_threads", "send_messages_in_threads")  # to open and play in one
# To open posts in a forum and play in them; tags also need `manage_channels`, if we have it.
ON_WALL = (*NEEDED, "send_messages_in_threads")
IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files", "read_message_history")


def invite_link(application: int) -> str:
    """Return the link that adds the bot to a server, with all permissions it uses."""
    names = {*NEEDED, *IN_THREAD, *FOR_THREADS, "pin_messages"}
    needed = discord.Permissions(**dict.fromkeys(names, True))
    return discord.utils.oauth_url(
        application, permissions=needed, scopes=("bot", "applications.commands")
    )


def refuse_missing(interaction: Interaction) -> None:
    """Refuse if we lack permissions to play here, and name them."""
    if is_guest(interaction):
        return  # guests only answer, which needs no permission
    if interaction.guild_id is None:
        raise Refusal(No.NOT_IN_A_SERVER)
    inside = isinstance(interaction.channel, discord.Thread)
    require(IN_THREAD if inside else NEEDED, interaction.app_permissions)


def refuse_threadless(interaction: Interaction) -> None:
    """Refuse if we can't open a thread here and play in it."""
    if is_guest(interaction):
        raise Refusal(No.NO_THREADS_HERE)
    require(FOR_THREADS, interaction.app_permissions)


def require(needed: tuple[str, ...], allowed: discord.Permissions) -> None:
    """Refuse if we lack any of these permissions, and name those we lack."""
    if missing := _missing(needed, allowed):
        raise Refusal(No.MISSING_PERMISSIONS, missing=missing)


def _missing(needed: tuple[str, ...], allowed: discord.Permissions) -> tuple[str, ...]:
    return tuple(name for name in needed if not getattr(allowed, name))


def chosen_channels(
    interaction: Interaction, chosen: Sequence[str], *, threads: bool = False
) -> tuple[discord.abc.GuildChannel | discord.Thread, ...]:
    """Return the server's channels chosen in a menu; refuse any other.

    `threads`: allow threads too.
    """
    guild = interaction.guild
    here = (*guild.channels, *(guild.threads if threads else ())) if guild else ()
    channels = {str(channel.id): channel for channel in here}
    if not channels.keys() >= {*chosen}:
        raise Refusal(No.NO_SUCH_CHANNEL)
    return tuple(channels[number] for number in dict.fromkeys(chosen))


def posting_channel(interaction: Interaction, chosen: Sequence[str]) -> int | None:
    """Return the channel chosen for the bot's own posts; None if none was chosen.

    Refuse a channel of another server, one not made for messages, or one where we can't post.
    """
    return next(iter(posting_channels(interaction, chosen)), None)


def posting_channels(
    interaction: Interaction, chosen: Sequence[str], *, threads: bool = False
) -> tuple[int, ...]:
    """Return the chosen channels; refuse if we can't post in one of them."""
    channels = chosen_channels(interaction, chosen, threads=threads)
    for channel in channels:
        inside = isinstance(channel, discord.Thread)
        if not inside and channel.type not in POSTED_IN:
            raise Refusal(No.NO_SUCH_CHANNEL)
        needed = IN_THREAD if inside else NEEDED
        if missing := _missing(needed, channel.permissions_for(channel.guild.me)):
            raise Refusal(No.MISSING_IN_CHANNEL, channel=channel.id, missing=missing)
    return tuple(channel.id for channel in channels)


def wall_channel(interaction: Interaction, chosen: Sequence[str]) -> int | None:
    """Return the forum chosen as the wall, with a post for each game; None if none was chosen.

    Refuse a channel of another server, one that isn't a forum, or one where we can't open posts.
    """
    for channel in chosen_channels(interaction, chosen):
        if not isinstance(channel, discord.ForumChannel):
            raise Refusal(No.NO_SUCH_CHANNEL)
        if missing := missing_on_wall(channel):
            raise Refusal(No.MISSING_IN_CHANNEL, channel=channel.id, missing=missing)
        return channel.id
    return None


def missing_on_wall(forum: discord.ForumChannel) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to use a forum as the wall."""
    tags = ("manage_channels",) if forum.flags.require_tag else ()
    return _missing((*ON_WALL, *tags), forum.permissions_for(forum.guild.me))


def manages(interaction: Interaction) -> bool:
    """Whether the user manages this server and we are installed in it."""
    installed = interaction.guild_id is not None and interaction.is_guild_integration()
    return installed and _rights(interaction).manage_guild


def managed_by(interaction: Interaction) -> int:
    """Return the server of an interaction; refuse users who don't manage it."""
    if interaction.guild_id is None or not manages(interaction):
        raise Refusal(No.NOT_A_MANAGER)
    return interaction.guild_id


def moderates(interaction: Interaction) -> bool:
    """Whether the user moderates this server."""
    rights = _rights(interaction)
    return interaction.guild_id is not None and (rights.manage_messages or rights.moderate_members)


def moderated_by(interaction: Interaction) -> int:
    """Return the server of an interaction; refuse users who don't moderate it."""
    if interaction.guild_id is None or not moderates(interaction):
        raise Refusal(No.NOT_A_MODERATOR)
    return interaction.guild_id


def may_start_tournaments(interaction: Interaction, server: Server) -> bool:
    """Whether the user can start tournaments in this server, and we are installed in it."""
    installed = interaction.guild_id is not None and interaction.is_guild_integration()
    return installed and (server.tournaments_for_all or moderates(interaction))


def may_post(interaction: Interaction) -> bool:
    """Whether we can post by ourselves in the user's channel. A thread doesn't count."""
    return is_posted_in(interaction) and not _missing(NEEDED, interaction.app_permissions)


def may_pin(guild: discord.Guild | None, channel: int) -> bool:
    """Whether we can pin messages in a channel, which *Manage Messages* no longer includes."""
    there = guild and guild.get_channel_or_thread(channel)
    return bool(guild and there and there.permissions_for(guild.me).pin_messages)


def is_posted_in(interaction: Interaction) -> bool:
    """Whether the user's channel is of a type in which we post by ourselves."""
    return getattr(interaction.channel, "type", None) in POSTED_IN


def _rights(interaction: Interaction) -> discord.Permissions:
    user, guild = interaction.user, interaction.guild
    if (
        isinstance(user, discord.Member) and guild and guild.get_role(guild.id)
    ):  # the user's roles are known
        return user.guild_permissions
    return interaction.permissions
