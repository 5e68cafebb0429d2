"""A thread of its own for a match whose players asked for one."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.ui.pages.naming import title
from bot.ui.words import words_of

if TYPE_CHECKING:
    from bot.service.values import Record
    from bot.ui.app import App

log = logging.getLogger(__name__)

_EXISTS = 160004  # Discord: this message already has a thread
_WEEK = 10080  # minutes; the longest that Discord offers


async def open_thread(client: discord.Client, app: App, record: Record) -> int:
    """The thread's channel; where none may be opened, the match's own.

    A thread has the number of the message it hangs on, so opening it twice finds the first one.
    """
    assert record.challenge is not None
    hook = (await app.house.challenge(record.challenge)).message
    if hook is None:
        return record.place.channel
    guild = client.get_guild(record.place.guild) if record.place.guild else None
    words = words_of(str(guild.preferred_locale) if guild else "")
    name = words("thread.name", number=record.id, rules=title(record.match.game.name, words))
    channel = client.get_partial_messageable(record.place.channel, guild_id=record.place.guild)
    try:
        thread = await channel.get_partial_message(hook).create_thread(
            name=name, auto_archive_duration=_WEEK
        )
    except discord.HTTPException as error:
        if error.code == _EXISTS:
            return hook
        if isinstance(error, (discord.Forbidden, discord.NotFound)):
            log.warning("no thread for match %s: %s", record.id, error)
            return record.place.channel
        raise
    return thread.id
