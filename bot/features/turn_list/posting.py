"""The turn list of a channel: posted, edited and deleted; see bot.features.turn_list.cases.

What it last said is held in memory alone: a list that would say the same again is not edited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.features.turn_list import cases, pages
from bot.features.turn_list.model import DeleteTurnList, TurnListPost
from bot.model.posts import SentMessage
from bot.outbox import Undeliverable
from bot.service.clocks import clock_states
from bot.ui.app import PostType
from bot.ui.posting.finding import find_in
from bot.ui.posting.reading import reader_at

if TYPE_CHECKING:
    from bot.features.turn_list.model import TurnList
    from bot.model.servers import Place
    from bot.ui.app import Posting
    from bot.ui.pages.page import Page

_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE = 10003, 10008


async def find_turn_list(posting: Posting, post: TurnListPost) -> SentMessage | None:
    """The message that this post already made, if it did."""
    turn_list = await cases.turn_list(posting.app.services, post.place.channel)
    if turn_list is None:
        return None
    since = turn_list.renewed or turn_list.made
    message = await find_in(posting, post, post.place, since)
    return SentMessage(message.id) if message else None


async def send_turn_list(posting: Posting, post: TurnListPost) -> SentMessage:
    """Bring the list up to date, unless it was turned off."""
    turn_list = await cases.turn_list(posting.app.services, post.place.channel)
    if turn_list is None:
        return SentMessage(None)
    page = await _page(posting, post.place)
    message = await _bring_up_to_date(posting, post, turn_list, page)
    if message is not None:
        posting.shown[message] = page
    return SentMessage(message)


async def _bring_up_to_date(
    posting: Posting, post: TurnListPost, turn_list: TurnList, page: Page
) -> int | None:
    """Edit the message, or post it; None where there is none any more."""
    services = posting.app.services
    if turn_list.message is not None:
        if posting.shown.get(turn_list.message) == page:
            return turn_list.message
        code = await _edit(posting, post.place, turn_list.message, page)
        if code == _UNKNOWN_CHANNEL:
            await cases.give_up_list(services, turn_list)
            return None
        if code != _UNKNOWN_MESSAGE:  # edited; or it may not be, and stays as it is
            return turn_list.message
        if not await cases.renew_list(services, turn_list):
            return None
    try:
        return (await posting.io.post(post, post.place, page)).message
    except Undeliverable:
        await cases.give_up_list(services, turn_list)
        return None


async def _edit(posting: Posting, place: Place, message: int, page: Page) -> int | None:
    """Discord's code where it refuses that for good."""
    try:
        await posting.io.edit(place, message, page)
    except Undeliverable as refused:
        cause = refused.__cause__
        return cause.code if isinstance(cause, discord.HTTPException) else 0
    return None


async def _page(posting: Posting, place: Place) -> Page:
    assert place.guild is not None
    guild, services = posting.client.get_guild(place.guild), posting.app.services
    threads = guild.threads if guild else ()
    inside = (thread.id for thread in threads if thread.parent_id == place.channel)
    games, more = await cases.listed_games(services, place.guild, [place.channel, *inside])
    clocks = await clock_states(services, games)
    return pages.turn_list(games, more, await reader_at(posting, place), clocks)


async def delete_turn_list(posting: Posting, post: DeleteTurnList) -> SentMessage:
    """Delete the message of a list that was turned off."""
    await posting.io.delete(post.place, post.message)
    return SentMessage(None)


POSTS = (
    PostType(TurnListPost, send_turn_list, find_turn_list),
    PostType(DeleteTurnList, delete_turn_list),
)
