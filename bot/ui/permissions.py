"""Permissions: what the bot needs in a channel, who manages a server, who moderates it.

Law: who manages or moderates is decided by their permissions in the whole server: those that a
channel alone gives reach no further than that channel.
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
FOR_THREADS = ("create_public_threads", "send_messages_in_threads")  # to open one and play in it
# To open posts in a forum and play in them; its tags come with `manage_channels`, where we have it.
ON_WALL = (*NEEDED, "send_messages_in_threads")
IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files", "read_message_history")


def invite_link(application: int) -> str:
    """The address at which a person adds the bot to their server, with all that it needs there."""
    names = {*NEEDED, *IN_THREAD, *FOR_THREADS}
    needed = discord.Permissions(**dict.fromkeys(names, True))
    return discord.utils.oauth_url(
        application, permissions=needed, scopes=("bot", "applications.commands")
    )


def refuse_missing(interaction: Interaction) -> None:
    """Refuse where we lack permissions to play here, naming them."""
    if is_guest(interaction):
        return  # we only answer, which needs no permission
    if interaction.guild_id is None:
        raise Refusal(No.NOT_IN_A_SERVER)
    inside = isinstance(interaction.channel, discord.Thread)
    require(IN_THREAD if inside else NEEDED, interaction.app_permissions)


def refuse_threadless(interaction: Interaction) -> None:
    """Refuse where we cannot open a thread and play in it."""
    if is_guest(interaction):
        raise Refusal(No.NO_THREADS_HERE)
    require(FOR_THREADS, interaction.app_permissions)


def require(needed: tuple[str, ...], allowed: discord.Permissions) -> None:
    """Refuse where we lack one of these permissions, naming all that we lack."""
    if missing := _missing(needed, allowed):
        raise Refusal(No.MISSING_PERMISSIONS, missing=missing)


def _missing(needed: tuple[str, ...], allowed: discord.Permissions) -> tuple[str, ...]:
    return tuple(name for name in needed if not getattr(allowed, name))


def chosen_channels(
    interaction: Interaction, chosen: Sequence[str], *, threads: bool = False
) -> tuple[discord.abc.GuildChannel | discord.Thread, ...]:
    """The channels of this server that a menu was answered with; refuses any other.

    `threads`: its threads may be among them.
    """
    guild = interaction.guild
    here = (*guild.channels, *(guild.threads if threads else ())) if guild else ()
    channels = {str(channel.id): channel for channel in here}
    if not channels.keys() >= {*chosen}:
        raise Refusal(No.NO_SUCH_CHANNEL)
    return tuple(channels[number] for number in dict.fromkeys(chosen))


def posting_channel(interaction: Interaction, chosen: Sequence[str]) -> int | None:
    """The channel that a menu was answered with, for what we post by ourselves; None: nowhere.

    Refuses one that is not of this server, is not made for messages, or in which we may not post.
    """
    return next(iter(posting_channels(interaction, chosen)), None)


def posting_channels(
    interaction: Interaction, chosen: Sequence[str], *, threads: bool = False
) -> tuple[int, ...]:
    """Return the chosen channels; refused if the bot can't post in one of them."""
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
    """The forum that a menu was answered with, in which each game is to have a post; None: none.

    Refuses one that is not of this server or is no forum, and one where we may not open posts.
    """
    for channel in chosen_channels(interaction, chosen):
        if not isinstance(channel, discord.ForumChannel):
            raise Refusal(No.NO_SUCH_CHANNEL)
        if missing := missing_on_wall(channel):
            raise Refusal(No.MISSING_IN_CHANNEL, channel=channel.id, missing=missing)
        return channel.id
    return None


def missing_on_wall(forum: discord.ForumChannel) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to have games in a forum."""
    tags = ("manage_channels",) if forum.flags.require_tag else ()
    return _missing((*ON_WALL, *tags), forum.permissions_for(forum.guild.me))


def manages(interaction: Interaction) -> bool:
    """Whether the user manages this server, and we are installed in it."""
    installed = interaction.guild_id is not None and interaction.is_guild_integration()
    return installed and _rights(interaction).manage_guild


def managed_by(interaction: Interaction) -> int:
    """The server; refuses users who do not manage it."""
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
    """Whether the user may start tournaments in this server, in which we are installed."""
    installed = interaction.guild_id is not None and interaction.is_guild_integration()
    return installed and (server.tournaments_for_all or moderates(interaction))


def may_post(interaction: Interaction) -> bool:
    """Whether we can post by ourselves in the channel where the user is, which is no thread."""
    posted_in = getattr(interaction.channel, "type", None) in POSTED_IN
    return posted_in and not _missing(NEEDED, interaction.app_permissions)


def _rights(interaction: Interaction) -> discord.Permissions:
    user, guild = interaction.user, interaction.guild
    if (
        isinstance(user, discord.Member) and guild and guild.get_role(guild.id)
    ):  # its roles are known
        return user.guild_permissions
    return interaction.permissions
