"""Says posts on Discord: where they belong, in the server's language, once. See bot.outbox."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.outbox import SentMessage, Trouble
from bot.service.clocks import clock_state
from bot.service.model import Kind, Place
from bot.ui import custom_ids
from bot.ui.answers import channel_reader
from bot.ui.channel_io import Speech, for_good
from bot.ui.components import ids_of, message
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import board, challenge, offers, result, time_notices
from bot.ui.pages.naming import title
from bot.ui.pages.reader import private
from bot.ui.sending import send
from bot.ui.words import words_of
from games.match import fold

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.service.model import Person, Player, Post, Record
    from bot.ui.answers import App
    from bot.ui.guests import Voices
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader
    from games.match import Match

_REMEMBERED = 1000  # boards; one takes a few kilobytes
_BAD_REQUEST = 400
_THREAD_EXISTS = 160004  # Discord: this message already has a thread
_WEEK = 10080  # minutes; the longest that Discord offers for a thread


class DiscordPoster:
    """The Poster of bot.outbox."""

    def __init__(self, client: discord.Client, app: App, voices: Voices) -> None:
        self._client = client
        self._app = app
        self._voices = voices
        self._speech = Speech(client, app.pictures, voices)
        self._boards: OrderedDict[tuple[int | None, Player, Player], Page] = (
            OrderedDict()  # the newest, by their messages and who sat there: he may be erased since
        )
        self._say: dict[Kind, Callable[[Post], Awaitable[SentMessage]]] = {
            Kind.CHALLENGE: self._challenge,
            Kind.CHALLENGE_CHANGED: self._challenge_changed,
            Kind.BOARD: self._board,
            Kind.NOTICE: self._notice,
            Kind.STRIP: self._strip,
            Kind.REMINDER: self._reminder,
        }

    async def post(self, post: Post) -> SentMessage:
        """Say it; Undeliverable where Discord will not have it, anything else: try again."""
        return await self._say[post.kind](post)

    async def find(self, post: Post) -> SentMessage | None:
        """The message by which it was already said."""
        if post.kind in (Kind.STRIP, Kind.CHALLENGE_CHANGED):
            return None  # edits may be made twice
        for place in await self._places(post):
            if self._speech.is_guest(place):
                continue  # we cannot even look
            if found := await self._speech.find(self._speech.channel(place), post):
                return SentMessage(found, None if post.kind is Kind.REMINDER else place.channel)
        return await self._look_privately(post) if post.kind is Kind.REMINDER else None

    async def _look_privately(self, post: Post) -> SentMessage | None:
        """He may have been told in private, if the game is not over since."""
        record = await self._newest(post)
        if record.match.verdict:
            return None
        with suppress(discord.Forbidden, discord.NotFound):
            dm = await self._speech.conversation(record.player(record.match.turn))
            if found := await self._speech.find(dm, post):
                return SentMessage(found)
        return None

    async def _places(self, post: Post) -> list[Place]:
        """Where it may stand; of a match that is to have a thread, there too."""
        if post.match is None:
            assert post.challenge is not None
            return [(await self._app.house.challenge(post.challenge)).place]
        record = await self._newest(post)
        thread = await _thread_of(self._app, record)
        return [record.place, *([replace(record.place, channel=thread)] if thread else [])]

    async def _newest(self, post: Post) -> Record:
        """The match as it is now."""
        assert post.match is not None
        return await self._app.house.record(post.match)

    async def _there(self, place: Place, *players: Person) -> Reader:
        guild = self._client.get_guild(place.guild) if place.guild else None
        locale = guild.preferred_locale if guild else self._voices.locale(place.channel)
        return await channel_reader(self._app.house, place.guild, locale, *players)

    async def _reach(
        self, post: Post, place: Place, who: Reader, write: Callable[[Reader], Page]
    ) -> SentMessage:
        """In a channel for all who read there; in private for each as he likes it."""

        async def own(player: Player) -> Page:
            person = await self._app.house.store.person(player)
            return write(private(person, who.words.locale))

        return await self._speech.reach(post, place, write(who), own)

    async def _challenge(self, post: Post) -> SentMessage:
        assert post.challenge is not None
        found = await self._app.house.challenge(post.challenge)
        who = await self._there(found.place)
        return await self._reach(post, found.place, who, partial(challenge.challenge, found))

    async def _challenge_over(self, post: Post) -> SentMessage:
        assert post.challenge is not None
        found = await self._app.house.challenge(post.challenge)
        who = await self._there(found.place)
        return await self._reach(post, found.place, who, partial(challenge.over, found))

    async def _challenge_changed(self, post: Post) -> SentMessage:
        assert post.challenge is not None
        found = await self._app.house.challenge(post.challenge)
        page = challenge.challenge(found, await self._there(found.place))
        if found.message is not None and not self._speech.is_guest(found.place):
            old = self._speech.channel(found.place).get_partial_message(found.message)
            with for_good():
                await send(self._app.pictures, page, lambda made: old.edit(**made.editing()))
        return SentMessage(found.message)

    async def _close_offer(self, record: Record) -> SentMessage:
        """The offer that the newest event ended has nothing to press, if it is not far back."""
        page = offers.closed(record, await self._reader(record))
        yes = custom_ids.write(Press(Verb.YES, number=record.id, seen=offers.offered_at(record)))
        for each in await self._speech.ours(self._speech.channel(record.place)):
            if yes in ids_of(each.components):
                with for_good():
                    await each.edit(**message(page, {}).editing())
                break
        return SentMessage(None)

    async def _strip(self, post: Post) -> SentMessage:
        newest = await self._newest(post)
        if self._speech.is_guest(newest.place):
            return SentMessage(post.message)  # it stays; its buttons lead to the present board
        if post.message is None:
            return await self._close_offer(_as_it_was(newest, post))
        page = self._boards.pop((post.message, newest.dark, newest.light), None)
        if page is None:  # said before we were started, or long ago
            record = _as_it_was(newest, post)
            shown = await clock_state(self._app.house, record)
            page = board.board(record, await self._reader(record), live=False, clock=shown)
        page = board.stripped(page)
        old = self._speech.channel(newest.place).get_partial_message(post.message)
        kept = [picture.name for picture in page.pictures]
        with for_good():
            try:
                await old.edit(**message(page, {}, kept=kept).editing())
            except discord.HTTPException as error:
                if error.status != _BAD_REQUEST:
                    raise
                await old.edit(**message(page, {}).editing())  # it had to go without its picture
        return SentMessage(post.message)

    async def _board(self, post: Post) -> SentMessage:
        newest = await self._newest(post)
        record = _as_it_was(newest, post)
        trouble = None
        if record.thread:
            thread = await _open_thread(self._client, self._app, record)
            if isinstance(thread, Trouble):
                trouble = thread
            else:
                record = replace(record, place=replace(record.place, channel=thread))
        who = await self._reader(record)
        if record.match.verdict:
            write = partial(result.result, record)
        else:  # a turn already played pings nobody
            live, shown = (
                _is_live(record.match, newest.match),
                await clock_state(self._app.house, record),
            )
            write = partial(board.board, record, live=live, clock=shown)
        said = await self._reach(post, record.place, who, write)
        self._remember(said.message, record, write(who))
        return replace(said, trouble=trouble or said.trouble)

    def _remember(self, message: int | None, record: Record, page: Page) -> None:
        """A board is mostly stripped soon, and folding its match back to it takes long."""
        if message is not None:
            self._boards[message, record.dark, record.light] = page
        while len(self._boards) > _REMEMBERED:
            self._boards.popitem(last=False)

    async def _notice(self, post: Post) -> SentMessage:
        if post.match is None:
            return await self._challenge_over(post)
        newest = await self._newest(post)
        record = _as_it_was(newest, post)
        who = await self._reader(record)
        if record.match.shelved:
            if not newest.match.shelved:  # they have gone on already
                return SentMessage(None)
            return await self._reach(
                post, record.place, who, lambda each: time_notices.put_aside(record, each.words)
            )
        write = partial(offers.notice, record, clock=await clock_state(self._app.house, record))
        return await self._reach(post, record.place, who, write)

    async def _reminder(self, post: Post) -> SentMessage:
        """In private where he wants it so and lets us; otherwise where they play."""
        house, record = self._app.house, await self._newest(post)
        shown = await clock_state(house, record)
        if shown is None or record.match.turns != _as_it_was(record, post).match.turns:
            return SentMessage(None)  # he has moved
        mover = await house.store.person(record.player(shown.side))
        who = await self._there(record.place)
        if mover.remind_dm or self._speech.is_guest(record.place):
            page = time_notices.reminder(record, shown, words_of(mover.locale or who.words.locale))
            if said := await self._speech.write_to(mover.id, post, page):
                return said
        said = await self._reach(
            post, record.place, who, lambda each: time_notices.reminder(record, shown, each.words)
        )
        return replace(said, channel=None)

    async def _reader(self, record: Record) -> Reader:
        store, match = self._app.house.store, record.match
        mover = await store.person(record.player(match.turn))
        other = await store.person(record.player(match.turn.other))
        return await self._there(record.place, mover, other)


def _is_live(then: Match, now: Match) -> bool:
    """Whether nothing moved since."""
    return (then.plies, then.verdict) == (now.plies, now.verdict)


def _as_it_was(newest: Record, post: Post) -> Record:
    """The match after the event in question."""
    then = newest.match.log[: post.number]
    return newest if then == newest.match.log else replace(newest, match=fold(then))


async def _thread_of(app: App, record: Record) -> int | None:
    """The thread that a match is to have: it gets the number of the message it hangs on."""
    if not record.thread:
        return None
    assert record.challenge is not None
    return (await app.house.challenge(record.challenge)).message


async def _open_thread(client: discord.Client, app: App, record: Record) -> int | Trouble:
    """The thread's channel; where none may be opened, why, and the match stays where it is.

    Opening it twice finds the first one.
    """
    hook = await _thread_of(app, record)
    if hook is None:
        return record.place.channel
    guild = client.get_guild(record.place.guild) if record.place.guild else None
    locale = guild.preferred_locale if guild else ""
    words = (await channel_reader(app.house, record.place.guild, locale)).words
    name = words("thread.name", number=record.id, rules=title(record.match.game.name, words))
    channel = client.get_partial_messageable(record.place.channel, guild_id=record.place.guild)
    try:
        thread = await channel.get_partial_message(hook).create_thread(
            name=name, auto_archive_duration=_WEEK
        )
    except discord.Forbidden:
        return Trouble.MAY_NOT_OPEN_THREADS
    except discord.NotFound:  # the challenge is deleted
        return record.place.channel
    except discord.HTTPException as error:
        if error.code == _THREAD_EXISTS:
            return hook
        raise
    return thread.id
