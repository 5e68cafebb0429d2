"""Cards: messages that are posted once and edited as what they tell of goes on.

What one last said is held in memory alone: a card that would say the same again is not edited.
Law: where a person has deleted it, it is not posted again by itself.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING

import discord

from bot.model.club import Status
from bot.model.posts import SentMessage
from bot.outbox import Undeliverable
from bot.ui.posting.news import find_news, post_news

if TYPE_CHECKING:
    from bot.model.club import Competition
    from bot.model.posts import Post
    from bot.model.servers import Place
    from bot.ui.app import Interaction, Posting
    from bot.ui.pages.page import Page

DELETED = 0  # in the place of a card's message: a person has deleted it


async def find_card(
    posting: Posting, post: Post, competition: Competition | None
) -> SentMessage | None:
    """The message that this post already made, if it did; None also where a card is known."""
    if competition is None or competition.message is not None:
        return None
    return await find_news(posting, post, competition.made)


def has_card(competition: Competition) -> bool:
    """Whether it has a card, or is to have one."""
    return competition.status is not Status.DRAFT and competition.message != DELETED


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


async def stands(interaction: Interaction, place: Place, message: int | None) -> bool:
    """Whether a card is still to be seen."""
    if not message:
        return False
    channel = interaction.client.get_partial_messageable(place.channel, guild_id=place.guild)
    with suppress(discord.NotFound):
        return bool(await channel.fetch_message(message))
    return False
