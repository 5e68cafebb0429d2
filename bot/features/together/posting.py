"""The announcement of a game with partners: posted once, and edited until the game is over."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.together import cases
from bot.features.together.model import FoursomeAnnouncement
from bot.features.together.pages import announcement
from bot.model.posts import SentMessage
from bot.ui.app import PostType
from bot.ui.posting.announcements import show_announcement
from bot.ui.posting.news import awake
from bot.ui.posting.reading import reader_at

if TYPE_CHECKING:
    from bot.ui.app import Posting


async def send_announcement(posting: Posting, post: FoursomeAnnouncement) -> SentMessage:
    """Update or post the announcement; the post of a rematch or an invitation pings."""
    tables = cases.tables(posting.app.services)
    lobby = await tables.lobby(post.foursome)
    if lobby is None or not lobby.foursome.has_announcement:
        return SentMessage(None)
    game = await cases.game_of(posting.app.services, lobby)
    page = announcement(lobby, await reader_at(posting, post.place), game)
    is_new = lobby.foursome.message is None
    page = replace(page, pings=await awake(posting, post, page.pings) if is_new else ())
    is_gone = partial(tables.announcement_is_gone, lobby.foursome)
    return await show_announcement(posting, post, lobby.foursome, page, is_gone)


POSTS = (PostType(FoursomeAnnouncement, send_announcement, counts_down=True),)
