"""Sending to Discord: in a channel, in a DM, or as a follow-up where the bot is a guest.

A page goes with its pictures, or with text boards instead if Discord refuses the files. A broken
connection is retried once.

A post's ID is also the ID of its message's first component, to find the message again after a
crash, and the message's nonce, by which Discord recognises a second try within minutes.
"""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import aiohttp
import discord
from discord.utils import time_snowflake

from bot.model.people import NO_PERSONS
from bot.model.posts import SentMessage, Trouble
from bot.outbox import Undeliverable
from bot.ui.components import component_id, message
from bot.ui.films import without_films
from bot.ui.pages.page import Attachment

if TYPE_CHECKING:
    from collections.abc import (
        AsyncGenerator,
        Awaitable,
        Callable,
        Collection,
        Generator,
        Mapping,
    )
    from types import SimpleNamespace

    from discord.abc import Messageable

    from bot.model.people import Person, Player
    from bot.model.posts import Post
    from bot.model.servers import Place
    from bot.model.times import Instant
    from bot.ui.components import Message
    from bot.ui.guests import GuestChannels
    from bot.ui.pages.page import Page
    from bot.ui.pictures import Pictures

T = TypeVar("T")

log = logging.getLogger(__name__)

_TOO_LARGE, _TOO_LARGE_STATUS = 40005, 413
_SEARCHED = 100  # newest messages in a channel, which Discord returns in one request
_CLOCKS_DIFFER = 600  # seconds that this machine's clock may be ahead of Discord's
_MISSING_ACCESS = 50001
_FORUM_POSTS = re.compile(r"/channels/\d+/threads$")  # the end of the path that opens one
_TOO_MANY_PINS = 30003
_TOO_MANY_OLD_EDITS = 30046  # of messages older than an hour
_NEAR = 5  # newest messages among which to look for a line written just now
_BAD_REQUEST, _TOO_MANY_REQUESTS = 400, 429
_PAINTED_WITHIN = 1.0  # seconds, of the three that Discord waits for an answer


class UnreadableHistory(Exception):
    """We can't read a channel's history, or it is empty."""

    def __init__(self) -> None:
        super().__init__("the history of the channel cannot be read")


@dataclass(frozen=True, slots=True)
class Sent(Generic[T]):
    """Discord's answer, and whether we lack the permission to attach files."""

    answer: T
    may_not_attach: bool = False


async def send(
    pictures: Pictures,
    page: Page,
    deliver: Callable[[Message], Awaitable[T]],
    mark: int = 0,
    promise: Callable[[], Awaitable[None]] | None = None,
) -> Sent[T]:
    """Send a page. `deliver` can be called twice, and must then send only once.

    `promise`: called once before that, if painting takes long.
    """
    images = await _painted(pictures, page, promise)

    async def attempt(page: Page, images: Mapping[str, bytes]) -> T:
        return await with_retry(
            lambda: deliver(message(page, images, mark=mark, emojis=pictures.emojis))
        )

    try:
        return Sent(await attempt(page, images))
    except discord.HTTPException as error:
        if _about_emojis(error) and pictures.emojis:  # the host has deleted the emojis
            pictures.emojis = {}
            return Sent(await attempt(page, images))
        if not (images or page.files) or not _about_files(error):
            raise
        blocks = tuple(block for block in page.blocks if not isinstance(block, Attachment))
        answer = await attempt(replace(page, blocks=blocks), {})
        return Sent(answer, isinstance(error, discord.Forbidden))


async def _painted(
    pictures: Pictures, page: Page, promise: Callable[[], Awaitable[None]] | None
) -> Mapping[str, bytes]:
    """Paint a page's pictures; if that takes long, call `promise` meanwhile."""
    if promise is None or not page.pictures:  # usually: no task is needed to watch the time
        return await pictures.paint(page)
    painting = asyncio.ensure_future(pictures.paint(page))
    if not (await asyncio.wait({painting}, timeout=_PAINTED_WITHIN))[0]:
        await promise()
    return await painting


async def fail_forum_post_at_once(
    _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
) -> None:
    """Raise a server error of Discord's for opening a forum post, as a hook into requests.

    Discord may have opened the post before it failed, and forum posts have no nonce. discord.py
    would repeat the request blindly; the outbox looks for the post first.
    """
    opens = end.method == "POST" and _FORUM_POSTS.search(end.url.raw_path)
    if opens and end.response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        end.response.release()
        raise discord.DiscordServerError(end.response, None)


