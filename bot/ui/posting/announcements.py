"""Announcements: messages posted once, and edited as their tournament or game goes on.

An announcement's last content is held in memory only; the same content again edits nothing.
Invariant: an announcement that a person deleted isn't posted again by itself.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING

import discord

from bot.model.posts import SentMessage
from bot.outbox import Undeliverable
from bot.ui.posting.news import post_news

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.model.joinable import Joinable
    from bot.model.posts import Post
    from bot.ui.app import Interaction, Posting
    from bot.ui.pages.page import Page


async def show_announcement(
    posting: Posting,
    post: Post,
    joinable: Joinable,
    page: Page,
    is_gone: Callable[[], Awaitable[None]],
) -> SentMessage:
    """Post a joinable's announcement, or update it. `is_gone`: called if it was deleted."""
    sent = await keep_announcement(posting, post, page, joinable.message)
    if sent is None:
        await is_gone()
    return sent or SentMessage(None)


async def keep_announcement(
    posting: Posting, post: Post, page: Page, message: int | None
) -> SentMessage | None:
    """Post a page, or edit its message if the page has changed; None if the message is gone."""
    if message is None:
        sent = await post_news(posting, post, page)
        if sent.message is not None:
            posting.shown[sent.message] = page
        return sent
    if posting.shown.get(message) != page:
        try:
            await posting.io.edit(post.place, message, page)
        except Undeliverable as refused:  # can't be edited, and stays as it is
            return None if what_is_gone(refused) else SentMessage(message)
        posting.shown[message] = page
    return SentMessage(message)


class Gone(Enum):
    """Deleted objects, by Discord's error codes."""

    CHANNEL = 10003
    MESSAGE = 10008


def what_is_gone(refused: Undeliverable) -> Gone | None:
    """Return the deleted object that prevents an edit; None if that wasn't the reason."""
    cause = refused.__cause__
    code = cause.code if isinstance(cause, discord.HTTPException) else 0
    return next((gone for gone in Gone if gone.value == code), None)


async def is_still_there(interaction: Interaction, joinable: Joinable) -> bool:
    """Whether a joinable's announcement still exists on Discord."""
    place, message = joinable.announcement_place, joinable.message
    if not message:
        return False
    channel = interaction.client.get_partial_messageable(place.channel, guild_id=place.guild)
    with suppress(discord.NotFound):
        return bool(await channel.fetch_message(message))
    return False
