"""The end of a season: who stood where, told in the channel where the first of them played last."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.ratings.model import Family
from bot.features.ratings.pages import standings as pages
from bot.features.ratings.seasons import starts
from bot.features.ratings.standings import SeasonPost, Table
from bot.features.ratings.standings_tables import StandingTables
from bot.model.posts import SentMessage
from bot.ui.answers import learn_names
from bot.ui.app import PostType
from bot.ui.posting.finding import find_in
from bot.ui.posting.reading import reader_at

if TYPE_CHECKING:
    from bot.model.servers import Place
    from bot.ui.app import Posting

_LINES = 10  # of each table


async def send_season(posting: Posting, post: SeasonPost) -> SentMessage:
    """Tell of it, without a ping."""
    app, place = posting.app, await _place(posting, post)
    tables = {
        family: await StandingTables(app.services.store.database).standing(
            Table(place.guild or 0, family, post.season), 0, 0, _LINES
        )
        for family in Family
    }
    players = [row.rating.player for table in tables.values() for row in table.rows]
    await learn_names(app, posting.client, players)
    reader, now = await reader_at(posting, place), app.services.now()
    page = pages.season(post.season, tables, reader, now, app.names)
    return replace(await posting.io.post(post, place, page), channel=None)


async def find_season(posting: Posting, post: SeasonPost) -> SentMessage | None:
    """The message that told of it before a crash."""
    place = await _place(posting, post)
    message = await find_in(posting, post, place, since=starts(post.season + 1))
    return SentMessage(message.id) if message else None


async def _place(posting: Posting, post: SeasonPost) -> Place:
    """The channel, not the thread of a game."""
    record = await posting.app.services.record(post.match)
    if record.challenge is None:
        return record.place
    return (await posting.app.services.challenge(record.challenge)).place


POSTS = (PostType(SeasonPost, send_season, find_season),)
