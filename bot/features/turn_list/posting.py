"""The turn list of a channel: posted, edited, pinned, deleted; see bot.features.turn_list.cases.

A list's last content is held in memory only; the same content again edits nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.turn_list import cases, pages
from bot.features.turn_list.model import DeleteTurnList, TurnListPost
from bot.model.posts import SentMessage
from bot.outbox import Undeliverable
from bot.service.lookup import readable_records
from bot.ui.app import PostType
from bot.ui.permissions import may_pin
from bot.ui.posting.announcements import Gone, what_is_gone
from bot.ui.posting.cleanup import delete_posted
from bot.ui.posting.reading import reader_at
from bot.ui.slots import BOARD_NOTES, SERVER_LINES

if TYPE_CHECKING:
    from collections.abc import Iterable

    import discord

    from bot.features.turn_list.model import TurnList
    from bot.model.servers import Place
    from bot.ui.app import Posting
    from bot.ui.pages.page import Page


async def send_turn_list(posting: Posting, post: TurnListPost) -> SentMessage:
    """Update a turn list, unless it was turned off."""
    turn_list = await cases.turn_list(posting.app.services, post.place.channel)
    if turn_list is None:
        return SentMessage(None)
    page = await _page(posting, post.place, turn_list)
    if turn_list.message is None:
        return await _post(posting, post, turn_list, page)
    if posting.shown.get(turn_list.message) == page:
        return SentMessage(turn_list.message)
    return await _edit(posting, post, turn_list, page)


async def _edit(
    posting: Posting, post: TurnListPost, turn_list: TurnList, page: Page
) -> SentMessage:
    """Edit a list's message; if that is gone, repost it or turn the list off."""
    services, number = posting.app.services, turn_list.message
    assert number is not None
    try:
        edited = await posting.io.edit(post.place, number, page)
    except Undeliverable as refused:
        gone = what_is_gone(refused)
        if gone is Gone.CHANNEL:
            await cases.give_up_list(services, turn_list)
            return SentMessage(None)
        if gone is None:  # can't be edited, and stays as it is
            return SentMessage(number)
        if not await cases.renew_list(services, turn_list):
            return SentMessage(None)
        renewed = await cases.turn_list(services, post.place.channel)
        if renewed is None:
            return SentMessage(None)
        return await _post(posting, post, renewed, await _page(posting, post.place, renewed))
    posting.shown[number] = page
    is_pinned = edited is not None and edited.pinned
    await _see_to_pin(posting, post.place, turn_list, number, is_pinned=is_pinned)
    return SentMessage(number)


async def _post(
    posting: Posting, post: TurnListPost, turn_list: TurnList, page: Page
) -> SentMessage:
    """Post a turn list and pin it; turn it off if it can't be posted there."""
    try:
        sent = await posting.io.post(post, post.place, page)
    except Undeliverable:
        await cases.give_up_list(posting.app.services, turn_list)
        return SentMessage(None)
    if sent.message is not None:
        posting.shown[sent.message] = page
        await _see_to_pin(posting, post.place, turn_list, sent.message)
    return SentMessage(sent.message)


async def _see_to_pin(
    posting: Posting, place: Place, turn_list: TurnList, number: int, *, is_pinned: bool = False
) -> None:
    """Pin the message once, if we have the permission; `is_pinned`: a person has pinned it."""
    if turn_list.pinned:
        return
    if is_pinned or (_may_pin(posting, place) and await posting.io.pin(place, number)):
        await cases.note_pinned(posting.app.services, place.channel)


def _may_pin(posting: Posting, place: Place) -> bool:
    return may_pin(posting.client.get_guild(place.guild or 0), place.channel)


async def _page(posting: Posting, place: Place, turn_list: TurnList) -> Page:
    """Return a channel's turn list, with the games of its public threads."""
    assert place.guild is not None
    guild, app = posting.client.get_guild(place.guild), posting.app
    channels = read_by_all(guild.threads if guild else (), place.channel)
    standing = await cases.standing(app.services, place.guild, channels)
    lines = await app.features.lines(SERVER_LINES, app.services, place.guild)
    notes = {
        listing.id: await app.features.lines(BOARD_NOTES, app.services, record)
        async for listing, record in readable_records(app.services, standing.listings)
        if record.challenge is None  # such as a tournament's
    }
    at_hand = turn_list.pinned or _may_pin(posting, place)
    reader = await reader_at(posting, place)
    return pages.turn_list(standing, lines, reader, at_hand=at_hand, notes=notes)


def read_by_all(threads: Iterable[discord.Thread], channel: int) -> list[int]:
    """Return a channel and its threads, without private ones, which not everyone can see."""
    inside = (thread for thread in threads if thread.parent_id == channel)
    return [channel, *(thread.id for thread in inside if not thread.is_private())]


POSTS = (
    PostType(TurnListPost, send_turn_list, counts_down=True),
    PostType(DeleteTurnList, delete_posted),
)
