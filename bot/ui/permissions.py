"""Permissions: what the bot needs in a channel, who manages a server, who moderates it; threads.

Law: who manages or moderates is decided by their permissions in the whole server: those that a
channel alone gives reach no further than that channel.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import discord

from bot.outbox import Trouble
from bot.service.model import FORMER
from bot.service.refusals import No, Refusal
from bot.ui.answers import channel_reader, name_of
from bot.ui.components import cut
from bot.ui.guests import is_guest
from bot.ui.pages.naming import plain, title

if TYPE_CHECKING:
    Interaction = discord.Interaction[Any]

    from bot.service.model import Place, Record
    from bot.ui.answers import App

_THREAD_EXISTS = 160004  # Discord: this message already has a thread
_NAME, _PERSON = 100, 25  # characters
_WEEK = 10080  # minutes; the longest that Discord offers for a thread
NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")

IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files", "read_message_history")


def invite_link(application: int) -> str:
    """The address at which a person adds the bot to their server, with all that it needs there."""
    names = {*NEEDED, *IN_THREAD, "create_public_threads"}
    needed = discord.Permissions(**dict.fromkeys(names, True))
    return discord.utils.oauth_url(
        application, permissions=needed, scopes=("bot", "applications.commands")
    )


def parent_of(interaction: Interaction) -> int | None:
    """The channel to which a thread belongs."""
    here = interaction.channel
    return here.parent_id if isinstance(here, discord.Thread) else None


async def parent_at(interaction: Interaction, place: Place) -> int | None:
    """The same for any place, which may be an archived thread."""
    if interaction.channel_id == place.channel:
        return parent_of(interaction)
    guild = interaction.client.get_guild(place.guild or 0)
    there = guild and guild.get_channel_or_thread(place.channel)
    if guild and there is None:
        with suppress(discord.HTTPException, discord.InvalidData):
            there = await guild.fetch_channel(place.channel)
    return there.parent_id if isinstance(there, discord.Thread) else None


def may_open(interaction: Interaction) -> bool:
    """Whether a thread can be opened from here, where only the server's settings ask for one."""
    inside = isinstance(interaction.channel, discord.Thread)
    allowed = interaction.app_permissions.create_public_threads
    return allowed and not inside and not is_guest(interaction)


def refuse_missing(interaction: Interaction, *, thread: bool) -> None:
    """Refuse where we lack permissions to play here, naming them."""
    if is_guest(interaction):
        if thread:
            raise Refusal(No.NO_THREADS_HERE)
        return  # we only answer, which needs no permission
    if interaction.guild_id is None:
        raise Refusal(No.NOT_IN_A_SERVER)
    inside = isinstance(interaction.channel, discord.Thread)
    needed = (*(IN_THREAD if inside else NEEDED), *(("create_public_threads",) if thread else ()))
    require(needed, interaction.app_permissions)


def require(needed: tuple[str, ...], allowed: discord.Permissions) -> None:
    """Refuse where we lack one of these permissions, naming all that we lack."""
    missing = tuple(name for name in needed if not getattr(allowed, name))
    if missing:
        raise Refusal(No.MISSING_PERMISSIONS, missing=missing)


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
    """The server; refuses users who do not moderate it."""
    if interaction.guild_id is None or not moderates(interaction):
        raise Refusal(No.NOT_A_MODERATOR)
    return interaction.guild_id


def _rights(interaction: Interaction) -> discord.Permissions:
    user, guild = interaction.user, interaction.guild
    if (
        isinstance(user, discord.Member) and guild and guild.get_role(guild.id)
    ):  # its roles are known
        return user.guild_permissions
    return interaction.permissions


async def thread_of(app: App, record: Record) -> int | None:
    """The thread of a match: its id is that of the message it starts from."""
    if not record.thread:
        return None
    assert record.challenge is not None
    return (await app.house.challenge(record.challenge)).message


async def thread_name(client: discord.Client, app: App, record: Record) -> str:
    """Who plays there, which game and by which rules; without the names where one is unknown."""
    guild = client.get_guild(record.place.guild) if record.place.guild else None
    locale = guild.preferred_locale if guild else ""
    words = (await channel_reader(app.store, record.place.guild, locale)).words
    values = {"number": record.id, "rules": title(record.match.game.name, words)}
    players = (record.dark, record.light)
    former = words("thread.former")
    names = [former if each == FORMER else await name_of(app, client, each) for each in players]
    one, other = [cut(plain(each), _PERSON) for each in names]
    if not one or not other:
        return cut(words("thread.name", **values), _NAME)
    return cut(words("thread.between", one=one, other=other, **values), _NAME)


async def open_thread(client: discord.Client, app: App, record: Record) -> int | Trouble:
    """Open the match's thread, or return why not: the match then stays in the channel.

    Opening it twice returns the first one.
    """
    hook = await thread_of(app, record)
    if hook is None:
        return record.place.channel
    name = await thread_name(client, app, record)
    channel = client.get_partial_messageable(record.place.channel, guild_id=record.place.guild)
    try:
        thread = await channel.get_partial_message(hook).create_thread(
            name=name, auto_archive_duration=_WEEK
        )
    except discord.Forbidden:
        return Trouble.MAY_NOT_OPEN_THREADS
    except discord.NotFound:  # the challenge is deleted
        return record.place.channel
    except discord.HTTPException as error:
        if error.code == _THREAD_EXISTS:
            return hook
        raise
    return thread.id
