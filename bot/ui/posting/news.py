"""News of a server: posted once, in the channel of the post, mostly without pings.

A feature adds such a post with `add_news` of bot.store.servers, in the transaction that decides it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.people import FORMER
from bot.service.pings import quiet_end
from bot.ui.app import about

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.model.people import Player
    from bot.model.posts import Post, SentMessage
    from bot.ui.app import Posting
    from bot.ui.pages.page import Page


async def post_news(posting: Posting, post: Post, page: Page) -> SentMessage:
    """Post news in the post's channel. Undeliverable: retrying can't help."""
    return replace(await posting.io.post(post, post.place, page), channel=None)


async def awake(posting: Posting, post: Post, players: Iterable[Player]) -> tuple[Player, ...]:
    """Return the players that a post can ping now: not in quiet hours, without a digest.

    Nor those who were just pinged about something else.
    """
    services, pinged = posting.app.services, list["Player"]()
    for player in players:
        person = await services.store.people.person(player)
        quiet = person.digest is not None or quiet_end(person, services.now())
        if player == FORMER or quiet:
            continue
        if not posting.app.pinged.ping(services, player, about(post)):
            pinged.append(player)
    return tuple(pinged)
