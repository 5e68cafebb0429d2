"""Upkeep of what was posted: offers closed, copies deleted, threads renamed; ends of seasons told.

Law: each of these may be done twice, and where Discord refuses one, the message stays as it is.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.outbox import SentMessage
from bot.service.model import Kind, Post
from bot.service.ratings import Family
from bot.service.standings import Table, starts
from bot.ui import custom_ids
from bot.ui.answers import learn_names, result_page
from bot.ui.channel_io import UnreadableHistory, refusal_is_final
from bot.ui.components import ids_of, pictures_of
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import offers
from bot.ui.pages import standings as pages
from bot.ui.permissions import thread_name
from games.events import Moved

if TYPE_CHECKING:
    from bot.service.model import Instant, Place, Record
    from bot.ui.answers import App
    from bot.ui.channel_io import ChannelIO
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader
    from bot.ui.turn_list import ChannelReader

_LINES = 10  # of each table
_ASKING = (Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW)
_LIVE = (Verb.MOVE, Verb.MORE, Verb.YES)


class Upkeep:
    """Remembers which posts may have been sent before: those found, and those not looked for."""

    def __init__(self, client: discord.Client, app: App, io: ChannelIO) -> None:
        self._client = client
        self._app = app
        self._io = io
        self._doubtful: set[int] = set()

    async def find(self, place: Place, post: Post, since: Instant) -> discord.Message | None:
        """The message there that carries this post. Where we may not read, the nonce must do."""
        try:
            found = await self._io.find_message(self._io.channel(place), post, since)
        except UnreadableHistory:
            self._doubtful.add(post.id)
            return None
        if found:
            self._doubtful.add(post.id)
        return found

    def followed(self, post: Post, sent: SentMessage) -> SentMessage:
        """What was sent; where it may be there twice, with the post that deletes the first copy."""
        doubtful = post.id in self._doubtful
        self._doubtful.discard(post.id)
        has_buttons = post.kind is Kind.CHALLENGE or (
            post.match is not None and post.kind in (Kind.BOARD, Kind.NOTICE)
        )
        if not doubtful or sent.message is None or not has_buttons:
            return sent
        copies = Post(Kind.COPIES, post.challenge, post.match, post.number, sent.message)
        return replace(sent, later=(*sent.later, copies))

    async def delete_copies(self, post: Post, place: Place, since: Instant) -> None:
        """Delete what is like the post's message and older. Raises where we may not read yet."""
        if self._io.is_guest(place):
            return
        async for each in self._io.own_since(self._io.channel(place), since):
            if each.id < (post.message or 0) and _is_copy(each, post):
                await self._io.delete(place, each.id)

    async def close_offer(self, record: Record, page: Page) -> None:
        """Show this in place of the offer that the newest event ended, if it is not far back."""
        yes = custom_ids.write(Press(Verb.YES, number=record.id, seen=offers.offered_at(record)))
        for each in await self._io.own_messages(self._io.channel(record.place)):
            if yes in ids_of(each.components):
                await self._io.edit(record.place, each.id, page)
                break

    async def finish_result(
        self, record: Record, place: Place, found: discord.Message, reader: Reader, post: Post
    ) -> None:
        """Add its film to a result, if it was posted just before the bot was ended."""
        page = (await result_page(self._app, self._client, record))(reader)
        shown = pictures_of(found.components)
        if any(each.name not in shown for each in page.pictures):
            await self._io.add_films(place, found.id, page, post.id)

    async def rename_thread(self, post: Post) -> SentMessage:
        """Take an erased player's name out of the name of their game's thread."""
        record = await self._app.house.record(post.match or 0)
        with refusal_is_final():
            thread = await self._client.fetch_channel(record.place.channel)
            if isinstance(thread, discord.Thread):
                name, archived = await thread_name(self._client, self._app, record), thread.archived
                await thread.edit(name=name, archived=False)
                if archived:
                    await thread.edit(archived=True)
        return SentMessage(None)


def _is_copy(found: discord.Message, post: Post) -> bool:
    """Whether a message has the live buttons of this post: of that challenge, or that event."""
    presses = [each for each in map(custom_ids.read, ids_of(found.components)) if each]
    if post.match is None:
        return any(each.verb in _ASKING and each.number == post.challenge for each in presses)
    asked = (post.match, post.number)
    return any(each.verb in _LIVE and (each.number, each.seen) == asked for each in presses)


def of_the_board(newest: Record, strip: Post) -> Post:
    """The strip of an old board, with the events of that board: a prepared answer had none."""
    following = newest.match.log[strip.number : strip.number + 1]
    answered = any(isinstance(each, Moved) and each.prepared for each in following)
    return replace(strip, number=strip.number - 1) if answered else strip


class SeasonPoster:
    """The part of the poster that tells of the end of a season."""

    def __init__(
        self, client: discord.Client, app: App, io: ChannelIO, reader: ChannelReader
    ) -> None:
        self._client = client
        self._app = app
        self._io = io
        self._reader = reader

    async def find(self, post: Post) -> SentMessage | None:
        """The message that this post already made, if it did."""
        place = await self._place(post)
        if self._io.is_guest(place):
            return None  # we may not read there
        with suppress(UnreadableHistory):  # then the nonce must do
            sent = await self._io.find_message(
                self._io.channel(place), post, starts(post.number + 1)
            )
            return sent and SentMessage(sent.id)
        return None

    async def post(self, post: Post) -> SentMessage:
        """Tell of it, without a ping."""
        place = await self._place(post)
        guild = place.guild or 0
        standings = self._app.store.standings
        tables = {
            family: await standings.standing(Table(guild, family, post.number), 0, 0, _LINES)
            for family in Family
        }
        players = [row.rating.player for table in tables.values() for row in table.rows]
        await learn_names(self._app, self._client, players)
        reader, now = await self._reader(place), self._app.house.now()
        page = pages.season(post.number, tables, reader, now, self._app.names)
        return replace(await self._io.post(post, place, page), channel=None)

    async def _place(self, post: Post) -> Place:
        """The channel, not the thread of a game."""
        record = await self._app.house.record(post.match or 0)
        if record.challenge is None:
            return record.place
        return (await self._app.house.challenge(record.challenge)).place
