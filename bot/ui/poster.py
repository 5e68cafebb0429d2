"""Posts on Discord what the outbox holds: in the right place and language, once. See bot.outbox."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.outbox import SentMessage, Trouble, Undeliverable
from bot.service.clocks import clock_state
from bot.service.model import FORMER, Boards, Kind, Place, Search
from bot.ui import custom_ids
from bot.ui.answers import channel_reader, file_names, name_of
from bot.ui.channel_io import ChannelIO
from bot.ui.components import cut, ids_of, is_line, shows_board
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import board, challenge, offers, result, time_notices
from bot.ui.pages.naming import title
from bot.ui.pages.reader import private
from bot.ui.words import words_of
from games.events import Moved
from games.match import fold

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.service.model import Instant, Person, Player, Post, Record, Tally
    from bot.ui.answers import App
    from bot.ui.guests import GuestChannels
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.match import Match

_REMEMBERED = 1000  # boards; one takes a few kilobytes
_THREAD_EXISTS = 160004  # Discord: this message already has a thread
_THREAD_NAME, _PERSON = 100, 25  # characters
_WEEK = 10080  # minutes; the longest that Discord offers for a thread


class DiscordPoster:
    """The Poster of bot.outbox."""

    def __init__(self, client: discord.Client, app: App, guests: GuestChannels) -> None:
        self._client = client
        self._app = app
        self._guests = guests
        self._io = ChannelIO(client, app.pictures, guests)
        self._boards: OrderedDict[tuple[int, Player, Player], tuple[Page, Page]] = (
            OrderedDict()  # what the newest become, by message and players: some are erased since
        )
        self._posters: dict[Kind, Callable[[Post], Awaitable[SentMessage]]] = {
            Kind.CHALLENGE: self._challenge,
            Kind.CHALLENGE_CHANGED: self._challenge_changed,
            Kind.BOARD: self._board,
            Kind.NOTICE: self._notice,
            Kind.STRIP: self._strip,
            Kind.CLEAR: self._clear,
            Kind.REMINDER: self._reminder,
            Kind.REMINDED: self._reminded,
        }

    async def post(self, post: Post) -> SentMessage:
        """Post it; Undeliverable when Discord refuses it for good; on anything else, retry."""
        return await self._posters[post.kind](post)

    async def find(self, post: Post) -> SentMessage | None:
        """The message that already carries it, if there is one."""
        if post.kind in (Kind.STRIP, Kind.CLEAR, Kind.REMINDED, Kind.CHALLENGE_CHANGED):
            return None  # edits may be made twice
        since = await self._decided_at(post)
        for place in await self._possible_places(post):
            if self._io.is_guest(place):
                continue  # we may not read there
            if found := await self._io.find_message(self._io.channel(place), post, since):
                return await self._found(post, place, found)
        return await self._find_dm(post, since) if post.kind is Kind.REMINDER else None

    async def _found(self, post: Post, place: Place, found: discord.Message) -> SentMessage:
        """What was sent. A board that was edited is told of by a message without a picture."""
        channel = None if post.kind is Kind.REMINDER else place.channel
        if post.kind is Kind.BOARD and found.components and not shows_board(found.components):
            old = (await self._newest(post)).message
            if old is not None and not is_line(found.components):
                return SentMessage(old, channel, ping=found.id)
        return SentMessage(found.id, channel)

    async def _decided_at(self, post: Post) -> Instant:
        """A time before which it was not posted: of its event, or of its challenge."""
        if post.match is None:
            return (await self._app.house.challenge(post.challenge or 0)).made
        return (await self._newest(post)).match.log[post.number - 1].at

    async def _find_dm(self, post: Post, since: Instant) -> SentMessage | None:
        """The direct message that carries it, if the game is not over since."""
        record = await self._newest(post)
        if record.match.verdict:
            return None
        with suppress(discord.Forbidden, discord.NotFound):
            dm = await self._io.open_dm(record.player(record.match.turn))
            if await self._io.find_message(dm, post, since):
                return SentMessage(None)
        return None

    async def _possible_places(self, post: Post) -> list[Place]:
        """Where it may have been posted: the channel, and the match's thread."""
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

    async def _channel_reader(self, place: Place, *players: Person) -> Reader:
        guild = self._client.get_guild(place.guild) if place.guild else None
        locale = guild.preferred_locale if guild else self._guests.locale(place.channel)
        return await channel_reader(self._app.store, place.guild, locale, *players)

    async def _post_or_dm(
        self,
        post: Post,
        place: Place,
        who: Reader,
        write: Callable[[Reader], Page],
        page: Page | None = None,
    ) -> SentMessage:
        """Post it for the channel; where that fails, privately, as each player likes it.

        `page`: what is written for the channel, where that is known.
        """

        async def own(player: Player) -> Page:
            person = await self._app.store.person(player)
            return write(private(person, who.words.locale))

        return await self._io.post_or_dm(post, place, page or write(who), own)

    async def _challenge(self, post: Post) -> SentMessage:
        assert post.challenge is not None
        found = await self._app.house.challenge(post.challenge)
        who = await self._channel_reader(found.place)
        return await self._post_or_dm(post, found.place, who, partial(challenge.challenge, found))

    async def _challenge_over(self, post: Post) -> SentMessage:
        assert post.challenge is not None
        found = await self._app.house.challenge(post.challenge)
        who = await self._channel_reader(found.place)
        return await self._post_or_dm(post, found.place, who, partial(challenge.over, found))

    async def _challenge_changed(self, post: Post) -> SentMessage:
        assert post.challenge is not None
        found = await self._app.house.challenge(post.challenge)
        page = challenge.challenge(found, await self._channel_reader(found.place))
        if found.message is not None:
            await self._io.edit(found.place, found.message, page)
        return SentMessage(found.message)

    async def _close_offer(self, record: Record) -> SentMessage:
        """Remove the buttons of the offer that the newest event ended, if it is not far back."""
        page = offers.closed(record, await self._reader(record))
        yes = custom_ids.write(Press(Verb.YES, number=record.id, seen=offers.offered_at(record)))
        for each in await self._io.own_messages(self._io.channel(record.place)):
            if yes in ids_of(each.components):
                await self._io.edit(record.place, each.id, page)
                break
        return SentMessage(None)

    async def _strip(self, post: Post) -> SentMessage:
        newest = await self._newest(post)
        if post.message is None:
            if self._io.is_guest(newest.place):
                return SentMessage(None)
            return await self._close_offer(_as_it_was(newest, post))
        shown, line = await self._old_board(newest, post, post.message)
        if await self._becomes_of(newest.place) is Boards.KEEP:
            kept = [picture.name for picture in shown.pictures]
            await self._io.edit(newest.place, post.message, shown, kept)
        else:
            await self._io.edit(newest.place, post.message, line)
        return SentMessage(post.message)

    async def _old_board(self, newest: Record, post: Post, message: int) -> tuple[Page, Page]:
        """What an old board may become: itself without buttons, or a line."""
        known = self._boards.pop((message, newest.dark, newest.light), None)
        if known:
            return known
        record = _as_it_was(newest, _of_the_board(newest, post))  # posted before we started
        who, shown = await self._reader(record), await clock_state(self._app.house, record)
        page = board.board(record, who, live=False, clock=shown)
        return page, board.line(record, who.words)

    async def _becomes_of(self, place: Place) -> Boards:
        """What becomes of old boards there."""
        return (await self._app.store.guild(place.guild)).boards if place.guild else Boards.SHORT

    async def _clear(self, post: Post) -> SentMessage:
        """Delete a message that has done its work, unless all messages are kept there."""
        record = await self._newest(post)
        if post.message and await self._becomes_of(record.place) is not Boards.KEEP:
            await self._io.delete(record.place, post.message)
        return SentMessage(None)

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
            names = await file_names(self._app, self._client, record)
            tally = await self._tally(record)
            write = partial(result.result, record, tally=tally, names=names)
            sent = await self._post_or_dm(post, record.place, who, write)
        else:
            live = _is_live(record.match, newest.match)
            sent = await self._turn(post, record, who, live=live)
        return replace(sent, trouble=trouble or sent.trouble)

    async def _turn(self, post: Post, record: Record, who: Reader, *, live: bool) -> SentMessage:
        """The board of a turn; of one already played it pings no player and stays as it will be."""
        clock = await clock_state(self._app.house, record)
        boards = await self._becomes_of(record.place)

        def write(each: Reader) -> Page:
            if not live and boards is not Boards.KEEP:
                return board.line(record, each.words)
            return board.board(record, each, live=live, clock=clock)

        if boards is Boards.ONE and record.message:
            if not live:
                return SentMessage(record.message, record.place.channel)
            if sent := await self._renew(post, record, who, write(who)):
                return sent
        page = write(who)  # once: this takes longer than all else of a board
        sent = await self._post_or_dm(post, record.place, who, write, page)
        old = board.stripped(page), board.line(record, who.words)
        self._remember(sent.message, record, *old)
        return sent

    async def _renew(
        self, post: Post, record: Record, who: Reader, page: Page
    ) -> SentMessage | None:
        """Edit the one board, and ping with another message; None where it is to be posted anew."""
        assert record.message is not None
        try:
            await self._io.edit(record.place, record.message, replace(page, pings=()))
        except Undeliverable:  # deleted, or too old for an edit
            return None
        sent = await self._post_or_dm(post, record.place, who, partial(board.call, record))
        return SentMessage(record.message, record.place.channel, sent.trouble, ping=sent.message)

    async def _tally(self, record: Record) -> Tally | None:
        """All games of these two, as the dark player's; None where an account is erased."""
        if FORMER in (record.dark, record.light):
            return None
        return await self._app.store.tally(Search(record.dark, record.light))

    def _remember(self, message: int | None, record: Record, shown: Page, line: Page) -> None:
        """Keep what the board may become: most do soon, and folding the match again takes long."""
        if message is not None:
            self._boards[message, record.dark, record.light] = shown, line
        while len(self._boards) > _REMEMBERED:
            self._boards.popitem(last=False)

    async def _notice(self, post: Post) -> SentMessage:
        if post.match is None:
            return await self._challenge_over(post)
        newest = await self._newest(post)
        record = _as_it_was(newest, post)
        who = await self._reader(record)
        if record.match.shelved:
            if not newest.match.shelved:  # they have resumed already
                return SentMessage(None)
            return await self._post_or_dm(
                post, record.place, who, lambda each: time_notices.put_aside(record, each.words)
            )
        write = partial(offers.notice, record, clock=await clock_state(self._app.house, record))
        return await self._post_or_dm(post, record.place, who, write)

    async def _reminder(self, post: Post) -> SentMessage:
        """As a direct message if the player wants that and allows it; otherwise in the channel."""
        house, record = self._app.house, await self._newest(post)
        shown = await clock_state(house, record)
        if shown is None or record.match.turns != _as_it_was(record, post).match.turns:
            return SentMessage(None)  # the player has moved
        mover = await self._app.store.person(record.player(shown.side))
        who = await self._channel_reader(record.place)
        if mover.remind_dm or self._io.is_guest(record.place):
            page = time_notices.reminder(record, shown, words_of(mover.locale or who.words.locale))
            if sent := await self._io.send_dm(mover.id, post, page):
                return sent
        sent = await self._post_or_dm(
            post, record.place, who, lambda each: time_notices.reminder(record, shown, each.words)
        )
        return replace(sent, channel=None)

    async def _reminded(self, post: Post) -> SentMessage:
        """Delete a reminder; where a server keeps all messages, it only loses its button."""
        assert post.message is not None
        record = _as_it_was(await self._newest(post), post)
        mover = await self._app.store.person(record.player(record.match.turn))
        page = None
        if await self._becomes_of(record.place) is Boards.KEEP:
            who = await self._channel_reader(record.place)
            page = time_notices.reminded(record, who.words)
        await self._io.retire(record.place, mover, post.message, page)
        return SentMessage(post.message)

    async def _reader(self, record: Record) -> Reader:
        store, match = self._app.store, record.match
        mover = await store.person(record.player(match.turn))
        other = await store.person(record.player(match.turn.other))
        return await self._channel_reader(record.place, mover, other)