async def with_retry(
    ask: Callable[[], Awaitable[T]], again: Callable[[], Awaitable[T]] | None = None
) -> T:
    """Ask once more after a broken connection, in another way if `again` is given.

    discord.py retries only after server errors. A time-out isn't retried: after minutes, Discord
    may have forgotten the nonce, and an interaction has expired.
    """
    try:
        return await ask()
    except TimeoutError:
        raise
    except (aiohttp.ClientError, OSError):
        return await (again or ask)()


def _about_emojis(error: discord.HTTPException) -> bool:
    return error.status == _BAD_REQUEST and "emoji" in error.text.lower()


def _about_files(error: discord.HTTPException) -> bool:
    """Whether files may be the cause: too large, or not allowed in the channel."""
    large = error.code == _TOO_LARGE or error.status == _TOO_LARGE_STATUS
    return large or isinstance(error, discord.Forbidden)


class ChannelIO:
    """Sends to channels and users, and searches sent messages."""

    def __init__(self, client: discord.Client, pictures: Pictures, guests: GuestChannels) -> None:
        self._client = client
        self._pictures = pictures
        self._guests = guests

    def channel(self, place: Place) -> discord.PartialMessageable:
        """Return a channel without asking Discord for it."""
        return self._client.get_partial_messageable(place.channel, guild_id=place.guild)

    def is_guest(self, place: Place) -> bool:
        """Whether we can only answer in a place. A server may have installed us since."""
        return place.remote and self._client.get_guild(place.guild or 0) is None

    async def open_dm(self, player: Player) -> discord.DMChannel:
        """Open DMs with a user, who may have closed them to us."""
        return await self._client.create_dm(discord.Object(player))

    async def retire(
        self, place: Place, person: Person, message_id: int, page: Page | None
    ) -> None:
        """Delete a message to a player, in the channel or in DMs.

        With a page, a message in the channel is edited to show that instead.
        """
        async for where in self._reached(place, person):
            sent = where.get_partial_message(message_id)
            with suppress(discord.Forbidden, discord.NotFound):  # the message is in the other place
                if page is None or isinstance(where, discord.DMChannel):
                    await sent.delete()
                else:
                    await sent.edit(**message(page, {}).editing())
                return

    async def _reached(
        self, place: Place, person: Person
    ) -> AsyncGenerator[discord.PartialMessageable | discord.DMChannel]:
        """Yield the channel and the player's DMs, the likelier one first."""
        if not self.is_guest(place) and not person.remind_dm:
            yield self.channel(place)
        if person.id not in NO_PERSONS:
            with suppress(discord.Forbidden, discord.NotFound):
                yield await self.open_dm(person.id)
        if not self.is_guest(place) and person.remind_dm:
            yield self.channel(place)

    async def own_messages(self, where: Messageable) -> list[discord.Message]:
        """Return our recent messages there, newest first; none if we can't read there."""
        me = self._client.user and self._client.user.id
        with suppress(discord.Forbidden, discord.NotFound):
            history = where.history(limit=_SEARCHED)
            return [sent async for sent in history if sent.author.id == me]
        return []

    async def find_message(self, where: Messageable, post: Post) -> discord.Message | None:
        """Return the message that carries a post; UnreadableHistory if we can't read there."""
        async for sent in self.own_since(where, post.made):
            if _first_id(sent) == component_id(post.id):
                return sent
        return None

    async def own_since(
        self, where: Messageable, since: Instant
    ) -> AsyncGenerator[discord.Message]:
        """Yield our messages there since a moment; UnreadableHistory if we can't read there."""
        me = self._client.user and self._client.user.id
        empty = True
        try:
            async for sent in _sent_since(where, since - _CLOCKS_DIFFER):
                empty = False
                if sent.author.id == me:
                    yield sent
        except discord.NotFound:
            return
        except discord.Forbidden as error:
            raise UnreadableHistory from error
        if empty:  # Discord shows an empty history without the permission to read it
            raise UnreadableHistory

    async def open_post(
        self, forum: discord.ForumChannel, post: Post, page: Page, how: Mapping[str, Any]
    ) -> int:
        """Open a post in a forum, with the page as its first message; `how`: its name and tags.

        Forum posts have no nonce: before a retry, look whether the first try worked.
        """
        tried = False

        async def deliver(built: Message) -> int:
            nonlocal tried
            if tried and (first := await self.find_opened(forum, post)):
                return first.id
            tried = True
            opened = await forum.create_thread(**how, **built.sending(), silent=not page.pings)
            return opened.thread.id

        return (await send(self._pictures, without_films(page), deliver, mark=post.id)).answer

    async def find_opened(self, forum: discord.ForumChannel, post: Post) -> discord.Message | None:
        """Return the first message of the forum post opened for a post; None if there is none."""
        me = self._client.user and self._client.user.id
        earliest = time_snowflake(datetime.fromtimestamp(max(0, post.made - _CLOCKS_DIFFER), UTC))
        active = await forum.guild.active_threads()
        here = [thread for thread in active if thread.parent_id == forum.id]
        here += [thread async for thread in forum.archived_threads(limit=_SEARCHED)]
        for thread in sorted(here, key=lambda thread: thread.id, reverse=True):
            if thread.owner_id == me and thread.id >= earliest:
                with suppress(discord.NotFound):
                    first = await thread.fetch_message(thread.id)
                    if _first_id(first) == component_id(post.id):
                        return first
        return None

    async def thread(self, place: Place) -> discord.Thread | None:
        """Return the thread at a place, if it exists and we can write in it."""
        guild = self._client.get_guild(place.guild or 0)
        try:
            known = guild and guild.get_thread(place.channel)
            thread = known or await self._client.fetch_channel(place.channel)
        except (discord.NotFound, discord.Forbidden, discord.InvalidData):
            return None
        if guild is None or not isinstance(thread, discord.Thread) or thread.parent is None:
            return None
        allowed = thread.permissions_for(guild.me)
        open_to_us = allowed.manage_threads or not thread.locked
        may_write = allowed.view_channel and allowed.send_messages_in_threads and open_to_us
        return thread if may_write else None

    async def edit(
        self,
        place: Place,
        message_id: int,
        page: Page,
        kept_files: Collection[str] = (),
        mark: int = 0,
    ) -> discord.Message | None:
        """Edit a message of ours, and return it; Undeliverable if Discord refuses.

        `kept_files`: names of files to keep. Where we are guests, editing works only for some
        minutes; afterwards the message stays as it is.
        """
        if self.is_guest(place):
            await self._guests.edit(message_id, message(page, {}))
            return None
        sent = self.channel(place).get_partial_message(message_id)

        async def edit(changed: Message) -> discord.Message:
            return await sent.edit(**changed.editing())

        with refusal_is_final():
            if not kept_files:
                return (await send(self._pictures, page, edit, mark)).answer
            stills = [picture.name for picture in without_films(page).pictures]
            for names in (kept_files, stills):
                try:
                    return await edit(message(page, {}, names))
                except discord.HTTPException as error:
                    if error.status != _BAD_REQUEST:
                        raise
            return await edit(message(page, {}))  # the message was posted without its picture

    async def stays(self, place: Place, message_id: int, *, thread: bool = True) -> bool:
        """Whether a message of ours must stay as it is, since people did something with it.

        They reacted to it, pinned it or, if `thread` matters, started a thread from it. Also if it
        is gone or unreadable.
        """
        try:
            message = await self.channel(place).fetch_message(message_id)
        except (discord.Forbidden, discord.NotFound):
            return True
        in_thread = thread and message.flags.has_thread
        return bool(message.reactions or message.pinned or in_thread)

    async def pin(self, place: Place, message_id: int) -> bool:
        """Pin a message of ours, and delete Discord's line about that.

        Return whether no retry is needed: the message is pinned, or the channel is full of pins.
        """
        channel = self.channel(place)
        try:
            await channel.get_partial_message(message_id).pin()
            await _delete_pin_line(channel, message_id)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("could not pin a message (%s)", error)
            return isinstance(error, discord.HTTPException) and error.code == _TOO_MANY_PINS
        return True

    async def delete(self, place: Place, message_id: int) -> None:
        """Delete a message of ours; Undeliverable if Discord refuses. Guests: see `edit`."""
        if self.is_guest(place):
            await self._guests.delete(message_id)
            return
        with refusal_is_final():
            await self.channel(place).get_partial_message(message_id).delete()

    async def post_or_dm(
        self, post: Post, place: Place, page: Page, page_for: Callable[[Player], Awaitable[Page]]
    ) -> SentMessage:
        """Post a page in a channel; if Discord refuses, DM each player to ping their `page_for`.

        Messages that ping no one are sent without a sound.
        """
        try:
            return await self.post(post, place, page)
        except Undeliverable:
            # Players with closed DMs still find the match in /tablut games.
            for player in (*page.pings, *page.pinged_later):
                if player not in NO_PERSONS:
                    silent = player in page.pinged_later
                    await self.send_dm(player, post, await page_for(player), silent=silent)
            raise

    async def send_dm(
        self, player: Player, post: Post, page: Page, *, silent: bool = False
    ) -> SentMessage | None:
        """Send a page as a DM; None if the user has closed DMs to us."""
        try:
            deliver = _sender(await self.open_dm(player), post, silent=silent)
            sent = await send(self._pictures, page, deliver, mark=post.id)
        except (discord.Forbidden, discord.NotFound):
            return None
        return SentMessage(sent.answer)

    async def _post_as_guest(self, place: Place, page: Page, mark: int) -> SentMessage:
        sent = await send(
            self._pictures, page, partial(self._guests.post, place.channel), mark=mark
        )
        if sent.answer is None:
            raise Undeliverable(Trouble.GUEST)
        return SentMessage(sent.answer.id, place.channel, findable=False)

    async def post(self, post: Post, place: Place, page: Page) -> SentMessage:
        """Post a page in a channel, and add its animations; Undeliverable if it can never work."""
        if self.is_guest(place):
            return await self._post_as_guest(place, page, post.id)
        quick = without_films(page)
        deliver = _sender(self.channel(place), post, silent=not page.pings)
        try:
            sent = await send(self._pictures, quick, deliver, mark=post.id)
        except discord.HTTPException as error:
            trouble = self._trouble(error, place)
            if trouble is None:
                raise
            raise Undeliverable(trouble) from error
        if quick is not page and not sent.may_not_attach:
            await self.add_films(place, sent.answer, page, post.id)
        trouble = Trouble.MAY_NOT_ATTACH if sent.may_not_attach else None
        return SentMessage(sent.answer, place.channel, trouble)

    async def add_films(self, place: Place, message_id: int, page: Page, mark: int) -> None:
        """Add animations to a posted message. On failure, only log: a retry would post it twice."""
        try:
            await self.edit(place, message_id, replace(page, pings=()), mark=mark)
        except (Undeliverable, discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("could not add the animation to post %s (%s)", mark, error)

    def _trouble(self, error: discord.HTTPException, place: Place) -> Trouble | None:
        """Return the meaning of Discord's refusal; None if a retry may help."""
        match error:
            case discord.NotFound():
                return Trouble.NO_CHANNEL
            case discord.Forbidden() if error.code == _MISSING_ACCESS:
                return Trouble.MAY_NOT_SEE
            case discord.Forbidden():
                guild = self._client.get_guild(place.guild or 0)
                thread = guild and guild.get_thread(place.channel)
                return Trouble.MAY_NOT_SEND_IN_THREADS if thread else Trouble.MAY_NOT_SEND
            case _:
                return Trouble.GIVEN_UP if error.status == _BAD_REQUEST else None


def _sender(where: Messageable, post: Post, *, silent: bool) -> Callable[[Message], Awaitable[int]]:
    """Return a sender with the post's nonce: Discord creates only one message for a nonce."""

    async def deliver(built: Message) -> int:
        sent = await where.send(**built.sending(), silent=silent, nonce=str(post.id))
        return sent.id

    return deliver


async def _delete_pin_line(channel: discord.PartialMessageable, message_id: int) -> None:
    """Delete Discord's line about a pinned message, if we have the permission."""
    with suppress(discord.Forbidden, discord.NotFound):
        async for line in channel.history(limit=_NEAR):
            about = line.reference and line.reference.message_id
            if line.type is discord.MessageType.pins_add and about == message_id:
                await line.delete()


@contextmanager
def refusal_is_final() -> Generator[None]:
    """Give up a change that Discord refuses: the old message stays as it is."""
    try:
        yield
    except discord.HTTPException as error:
        too_many = error.status == _TOO_MANY_REQUESTS or error.code == _TOO_MANY_OLD_EDITS
        if _BAD_REQUEST <= error.status < 500 and not too_many:  # noqa: PLR2004  from 500 on it is Discord's own error
            raise Undeliverable(Trouble.GIVEN_UP) from error
        raise


async def _sent_since(where: Messageable, since: Instant) -> AsyncGenerator[discord.Message]:
    """Yield every message since a moment: the newest page first, then the others, oldest first.

    The newest page always comes: this machine's clock may be far ahead of Discord's.
    """
    earliest = discord.Object(time_snowflake(datetime.fromtimestamp(since, UTC)))
    oldest = None
    async for sent in where.history(limit=_SEARCHED):
        yield sent
        oldest = sent
    if oldest and oldest.id > earliest.id:
        async for sent in where.history(limit=None, after=earliest, before=oldest):
            yield sent


def _first_id(sent: discord.Message) -> int | None:
    """Return the ID that identifies the post of one of our messages."""
    first = sent.components[0] if sent.components else None
    return first.id if isinstance(first, discord.Container | discord.TextDisplay) else None
