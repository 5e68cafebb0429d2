"""Sends followers the news of their games: as a DM, or in their digest.

Invariant: nobody gets news about a game in a channel that they can no longer see, as far as Discord
says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.features.onlookers import cases, pages
from bot.features.onlookers.model import FollowedPost, told_at
from bot.features.onlookers.pages import GameNews
from bot.features.onlookers.tables import OnlookerTables
from bot.model.posts import BoardPost, SentMessage
from bot.outbox import NotYet
from bot.service.refusals import Refusal
from bot.store.changes import BrokenMatch
from bot.ui.app import PostType
from bot.ui.posting.digests import all_that_waits
from bot.ui.posting.reading import private_reader
from bot.ui.posting.sending import wait_a_minute

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.posts import Post
    from bot.model.servers import Place
    from bot.ui.app import Posting
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader

_NEWEST = 5  # the newest events of a game in one message
_SOON, _LONG = 2, 60  # seconds: until the next look for a board; for which to wait for one


async def send_news(posting: Posting, post: FollowedPost) -> SentMessage:
    """Send a follower all news that is due, or their digest if they have one."""
    services = posting.app.services
    person, now = await services.store.people.person(post.player), services.now()
    due = told_at(person, post.at, now)
    if now < due:
        raise NotYet(due - now)
    if person.digest is not None:
        page = (await all_that_waits(posting, post, person)).page
    else:
        news = await _news(posting, post, post.player)
        reader = private_reader(posting, person, posting.app.locales.get(person.id, ""))
        page = pages.told(news, reader) if news else None
    if page is None:
        return SentMessage(None)
    wait_a_minute(posting, post, person.id)
    sent = await posting.io.send_dm(person.id, post, page)
    return sent or SentMessage(None)


async def digest_blocks(posting: Posting, post: Post, reader: Reader) -> Sequence[Block]:
    """Return the news of followed games for a person's digest."""
    assert reader.player is not None
    return pages.in_digest(await _news(posting, post, reader.player), reader)


async def _news(posting: Posting, post: Post, player: Player) -> Sequence[GameNews]:
    """Return the news that is due with a post, by game, if its reader can still see the game."""
    tables = OnlookerTables(posting.app.services.store.database)
    by_game: dict[int, list[int]] = {}
    for told in await tables.news(player, post.due):
        by_game.setdefault(told.game, []).append(told.events)
    news: list[GameNews] = []
    for game, events in by_game.items():
        record = await _record(posting, game)
        if record and await _may_hear(posting, tables, record, player):
            then = map(record.match.as_of, events[-_NEWEST:])
            news.append(GameNews(record, tuple(then)))
    return news


async def _record(posting: Posting, game: int) -> Record | None:
    """Return the match once its newest board is posted; None if its record can't be read."""
    services = posting.app.services
    try:
        record = await services.record(game)
    except (BrokenMatch, Refusal):
        return None
    waits = await services.store.posts.board_waits(BoardPost(game, 0, first=record.first))
    if waits is not None and waits - services.now() < _LONG:
        raise NotYet(_SOON)
    return record


async def _may_hear(
    posting: Posting, tables: OnlookerTables, record: Record, player: Player
) -> bool:
    """Whether a person can still get news about a match."""
    return await tables.may_hear(cases.bars(record, player)) and await _sees(
        posting, record.place, player
    )


async def _sees(posting: Posting, place: Place, player: Player) -> bool:
    """Ask Discord whether a person can see a channel."""
    guild = posting.client.get_guild(place.guild or 0)
    if guild is None:  # the bot has left the server
        return False
    if guild.unavailable:
        raise NotYet(_LONG)
    try:
        member = await guild.fetch_member(player)
        where = guild.get_channel_or_thread(place.channel)
        where = where or await guild.fetch_channel(place.channel)
        if not where.permissions_for(member).view_channel:
            return False
        if isinstance(where, discord.Thread) and where.is_private():
            await where.fetch_member(player)
    except (discord.NotFound, discord.Forbidden, discord.ClientException):
        return False
    return True


POSTS = (PostType(FollowedPost, send_news),)
