"""Posts on Discord what the outbox holds: in the right place and language, once. See bot.outbox."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.outbox import SentMessage, Trouble, Undeliverable
from bot.service import pings
from bot.service.clocks import clock_state, clock_states
from bot.service.lookup import waiting
from bot.service.model import Boards, Kind, Place, Post, Standing
from bot.ui.actions import puzzles
from bot.ui.answers import challenge_page, channel_reader, result_page
from bot.ui.channel_io import ChannelIO, UnreadableHistory
from bot.ui.components import is_line, shows_board
from bot.ui.pages import board, browse, challenge, offers, time_notices
from bot.ui.pages.reader import private
from bot.ui.permissions import open_thread, thread_of
from bot.ui.turn_list import TurnListPoster
from bot.ui.upkeep import SeasonPoster, Upkeep, of_the_board
from bot.ui.words import words_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.service.model import Challenge, Instant, Person, Player, Record
    from bot.ui.answers import App
    from bot.ui.guests import GuestChannels
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader

_PRIVATE = {Kind.REMINDER, Kind.DIGEST}
_SOUGHT = {Kind.CHALLENGE, Kind.BOARD, Kind.NOTICE, Kind.CALL, Kind.DIGEST, Kind.REMINDER}
_REMEMBERED = 1000  # boards; one takes a few kilobytes


class DiscordPoster:
    """The Poster of bot.outbox."""

    def __init__(self, client: discord.Client, app: App, guests: GuestChannels) -> None:
        self._client = client
        self._app = app
        self._guests = guests
        self._io = ChannelIO(client, app.pictures, guests)
        self._upkeep = Upkeep(client, app, self._io)
        self._seasons = SeasonPoster(client, app, self._io, self._channel_reader)
        self._turn_lists = TurnListPoster(client, app, self._io, self._channel_reader)
        # What the newest become, by message and players: some are erased since.
        self._boards: OrderedDict[tuple[int, Player, Player], tuple[Page, Page]] = OrderedDict()
        self._posters: dict[Kind, Callable[[Post], Awaitable[SentMessage]]] = {
            Kind.CHALLENGE: self._challenge,
            Kind.CHALLENGE_CHANGED: self._challenge_changed,
            Kind.BOARD: self._board,
            Kind.NOTICE: self._notice,
            Kind.STRIP: self._strip,
            Kind.CLEAR: self._clear,
            Kind.CALL: self._call,
            Kind.DIGEST: self._digest,
            Kind.REMINDER: self._reminder,
            Kind.REMINDED: self._reminded,
            Kind.COPIES: self._copies,
            Kind.THREAD: self._upkeep.rename_thread,
            Kind.SEASON: self._seasons.post,
            Kind.TURN_LIST: self._turn_lists.post,
            **puzzles.posters(app, self._io, self._channel_reader),
        }
        self._finders: dict[Kind, Callable[[Post], Awaitable[SentMessage | None]]] = {
            **dict.fromkeys(_SOUGHT, self._find),
            Kind.SEASON: self._seasons.find,
            Kind.TURN_LIST: self._turn_lists.find,
            Kind.PUZZLE: partial(puzzles.find_posted, self._io),
        }

    async def post(self, post: Post) -> SentMessage:
        """Post it; Undeliverable when Discord refuses it for good; on anything else, retry."""
        return self._upkeep.followed(post, await self._posters[post.kind](post))

    async def find(self, post: Post) -> SentMessage | None:
        """The message that already carries it, if there is one."""
        finder = self._finders.get(post.kind)
        return await finder(post) if finder else None  # edits may be made twice

    async def _find(self, post: Post) -> SentMessage | None:
        since = await self._decided_at(post)
        for place in await self._possible_places(post):
            if self._io.is_guest(place):
                continue  # we may not read there
            if found := await self._upkeep.find(place, post, since):
                return self._upkeep.followed(post, await self._found(post, place, found))
        return await self._find_dm(post, since) if post.kind in _PRIVATE else None

    async def _found(self, post: Post, place: Place, found: discord.Message) -> SentMessage:
        """What was sent. A board that was edited is told of by a message without a picture."""
        channel = place.channel if post.kind in (Kind.BOARD, Kind.NOTICE, Kind.CHALLENGE) else None
        if post.kind is Kind.BOARD:
            newest, parts = await self._newest(post), found.components
            if parts and not shows_board(parts) and not is_line(parts) and newest.message:
                return SentMessage(newest.message, channel, ping=found.id)
            over = _as_it_was(newest, post)
            if over.match.verdict:
                await self._upkeep.finish_result(over, place, found, await self._reader(over), post)
        return SentMessage(found.id, channel, later=await self._unheard(post, found))

    async def _unheard(self, post: Post, found: discord.Message) -> Sequence[Post]:
        """The posts that are to follow one that was sent without a sound."""
        if not found.flags.suppress_notifications:
            return ()
        if post.match is None:
            player = (await self._app.house.challenge(post.challenge or 0)).opponent
        else:
            then = _as_it_was(await self._newest(post), post)
            player = then.player(then.match.turn)
        if player is None or post.player is not None:
            return ()
        call = Post(Kind.CALL, post.challenge, post.match, post.number, player=player)
        return await self._later(post, player) or (replace(call, due=self._app.house.now()),)

    async def _later(self, post: Post, *players: Player) -> Sequence[Post]:
        """What pings those of these players later whom the post may not ping now."""
        persons = [await self._app.store.person(each) for each in players]
        return pings.later(self._app.house, post, persons)

    async def _decided_at(self, post: Post) -> Instant:
        """A time before which it was not posted: of its event, or of its challenge."""
        if post.match is None:
            return (await self._app.house.challenge(post.challenge or 0)).made
        return (await self._newest(post)).match.log[post.number - 1].at

    async def _find_dm(self, post: Post, since: Instant) -> SentMessage | None:
        """The direct message that carries it, if the game is not over since."""
        record = await self._newest(post) if post.match else None
        player = post.player
        if record and player is None and not record.match.verdict:
            player = record.player(record.match.turn)
        with suppress(discord.Forbidden, discord.NotFound, UnreadableHistory):
            dm = player and await self._io.open_dm(player)
            if dm and (found := await self._io.find_message(dm, post, since)):
                return SentMessage(found.id)
        return None

    async def _possible_places(self, post: Post) -> list[Place]:
        """Where it may have been posted: the channel, and the match's thread."""
        if post.match is None:
            return [(await self._app.house.challenge(post.challenge or 0)).place]
        record = await self._newest(post)
        thread = await thread_of(self._app, record)
        return [record.place, *([replace(record.place, channel=thread)] if thread else [])]

    async def _copies(self, post: Post) -> SentMessage:
        since = await self._decided_at(post)
        for place in await self._possible_places(post):
            await self._upkeep.delete_copies(post, place, since)
        return SentMessage(None)

    async def _newest(self, post: Post) -> Record:
        """The match as it is now."""
        return await self._app.house.record(post.match or 0)

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
            return write(private(await self._app.store.person(player), who.words.locale))

        page = page or write(who)
        later = await self._later(post, *page.pings)
        hushed = page.hush(each.player for each in later)
        try:
            return replace(await self._io.post_or_dm(post, place, hushed, own), later=later)
        except Undeliverable as undeliverable:
            raise Undeliverable(undeliverable.trouble, later) from undeliverable

    async def _challenge(self, post: Post) -> SentMessage:
        found = await self._app.house.challenge(post.challenge or 0)
        return await self._of_challenge(await challenge_page(self._app, found), post)

    async def _of_challenge(
        self, page: Callable[[Challenge, Reader], Page], post: Post
    ) -> SentMessage:
        found = await self._app.house.challenge(post.challenge or 0)
        who = await self._channel_reader(found.place)
        return await self._post_or_dm(post, found.place, who, partial(page, found))

    async def _challenge_changed(self, post: Post) -> SentMessage:
        found = await self._app.house.challenge(post.challenge or 0)
        write = await challenge_page(self._app, found)
        page = write(found, await self._channel_reader(found.place))
        if found.message is not None:
            await self._io.edit(found.place, found.message, page)
        return SentMessage(found.message)

    async def _strip(self, post: Post) -> SentMessage:
        newest = await self._newest(post)
        if post.message is None:
            if not self._io.is_guest(newest.place):
                record = _as_it_was(newest, post)
                who = await self._reader(record)
                await self._upkeep.close_offer(record, offers.closed(record, who))
            return SentMessage(None)
        keep = await self._becomes_of(newest.place) is Boards.KEEP
        page = await self._old_board(newest, post, post.message, keep=keep)
        await self._io.edit(newest.place, post.message, page, [each.name for each in page.pictures])
        return SentMessage(post.message)

    async def _old_board(self, newest: Record, post: Post, message: int, *, keep: bool) -> Page:
        """What an old board becomes: itself without buttons, or a line."""
        known = self._boards.pop((message, newest.dark, newest.light), None)
        if known:
            return known[0 if keep else 1]
        record = _as_it_was(newest, of_the_board(newest, post))  # posted before we started
        who = await self._reader(record)
        if not keep:
            return board.line(record, who.words)
        clock = await clock_state(self._app.house, record)
        return board.board(record, who, live=False, clock=clock)

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
            thread = await open_thread(self._client, self._app, record)
            if isinstance(thread, Trouble):
                trouble = thread
            else:
                record = replace(record, place=replace(record.place, channel=thread))
        who = await self._reader(record)
        if record.match.verdict:
            write = await result_page(self._app, self._client, record)
            sent = await self._post_or_dm(post, record.place, who, write)
        else:
            then, now = record.match, newest.match
            live = (then.plies, then.verdict) == (now.plies, now.verdict)  # nothing moved since
            sent = await self._turn(post, record, who, live=live)
        return replace(sent, trouble=trouble) if trouble else sent

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
        self._remember(sent.message, record, board.stripped(page), board.line(record, who.words))
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
        later = await self._later(post, *page.pings)
        if later or not page.pings:  # they are told when they may be pinged; or play the engine
            return SentMessage(record.message, record.place.channel, later=later)
        call = partial(board.call, record, player=record.player(record.match.turn))
        sent = await self._post_or_dm(post, record.place, who, call)
        return SentMessage(record.message, record.place.channel, sent.trouble, ping=sent.message)

    def _remember(self, message: int | None, record: Record, shown: Page, line: Page) -> None:
        """Keep what the board may become: most do soon, and folding the match again takes long."""
        if message is not None:
            self._boards[message, record.dark, record.light] = shown, line
        while len(self._boards) > _REMEMBERED:
            self._boards.popitem(last=False)

    async def _notice(self, post: Post) -> SentMessage:
        if post.match is None:
            return await self._of_challenge(challenge.over, post)
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
            later = pings.later(house, post, [mover])
            if sent := await self._io.send_dm(mover.id, post, page, silent=bool(later)):
                return replace(sent, later=later)
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

    async def _call(self, post: Post) -> SentMessage:
        """Ping a player of what was posted in their quiet hours, if it still waits for them."""
        assert post.player is not None
        if post.match is None:
            found = await self._app.house.challenge(post.challenge or 0)
            if post.player == found.by and found.standing in (Standing.DECLINED, Standing.EXPIRED):
                return await self._of_challenge(challenge.over, post)
            if found.standing is not Standing.OPEN or found.opponent != post.player:
                return SentMessage(None)
            return await self._of_challenge(challenge.call, post)
        newest = await self._newest(post)
        if not pings.still_waits(_as_it_was(newest, post).match, newest, post.player):
            return SentMessage(None)
        call = partial(board.call, newest, player=post.player)
        sent = await self._post_or_dm(post, newest.place, await self._reader(newest), call)
        return replace(sent, channel=None)

    async def _digest(self, post: Post) -> SentMessage:
        """Tell a player of all that waits for them; where they closed their messages, publicly."""
        assert post.player is not None
        house, person = self._app.house, await self._app.store.person(post.player)
        games = await waiting(house, person.id)
        asked = await self._app.store.open_challenges(person.id)
        asked = [each for each in asked if each.opponent == person.id]
        if not games and not asked:
            return SentMessage(None)
        own = private(person, self._app.locales.get(person.id, ""))
        page = browse.digest(games, asked, own, await clock_states(house, games))
        if sent := await self._io.send_dm(person.id, post, page):
            return sent
        (place, *_) = await self._possible_places(post)
        who = replace(await self._channel_reader(place), player=person.id)
        page = browse.public_digest(len(games) + len(asked), who)
        return replace(await self._io.post(post, place, page), channel=None)

    async def _reader(self, record: Record) -> Reader:
        people = [await self._app.store.person(each) for each in (record.dark, record.light)]
        return await self._channel_reader(record.place, *people)


def _as_it_was(newest: Record, post: Post) -> Record:
    """The match as it was after the post's event."""
    then = newest.match.as_of(post.number)
    return newest if then is newest.match else replace(newest, match=then)
