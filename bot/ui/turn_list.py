"""Posts the turn list of a channel, edits it, and deletes it: see bot.service.turn_list.

What it last said is held in memory alone: a list that would say the same again is not edited.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

import discord

from bot.outbox import SentMessage, Undeliverable
from bot.service import settings as cases
from bot.service.clocks import clock_states
from bot.ui.channel_io import UnreadableHistory
from bot.ui.pages import turn_list as pages

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.service.model import Place, Post
    from bot.service.turn_list import TurnList
    from bot.ui.answers import App
    from bot.ui.channel_io import ChannelIO
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader

_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE = 10003, 10008
_REMEMBERED = 1000  # lists


class ChannelReader(Protocol):
    """Who reads what is posted in a place."""

    def __call__(self, place: Place, /) -> Awaitable[Reader]:
        """All readers of that channel."""
        ...


class TurnListPoster:
    """The part of the poster that keeps turn lists."""

    def __init__(
        self, client: discord.Client, app: App, io: ChannelIO, reader: ChannelReader
    ) -> None:
        self._client = client
        self._app = app
        self._io = io
        self._reader = reader
        self._shown: OrderedDict[int, Page] = OrderedDict()  # by message

    async def find(self, post: Post) -> SentMessage | None:
        """The message that this post already made, if it did."""
        found = await cases.turn_list(self._app.house, post.place.channel)
        if found is None or post.message is not None:
            return None
        since = found.renewed or found.made
        with suppress(UnreadableHistory):  # then the nonce must do
            sent = await self._io.find_message(self._io.channel(post.place), post, since)
            return sent and SentMessage(sent.id)
        return None

    async def post(self, post: Post) -> SentMessage:
        """Bring the list up to date; or delete the message of one that was turned off."""
        if post.message is not None:
            await self._io.delete(post.place, post.message)
            return SentMessage(None)
        found = await cases.turn_list(self._app.house, post.place.channel)
        if found is None:  # it was turned off
            return SentMessage(None)
        page = await self._page(post.place)
        message = await self._bring_up_to_date(post, found, page)
        if message is not None:
            self._remember(message, page)
        return SentMessage(message)

    async def _bring_up_to_date(self, post: Post, found: TurnList, page: Page) -> int | None:
        """Edit the message, or post it; None where there is none any more."""
        if found.message is not None:
            if self._shown.get(found.message) == page:
                return found.message
            code = await self._edit(post.place, found.message, page)
            if code == _UNKNOWN_CHANNEL:
                await cases.give_up_list(self._app.house, found)
                return None
            if code != _UNKNOWN_MESSAGE:  # edited; or it may not be, and stays as it is
                return found.message
            if not await cases.renew_list(self._app.house, found):
                return None
        try:
            return (await self._io.post(post, post.place, page)).message
        except Undeliverable:
            await cases.give_up_list(self._app.house, found)
            return None

    async def _edit(self, place: Place, message: int, page: Page) -> int | None:
        """Discord's code where it refuses that for good."""
        try:
            await self._io.edit(place, message, page)
        except Undeliverable as refused:
            cause = refused.__cause__
            return cause.code if isinstance(cause, discord.HTTPException) else 0
        return None

    async def _page(self, place: Place) -> Page:
        assert place.guild is not None
        guild = self._client.get_guild(place.guild)
        threads = guild.threads if guild else ()
        inside = (each.id for each in threads if each.parent_id == place.channel)
        channels = [place.channel, *inside]
        games, more = await cases.listed_games(self._app.house, place.guild, channels)
        clocks = await clock_states(self._app.house, games)
        return pages.turn_list(games, more, await self._reader(place), clocks)

    def _remember(self, message: int, page: Page) -> None:
        self._shown[message] = page
        self._shown.move_to_end(message)
        while len(self._shown) > _REMEMBERED:
            self._shown.popitem(last=False)
