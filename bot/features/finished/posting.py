"""Folds results, and posts or edits the list of finished games that they join."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.features.finished import pages
from bot.features.finished.model import STAYS, DeleteFinished, FinishedPost, FoldResult
from bot.features.finished.tables import FinishedTables
from bot.model.people import NO_PERSONS
from bot.model.posts import SentMessage
from bot.model.servers import Boards, Place
from bot.service.lookup import readable_records
from bot.ui.answers import learn_names
from bot.ui.app import PostType
from bot.ui.posting.announcements import keep_announcement
from bot.ui.posting.cleanup import delete_posted
from bot.ui.posting.reading import old_board_setting, reader_at
from bot.ui.posting.sending import wait_until

if TYPE_CHECKING:
    from bot.features.finished.model import FinishedList
    from bot.ui.app import Posting


async def fold_result(posting: Posting, post: FoldResult) -> SentMessage:
    """Return the message of a result that joins the list; none if the result stays.

    It stays in a thread, where the server keeps all boards, and if people did something with it.
    """
    wait_until(posting, post.until)
    keeps = await old_board_setting(posting, post.place) is Boards.KEEP
    in_thread = isinstance(posting.client.get_channel(post.place.channel), discord.Thread)
    if keeps or in_thread or await posting.io.stays(post.place, post.message):
        return SentMessage(None)
    return SentMessage(post.message)


async def send_list(posting: Posting, post: FinishedPost) -> SentMessage:
    """Edit the list of a channel; repost it if its message is old or was deleted."""
    services = posting.app.services
    stored = await FinishedTables(services.store.database).find(post.place.channel)
    if stored is None:
        return SentMessage(None)
    finished, games = stored
    app, players = posting.app, {player for game in games for player in game.everyone}
    await learn_names(app, posting.client, players - NO_PERSONS)
    records = readable_records(services, games)
    ends = {game.id: record async for game, record in records if record.final}
    reader = await reader_at(posting, post.place)
    page = pages.finished_games(games, ends, app.names, reader)
    message = None if await _is_old(posting, finished) else finished.message
    sent = await keep_announcement(posting, post, page, message)
    return sent or await keep_announcement(posting, post, page, None) or SentMessage(None)


async def _is_old(posting: Posting, finished: FinishedList) -> bool:
    """Whether a list's message is so old that it should be further down, and can be deleted."""
    if finished.message is None or posting.app.services.now() - finished.posted < STAYS:
        return False
    place = Place(finished.guild, finished.channel)
    return not await posting.io.stays(place, finished.message)


POSTS = (
    PostType(FoldResult, fold_result),
    PostType(FinishedPost, send_list),
    PostType(DeleteFinished, delete_posted),
)
