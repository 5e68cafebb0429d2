"""Cards: messages that are posted once and edited as what they tell of goes on.

What one last said is held in memory alone: a card that would say the same again is not edited.
Law: where a person has deleted it, it is not posted again by itself.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import discord

from bot.model.posts import SentMessage
from bot.outbox import Undeliverable
from bot.ui.posting.news import post_news

if TYPE_CHECKING:
    from bot.model.posts import Post
    from bot.model.servers import Place
    from bot.ui.app import Interaction, Posting
    from bot.ui.pages.page import Page

GONE = 0  # in the place of a card's message: a person has deleted it
_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE = 10003, 10008


async def keep_card(
    posting: Posting, post: Post, page: Page, message: int | None
) -> SentMessage | None:
    """Post it, or edit its message where it now says something else; None where that is gone."""
    if message is None:
        sent = await post_news(posting, post, page)
    elif posting.shown.get(message) == page or await _edited(posting, post, message, page):
        sent = SentMessage(message)
    else:
        return None
    if sent.message is not None:
        posting.shown[sent.message] = page
    return sent


async def _edited(posting: Posting, post: Post, message: int, page: Page) -> bool:
    """Whether the card is still there; it stays as it is where it may not be edited."""
    try:
        await posting.io.edit(post.place, message, page)
    except Undeliverable as refused:
        cause = refused.__cause__
        code = cause.code if isinstance(cause, discord.HTTPException) else 0
        return code not in {_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE}
    return True


async def stands(interaction: Interaction, place: Place, message: int | None) -> bool:
    """Whether a card is still to be seen."""
    if not message:
        return False
    channel = interaction.client.get_partial_messageable(place.channel, guild_id=place.guild)
    with suppress(discord.NotFound):
        return bool(await channel.fetch_message(message))
    return False
