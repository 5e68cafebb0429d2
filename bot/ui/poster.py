"""Says posts on Discord: where they belong, in the server's language, once. See bot.outbox.

A post's number is the id of its message's container, by which it is found again after a crash,
and its nonce, by which Discord itself recognises a second try within minutes.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.outbox import Said, Trouble, Unsayable
from bot.service.values import Kind, Place
from bot.ui.layout import message
from bot.ui.pages import board, challenge, notice, result
from bot.ui.pages.reader import public
from bot.ui.threads import open_thread
from games.match import fold

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.service.values import Post, Record
    from bot.ui.app import App
    from bot.ui.layout import Message
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader

_LOOKED_THROUGH = 50  # messages back in the channel
_REMEMBERED = 1000  # boards; one takes a few kilobytes
_MISSING_ACCESS, _TOO_LARGE = 50001, 40005


class DiscordPoster:
    """The Poster of bot.outbox."""

    def __init__(self, client: discord.Client, app: App) -> None:
        self._client = client
        self._app = app
        self._boards: OrderedDict[int, Page] = OrderedDict()  # the newest, by their messages
        self._say: dict[Kind, Callable[[Post], Awaitable[Said]]] = {
            Kind.CHALLENGE: self._challenge,
            Kind.CHALLENGE_CHANGED: self._challenge_changed,
            Kind.BOARD: self._board,
            Kind.NOTICE: self._notice,
            Kind.STRIP: self._strip,
        }

    async def say(self, post: Post) -> Said:
        """Say it; Unsayable where Discord will not have it, anything else: try again."""
        return await self._say[post.kind](post)

    async def look(self, post: Post) -> Said | None:
        """The message by which it was already said."""
        if post.kind in (Kind.STRIP, Kind.CHALLENGE_CHANGED):
            return None  # edits may be made twice
        place = await self._place(post)
        try:
            async for each in self._channel(place).history(limit=_LOOKED_THROUGH):
                if _mark(each) == post.id and self._ours(each):
                    return Said(each.id, place.channel)
        except (discord.Forbidden, discord.NotFound):
            return None  # its nonce must do
        return None

    def _ours(self, found: discord.Message) -> bool:
        return self._client.user is not None and found.author.id == self._client.user.id

    async def _place(self, post: Post) -> Place:
        if post.match is not None:
            return (await self._newest(post)).place
        assert post.challenge is not None
        return (await self._app.house.challenge(post.challenge)).place

    async def _newest(self, post: Post) -> Record:
        """The match as it is now."""
        assert post.match is not None
        return await self._app.house.record(post.match)

    def _channel(self, place: Place) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(place.channel, guild_id=place.guild)

    def _locale(self, place: Place) -> str:
        guild = self._client.get_guild(place.guild) if place.guild else None
        return str(guild.preferred_locale) if guild else ""

    async def _challenge(self, post: Post) -> Said:
        assert post.challenge is not None
        found = await self._app.house.challenge(post.challenge)
        page = challenge.challenge(found, public(self._locale(found.place)))
        return await self._send(post, found.place, page)

    async def _challenge_changed(self, post: Post) -> Said:
        assert post.challenge is not None
        found = await self._app.house.challenge(post.challenge)
        page = challenge.challenge(found, public(self._locale(found.place)))
        await self._edit(found.place, found.message, page)
        return Said(found.message)

    async def _strip(self, post: Post) -> Said:
        newest = await self._newest(post)
        page = self._boards.pop(post.message or 0, None)
        if page is None:  # said before we were started, or long ago
            record = _as_it_was(newest, post)
            page = board.board(record, await self._reader(record), live=False)
        await self._edit(newest.place, post.message, board.stripped(page))
        return Said(post.message)

    async def _board(self, post: Post) -> Said:
        newest = await self._newest(post)
        record = _as_it_was(newest, post)
        if record.thread:
            place = Place(record.place.guild, await open_thread(self._client, self._app, record))
            record = replace(record, place=place)
        who = await self._reader(record)
        if record.match.verdict:
            page = result.result(record, who)
        else:
            live = len(newest.match.log) == post.number  # a turn already played pings nobody
            page = board.board(record, who, live=live)
        said = await self._reach(post, record, page)
        self._remember(said.message, page)
        return said

    def _remember(self, message: int | None, page: Page) -> None:
        """A board is mostly stripped soon, and folding its match back to it takes long."""
        if message is not None:
            self._boards[message] = page
        while len(self._boards) > _REMEMBERED:
            self._boards.popitem(last=False)

    async def _notice(self, post: Post) -> Said:
        record = _as_it_was(await self._newest(post), post)
        return await self._reach(post, record, notice.notice(record, await self._reader(record)))

    async def _reader(self, record: Record) -> Reader:
        store, match = self._app.house.store, record.match
        mover = await store.person(record.player(match.turn))
        other = await store.person(record.player(match.turn.other))
        return public(self._locale(record.place), mover, other)

    async def _reach(self, post: Post, record: Record, page: Page) -> Said:
        """In the match's channel; where that cannot be, privately to whoever is concerned."""
        try:
            return await self._send(post, record.place, page)
        except Unsayable:
            await self._write_privately(page)
            raise

    async def _write_privately(self, page: Page) -> None:
        made = message(page, await self._app.pictures.paint(page))
        for player in page.pings:
            try:
                user = await self._client.fetch_user(player)
                await user.send(**made.sending())
            except (discord.Forbidden, discord.NotFound):
                continue  # closed to us: /tablut games still shows him the match

    async def _send(self, post: Post, place: Place, page: Page) -> Said:
        images = await self._app.pictures.paint(page)
        try:
            return await self._post(post, place, message(page, images, mark=post.id))
        except discord.HTTPException as error:
            if not images or not _about_files(error):
                raise _unsayable(error) from error
        try:  # the text board goes instead
            return await self._post(post, place, message(page, {}, mark=post.id))
        except discord.HTTPException as error:
            raise _unsayable(error) from error

    async def _post(self, post: Post, place: Place, made: Message) -> Said:
        sent = await self._channel(place).send(**made.sending(), nonce=str(post.id))
        return Said(sent.id, place.channel)

    async def _edit(self, place: Place, number: int | None, page: Page) -> None:
        """Change an older message; where Discord will not, it stays as it is."""
        if number is None:
            return
        kept = [picture.name for picture in page.pictures] + [file.name for file in page.files]
        made = message(page, {}, kept=kept)
        try:
            await self._channel(place).get_partial_message(number).edit(**made.editing())
        except discord.HTTPException as error:
            if error.status < 500:  # noqa: PLR2004  no fault of Discord's, so it will stay so
                raise Unsayable(Trouble.GIVEN_UP) from error
            raise


def _as_it_was(newest: Record, post: Post) -> Record:
    """The match after the event in question."""
    then = newest.match.log[: post.number]
    return newest if then == newest.match.log else replace(newest, match=fold(then))


def _mark(found: discord.Message) -> int | None:
    """The number of the post that a message of ours says."""
    first = found.components[0] if found.components else None
    return first.id if isinstance(first, discord.Container) else None


def _about_files(error: discord.HTTPException) -> bool:
    """Whether it may have been the pictures: too large, or not allowed there."""
    return error.code == _TOO_LARGE or error.status == 413 or isinstance(error, discord.Forbidden)  # noqa: PLR2004  payload too large


def _unsayable(error: discord.HTTPException) -> Exception:
    """What Discord's refusal means for the post; the error itself where trying again may help."""
    if isinstance(error, discord.NotFound):
        return Unsayable(Trouble.NO_CHANNEL)
    if error.code == _MISSING_ACCESS:
        return Unsayable(Trouble.MAY_NOT_SEE)
    if isinstance(error, discord.Forbidden):
        return Unsayable(Trouble.MAY_NOT_SEND)
    return error
