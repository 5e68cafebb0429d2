"""Cards: messages that are posted once and edited as what they tell of goes on.

What one last said is held in memory alone: a card that would say the same again is not edited.
Law: where a person has deleted it, it is not posted again by itself.
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


async def show_card(
    posting: Posting,
    post: Post,
    joinable: Joinable,
    page: Page,
    is_gone: Callable[[], Awaitable[None]],
) -> SentMessage:
    """Post the card of a joinable, or bring it up to date. `is_gone`: notes that it is deleted."""
    sent = await keep_card(posting, post, page, joinable.message)
    if sent is None:
        await is_gone()
    return sent or SentMessage(None)


async def keep_card(
    posting: Posting, post: Post, page: Page, message: int | None
) -> SentMessage | None:
    """Post it, or edit its message where it now says something else; None where that is gone."""
    if message is None:
        sent = await post_news(posting, post, page)
        if sent.message is not None:
            posting.shown[sent.message] = page
        return sent
    if posting.shown.get(message) != page:
        try:
            await posting.io.edit(post.place, message, page)
        except Undeliverable as refused:  # it may not be edited, and stays as it is
            return None if what_is_gone(refused) else SentMessage(message)
        posting.shown[message] = page
    return SentMessage(message)


class Gone(Enum):
    """What Discord does not know any more, by the code with which it says so."""

    CHANNEL = 10003
    MESSAGE = 10008


def what_is_gone(refused: Undeliverable) -> Gone | None:
    """Why a message was not edited, where that is because it is gone, or its channel."""
    cause = refused.__cause__
    code = cause.code if isinstance(cause, discord.HTTPException) else 0
    return next((gone for gone in Gone if gone.value == code), None)


async def stands(interaction: Interaction, joinable: Joinable) -> bool:
    """Whether its card is still to be seen."""
    place, message = joinable.card_place, joinable.message
    if not message:
        return False
    channel = interaction.client.get_partial_messageable(place.channel, guild_id=place.guild)
    with suppress(discord.NotFound):
        return bool(await channel.fetch_message(message))
    return False
