"""The end of a season: its leaderboards, posted in the server's news."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.ratings.model import Family
from bot.features.ratings.pages import standings as pages
from bot.features.ratings.standings import SeasonPost, Table
from bot.features.ratings.standings_tables import StandingTables
from bot.model.posts import SentMessage
from bot.model.seasons import season_of
from bot.ui.answers import learn_names
from bot.ui.app import PostType
from bot.ui.posting.news import post_news
from bot.ui.posting.reading import reader_at
from bot.ui.slots import SEASON_BUTTONS

if TYPE_CHECKING:
    from bot.ui.app import Posting

_LINES = 10  # of each leaderboard


async def send_season(posting: Posting, post: SeasonPost) -> SentMessage:
    """Post a season's end, and the next season's start if that is current. Empty: post nothing."""
    app, guild = posting.app, post.place.guild or 0
    tables = {
        family: await StandingTables(app.services.store.database).standing(
            Table(guild, family, post.season), 0, 0, _LINES
        )
        for family in Family
    }
    begun = season_of(app.services.now()) == post.season + 1
    if not begun and not any(table.rows for table in tables.values()):
        return SentMessage(None)
    players = [row.rating.player for table in tables.values() for row in table.rows]
    await learn_names(app, posting.client, players)
    reader = await reader_at(posting, post.place)
    buttons = app.features.buttons(SEASON_BUTTONS, reader.words)
    page = pages.season(post.season, tables, reader, app.drawn_names, begun=begun, more=buttons)
    return await post_news(posting, post, page)


POSTS = (PostType(SeasonPost, send_season),)
