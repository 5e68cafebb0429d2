"""The wall: a forum of a server with a post for each game. The post's first message is its board.

The board is edited in place. A short message below announces each turn or the result, pings the
players, and is deleted when the next one is posted. Discord lets a bot make few edits of messages
older than an hour, so the edit is a post of its own (`ClockPost`) and delays no ping.
Invariant: if the forum or the post is gone or closed to us, the game goes on in its channel.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING

import discord

from bot.model.posts import SentMessage, Trouble
from bot.outbox import NotYet, Undeliverable
from bot.ui.app import PostedMessage
from bot.ui.channel_io import refusal_is_final
from bot.ui.components import cut
from bot.ui.pages import board, naming
from bot.ui.permissions import missing_on_wall
from bot.ui.posting.reading import as_it_was, match_reader, page_writer
from bot.ui.posting.sending import with_late_pings
from bot.ui.slots import THREAD_START
from bot.ui.threads import WEEK, thread_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.model.matches import Record
    from bot.model.posts import BoardPost
    from bot.model.servers import Place
    from bot.ui.app import Posting
    from bot.ui.pages.page import Page
    from bot.ui.words import Words

_NAME, _TAGS, _APPLIED = 20, 20, 5  # characters of a tag; tags of a forum; tags of a post
_UNKNOWN_MESSAGE, _UNKNOWN_TAG, _ARCHIVED = 10008, 10087, 50083
_SOON = 2  # seconds


async def send_turn(
    posting: Posting, post: BoardPost, newest: Record
) -> SentMessage | Trouble | None:
    """Open a match's post on the wall, or announce the turn in its post.

    Return the trouble if the post can't be opened, and None if the match has no place on a wall.
    """
    if newest.on_wall:
        return await _tell(posting, post, newest)
    wall = await _wall_of(posting, newest)
    return None if wall is None else await _open(posting, post, newest, wall)


def at_home(newest: Record) -> Record:
    """Return the match moved to the channel where it is played without a wall."""
    if not newest.on_wall:
        return newest
    return replace(newest, place=replace(newest.place, channel=newest.home), home=None)


async def _wall_of(posting: Posting, record: Record) -> int | None:
    """Return the forum for a match's post; None if the match gets no post on a wall."""
    if not record.thread or record.by_vote or not record.place.guild:
        return None
    services = posting.app.services
    if await posting.app.features.first(THREAD_START, services, record):
        return None  # its thread is opened elsewhere
    return (await services.store.servers.guild(record.place.guild)).wall


async def _open(
    posting: Posting, post: BoardPost, newest: Record, wall: int
) -> SentMessage | Trouble:
    """Open a match's post with the board as its first message, or return the trouble."""
    forum = posting.client.get_channel(wall)
    if not isinstance(forum, discord.ForumChannel) or missing_on_wall(forum):
        return Trouble.NO_WALL
    record = as_it_was(newest, post.events)
    reader = await match_reader(posting, record)
    live = record.match.turns == newest.match.turns
    page = (await page_writer(posting, record, live=live))(reader)
    page, later = await with_late_pings(posting, post, page)
    how = {
        "name": await thread_name(posting.client, posting.app, record),
        "applied_tags": await _tags(posting, forum, record, reader.words),
        "auto_archive_duration": WEEK,
    }
    try:
        opened = await posting.io.open_post(forum, post, page, how)
    except discord.HTTPException as error:
        if error.code == _UNKNOWN_TAG:  # a moderator has just deleted the tag
            raise NotYet(_SOON) from error
        if error.status in (HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND):
            return Trouble.NO_WALL
        raise
    return SentMessage(opened, opened, later=later, on_wall=True)


async def _tell(posting: Posting, post: BoardPost, newest: Record) -> SentMessage | None:
    """Announce the turn or the result below the board; None if the post is gone or closed.

    The message doesn't show the deadline, since the board does and is kept up to date.
    """
    if await posting.io.thread(newest.place) is None:
        return None
    record = as_it_was(newest, post.events)
    if record.match.turns != newest.match.turns:  # the live turn comes next
        return SentMessage(None, newest.place.channel, on_wall=True)
    reader = await match_reader(posting, record)
    write = await page_writer(posting, record, clocked=False)
    page = board.without_picture(write(reader), record, reader.words)
    page, later = await with_late_pings(posting, post, page)
    try:
        sent = await posting.io.post(post, record.place, page)
    except Undeliverable:  # just deleted or locked
        return None
    return replace(sent, later=later, on_wall=True)


