"""News of a server: posted once in the channel that its post is for, mostly pinging no one.

A feature adds such a post with `add_news` of bot.store.servers, in the transaction that decides it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.people import FORMER
from bot.model.posts import SentMessage
from bot.service.pings import quiet_end
from bot.ui.posting.finding import find_in
from bot.ui.posting.reading import reader_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.model.club import Competition
    from bot.model.people import Player
    from bot.model.posts import Post
    from bot.model.times import Instant
    from bot.ui.app import Posting
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader


async def post_news(posting: Posting, post: Post, page: Page) -> SentMessage:
    """Post it where it belongs; Undeliverable where that can never work."""
    return replace(await posting.io.post(post, post.place, page), channel=None)


async def awake(posting: Posting, players: Iterable[Player]) -> tuple[Player, ...]:
    """Those who may be pinged now: nobody in their quiet hours, nor who wants a digest."""
    services, pinged = posting.app.services, list["Player"]()
    for player in players:
        person = await services.store.people.person(player)
        if player != FORMER and person.digest is None and not quiet_end(person, services.now()):
            pinged.append(player)
    return tuple(pinged)


async def post_end(
    posting: Posting,
    post: Post,
    concerned: Iterable[Player],
    write: Callable[[Reader, tuple[Player, ...]], Page],
) -> SentMessage:
    """Tell how a competition ended; those of whom it is the news are pinged, if they may be."""
    reader, pinged = await reader_at(posting, post.place), await awake(posting, concerned)
    return await post_news(posting, post, write(reader, pinged))


async def find_end(
    posting: Posting, post: Post, competition: Competition | None
) -> SentMessage | None:
    """The message that told of its end before a crash."""
    if competition is None or competition.ended is None:
        return None
    return await find_news(posting, post, competition.ended)


async def find_news(posting: Posting, post: Post, since: Instant) -> SentMessage | None:
    """The message that told of it before a crash; it was decided at `since`."""
    message = await find_in(posting, post, post.place, since)
    return SentMessage(message.id) if message else None
