"""Cleaning up: outdated messages, second copies, names of erased players.

Invariant: each of these can be done twice; if Discord refuses one, the message stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.model.posts import (
    DeleteChallengeCopies,
    DeleteCopies,
    DeleteMessage,
    DeleteReply,
    RenameThread,
    SentMessage,
)
from bot.model.servers import Boards
from bot.ui import buttons
from bot.ui.app import PostType
from bot.ui.channel_io import refusal_is_final
from bot.ui.components import ids_of
from bot.ui.pages.challenge import (
    AcceptChallenge,
    DeclineChallenge,
    WithdrawChallenge,
)
from bot.ui.pages.offers import AcceptOffer, ShowMore
from bot.ui.pages.parts import OpenPanel
from bot.ui.posting.finding import places_of_match
from bot.ui.posting.reading import match_of, old_board_setting
from bot.ui.threads import thread_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.model.posts import DeletePosted
    from bot.model.servers import Place
    from bot.model.times import Instant
    from bot.ui.app import Posting
    from bot.ui.buttons import Press

_OF_CHALLENGE = (AcceptChallenge, DeclineChallenge, WithdrawChallenge)
_OF_EVENT = (OpenPanel, ShowMore, AcceptOffer)


async def delete_message(posting: Posting, post: DeleteMessage) -> SentMessage:
    """Delete an outdated message, unless the server keeps all messages.

    Messages below a board on the wall always go: that board is never replaced, and they have the
    same buttons.
    """
    record = await match_of(posting, post.match)
    keeps = await old_board_setting(posting, record.place) is Boards.KEEP
    if record.on_wall or not keeps:
        await posting.io.delete(record.place, post.message)
    return SentMessage(None)


async def delete_posted(posting: Posting, post: DeletePosted) -> SentMessage:
    """Delete a feature's message."""
    await posting.io.delete(post.place, post.message)
    return SentMessage(None)


async def delete_reply(posting: Posting, post: DeleteReply) -> SentMessage:
    """Delete the reply by which a move was played, if the bot has the permission."""
    record = await match_of(posting, post.match)
    await posting.io.delete(record.place, post.message)
    return SentMessage(None)


async def delete_copies(posting: Posting, post: DeleteCopies) -> SentMessage:
    """Delete older messages with live buttons for the same event."""
    event = post.match, post.events

    def is_live(press: Press) -> bool:
        return isinstance(press, _OF_EVENT) and (press.match, press.seen_events) == event

    record = await match_of(posting, post.match)
    since = record.match.log[post.events - 1].at
    for place in await places_of_match(posting, record):
        await _delete_older(posting, place, since, post.message, is_live)
    return SentMessage(None)


async def delete_challenge_copies(posting: Posting, post: DeleteChallengeCopies) -> SentMessage:
    """Delete older messages with live buttons for the same challenge."""

    def is_live(press: Press) -> bool:
        return isinstance(press, _OF_CHALLENGE) and press.challenge == post.challenge

    challenge = await posting.app.services.challenge(post.challenge)
    await _delete_older(posting, challenge.place, challenge.made, post.message, is_live)
    return SentMessage(None)


async def _delete_older(
    posting: Posting, place: Place, since: Instant, message: int, is_live: Callable[[Press], bool]
) -> None:
    """Delete messages older than this one with a live button. Raise if the history is unreadable.

    The first message of a post on the wall is skipped, since it stays the board. Its number is that
    of the post.
    """
    if posting.io.is_guest(place):
        return
    async for older in posting.io.own_since(posting.io.channel(place), since):
        if not place.channel < older.id < message:
            continue
        if any(map(is_live, buttons.read_presses(ids_of(older.components)))):
            await posting.io.delete(place, older.id)


async def rename_thread(posting: Posting, post: RenameThread) -> SentMessage:
    """Remove an erased player's name from the name of their game's thread."""
    record = await match_of(posting, post.match)
    with refusal_is_final():
        thread = await posting.client.fetch_channel(record.place.channel)
        if isinstance(thread, discord.Thread):
            name = await thread_name(posting.client, posting.app, record)
            archived = thread.archived
            await thread.edit(name=name, archived=False)
            if archived:
                await thread.edit(archived=True)
    return SentMessage(None)


POSTS = (
    PostType(DeleteMessage, delete_message),
    PostType(DeleteReply, delete_reply),
    PostType(DeleteCopies, delete_copies),
    PostType(DeleteChallengeCopies, delete_challenge_copies),
    PostType(RenameThread, rename_thread),
)