def _is_live(then: Match, now: Match) -> bool:
    """Whether nothing moved since."""
    return (then.plies, then.verdict) == (now.plies, now.verdict)


def _of_the_board(newest: Record, strip: Post) -> Post:
    """The strip of an old board, with the events of that board: a prepared answer had none."""
    following = newest.match.log[strip.number : strip.number + 1]
    answered = any(isinstance(each, Moved) and each.prepared for each in following)
    return replace(strip, number=strip.number - 1) if answered else strip


def _as_it_was(newest: Record, post: Post) -> Record:
    """The match as it was after the post's event."""
    then = newest.match.log[: post.number]
    return newest if then == newest.match.log else replace(newest, match=fold(then))


async def _thread_of(app: App, record: Record) -> int | None:
    """The thread of a match: its id is that of the message it starts from."""
    if not record.thread:
        return None
    assert record.challenge is not None
    return (await app.house.challenge(record.challenge)).message


async def _thread_name(client: discord.Client, app: App, record: Record, words: Words) -> str:
    """Who plays there, which game and by which rules; without the names where one is unknown."""
    values = {"number": record.id, "rules": title(record.match.game.name, words)}
    players = (record.dark, record.light)
    one, other = [cut(await name_of(app, client, each), _PERSON) for each in players]
    if not one or not other:
        return cut(words("thread.name", **values), _THREAD_NAME)
    return cut(words("thread.between", one=one, other=other, **values), _THREAD_NAME)


async def _open_thread(client: discord.Client, app: App, record: Record) -> int | Trouble:
    """Open the match's thread, or return why not: the match then stays in the channel.

    Opening it twice returns the first one.
    """
    hook = await _thread_of(app, record)
    if hook is None:
        return record.place.channel
    guild = client.get_guild(record.place.guild) if record.place.guild else None
    locale = guild.preferred_locale if guild else ""
    words = (await channel_reader(app.store, record.place.guild, locale)).words
    name = await _thread_name(client, app, record, words)
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
