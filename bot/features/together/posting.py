"""The card of a game of four, posted once and edited until that is over."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.features.together import cases
from bot.features.together.model import FoursomeCard
from bot.features.together.pages import card
from bot.model.posts import SentMessage
from bot.ui.app import PostType
from bot.ui.posting.cards import show_card
from bot.ui.posting.news import awake
from bot.ui.posting.reading import reader_at

if TYPE_CHECKING:
    from bot.ui.app import Posting


async def send_card(posting: Posting, post: FoursomeCard) -> SentMessage:
    """Bring the card up to date, or post it: then it pings whom a rematch calls."""
    tables = cases.tables(posting.app.services)
    lobby = await tables.lobby(post.foursome)
    if lobby is None or not lobby.foursome.has_card:
        return SentMessage(None)
    game = await cases.game_of(posting.app.services, lobby)
    page = card(lobby, await reader_at(posting, post.place), game)
    is_new = lobby.foursome.message is None
    page = replace(page, pings=await awake(posting, page.pings) if is_new else ())
    is_gone = partial(tables.card_is_gone, lobby.foursome)
    return await show_card(posting, post, lobby.foursome, page, is_gone)


POSTS = (PostType(FoursomeCard, send_card, counts_down=True),)