async def find_opened(posting: Posting, post: BoardPost, newest: Record) -> PostedMessage | None:
    """Return a match's post on the wall if it was opened before a crash."""
    wall = None if newest.on_wall else await _wall_of(posting, newest)
    forum = None if wall is None else posting.client.get_channel(wall)
    if not isinstance(forum, discord.ForumChannel):
        return None
    with suppress(discord.Forbidden):
        if first := await posting.io.find_opened(forum, post):
            return PostedMessage(replace(newest.place, channel=first.id), first)
    return None


def stands_on(newest: Record, posted: PostedMessage) -> bool:
    """Whether a message belongs to the wall: a post's first message, or one below the board."""
    channel = posted.place and posted.place.channel
    return posted.message.id == channel or (newest.on_wall and channel == newest.place.channel)


async def show_board(posting: Posting, newest: Record) -> SentMessage:
    """Edit the board of a post on the wall.

    If a person has deleted the board, return the post as the match's channel: the game goes on
    there as in any thread.
    """
    reader = await match_reader(posting, newest)
    page = replace((await page_writer(posting, newest))(reader), pings=())
    post_id = newest.place.channel
    if posting.shown.get(post_id) != page:
        if not await _edited(posting, newest.place, page):
            return SentMessage(None, None if newest.match.verdict else post_id)
        posting.shown[post_id] = page
    if newest.match.verdict:
        await _show_over(posting, newest, reader.words)
    return SentMessage(None)


async def _edited(posting: Posting, place: Place, page: Page) -> bool:
    """Edit a board and return whether it still exists. An archived post is reopened."""
    for _ in range(2):
        try:
            await posting.io.edit(place, place.channel, page)
        except Undeliverable as refused:
            cause = refused.__cause__
            code = cause.code if isinstance(cause, discord.HTTPException) else 0
            if code == _ARCHIVED and (thread := await posting.io.thread(place)):
                with suppress(Undeliverable), refusal_is_final():
                    await thread.edit(archived=False)
                continue
            return code != _UNKNOWN_MESSAGE
        break
    return True


async def _show_over(posting: Posting, record: Record, words: Words) -> None:
    """Tag a post as a finished game, keeping its other tags."""
    thread = await posting.io.thread(record.place)
    if thread is None or not isinstance(thread.parent, discord.ForumChannel):
        return
    over = await _tags(posting, thread.parent, record, words)
    running = words("wall.running").casefold()
    before = [tag for tag in thread.applied_tags if tag.name.casefold() != running]
    after = list({tag.id: tag for tag in (*over, *before)}.values())[:_APPLIED]
    if {tag.id for tag in after} != {tag.id for tag in thread.applied_tags}:
        with suppress(Undeliverable), refusal_is_final():
            await thread.edit(applied_tags=after)


async def _tags(
    posting: Posting, forum: discord.ForumChannel, record: Record, words: Words
) -> Sequence[discord.ForumTag]:
    """Return a match's tags in the forum; create missing tags if we have the permission."""
    rules = naming.title(record.match.game.name.partition("+")[0], words)
    state = words("wall.over" if record.match.verdict else "wall.running")
    names = [cut(state, _NAME), cut(rules, _NAME)]
    allowed, tags = forum.permissions_for(forum.guild.me), forum.available_tags
    if allowed.manage_channels and _missing(names, tags):
        async with posting.making_tags.setdefault(forum.id, asyncio.Lock()):
            tags = await _made(forum, names)
    wanted = {name.casefold() for name in names}
    return [
        tag
        for tag in tags
        if tag.name.casefold() in wanted and (allowed.manage_threads or not tag.moderated)
    ]


def _missing(names: Iterable[str], tags: Iterable[discord.ForumTag]) -> Sequence[str]:
    known = {tag.name.casefold() for tag in tags}
    return [name for name in names if name.casefold() not in known]


async def _made(forum: discord.ForumChannel, names: Sequence[str]) -> Sequence[discord.ForumTag]:
    """Create missing tags if the forum has room, and return all its tags.

    The forum is fetched first, since an edit deletes every tag that it leaves out.
    """
    tags = forum.available_tags
    with suppress(Undeliverable), refusal_is_final():
        newest = await forum.guild.fetch_channel(forum.id)
        assert isinstance(newest, discord.ForumChannel)
        tags = newest.available_tags
        new = [discord.ForumTag(name=name) for name in _missing(names, tags)]
        if new and len(tags) + len(new) <= _TAGS:
            edited = await newest.edit(available_tags=[*tags, *new])
            tags = edited.available_tags if edited else tags
    return tags
