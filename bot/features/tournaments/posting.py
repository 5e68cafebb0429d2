"""A tournament's announcement, posted once and edited as it goes on; and the post of its end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.tournaments import cases
from bot.features.tournaments.model import Announcement, Status, TournamentResult
from bot.features.tournaments.pages import sheets
from bot.features.tournaments.pages.announcement import announcement, result
from bot.model.posts import SentMessage
from bot.ui.answers import learn_names
from bot.ui.app import PostType
from bot.ui.posting.announcements import show_announcement
from bot.ui.posting.news import awake, post_news
from bot.ui.posting.reading import reader_at

if TYPE_CHECKING:
    from bot.ui.app import Posting


async def send_announcement(posting: Posting, post: Announcement) -> SentMessage:
    """Update or post the announcement."""
    services = posting.app.services
    state = await cases.tables(services).state(post.tournament)
    if state is None or not state.tournament.has_announcement:
        return SentMessage(None)
    if state.pairings:  # only then there is a picture, with names
        shown = sheets.players_on(state, state.form.sheets(state)[0])
        await learn_names(posting.app, posting.client, shown)
    reader = await reader_at(posting, post.place)
    page = announcement(state, reader, posting.app.drawn_names, await cases.now_in(services, state))
    is_gone = partial(cases.announcement_is_gone, services, state.tournament)
    return await show_announcement(posting, post, state.tournament, page, is_gone)


async def send_result(posting: Posting, post: TournamentResult) -> SentMessage:
    """Announce the end and ping the winners; if the tournament didn't start, ping everyone."""
    state = await cases.tables(posting.app.services).state(post.tournament)
    if state is None or state.tournament.is_live:
        return SentMessage(None)
    told = state.form.told(state)
    if state.tournament.status is not Status.OVER:
        told = [entry.player for entry in state.present]
    reader, pinged = await reader_at(posting, post.place), await awake(posting, told)
    return await post_news(posting, post, result(state, reader, pinged))


POSTS = (
    PostType(Announcement, send_announcement, counts_down=True),
    PostType(TournamentResult, send_result),
)
