"""A thread of its own for a match whose players asked for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.outbox import Trouble
from bot.ui.channels import channel_reader
from bot.ui.pages.naming import title

if TYPE_CHECKING:
    from bot.service.model import Record
    from bot.ui.app import App

_EXISTS = 160004  # Discord: this message already has a thread
_WEEK = 10080  # minutes; the longest that Discord offers


async def thread_of(app: App, record: Record) -> int | None:
    """The thread that a match is to have: it gets the number of the message it hangs on."""
    if not record.thread:
        return None
    assert record.challenge is not None
    return (await app.house.challenge(record.challenge)).message


async def open_thread(client: discord.Client, app: App, record: Record) -> int | Trouble:
    """The thread's channel; where none may be opened, why, and the match stays where it is.

    Opening it twice finds the first one.
    """
    hook = await thread_of(app, record)
    if hook is None:
        return record.place.channel
    guild = client.get_guild(record.place.guild) if record.place.guild else None
    locale = guild.preferred_locale if guild else ""
    words = (await channel_reader(app.house, record.place.guild, locale)).words
    name = words("thread.name", number=record.id, rules=title(record.match.game.name, words))
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
        if error.code == _EXISTS:
            return hook
        raise
    return thread.id
