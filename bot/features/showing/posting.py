"""Posts shared pages, and deletes removed ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.showing import pages
from bot.features.showing.model import DeleteShowing, ShowingPost
from bot.features.showing.tables import ShowingTables
from bot.model.posts import SentMessage
from bot.service.refusals import Refusal
from bot.ui.actions.commands import public_pages
from bot.ui.app import PostType
from bot.ui.buttons import read_press
from bot.ui.posting.cleanup import delete_posted
from bot.ui.posting.reading import reader_at
from bot.ui.showing import View, public_page

if TYPE_CHECKING:
    from bot.features.showing.model import Showing
    from bot.ui.app import Posting
    from bot.ui.pages.page import Page


async def send_showing(posting: Posting, post: ShowingPost) -> SentMessage:
    """Post a shared page in its current state, without pings; nothing if it can't be shared now."""
    showing = await _find(posting, post)
    page = await _page(posting, showing) if showing else None
    if showing is None or page is None:
        return SentMessage(None)
    return replace(await posting.io.post(post, showing.place, page), channel=None)


async def _find(posting: Posting, post: ShowingPost) -> Showing | None:
    return await ShowingTables(posting.app.services.store.database).find(post.showing)


async def _page(posting: Posting, showing: Showing) -> Page | None:
    """Return the shared page as everyone sees it; None if it can't be shared any more."""
    if showing.removed:
        return None
    app, reader = posting.app, await reader_at(posting, showing.place)
    view = View(app, posting.client, showing.player, showing.place, reader)
    opened = read_press(showing.press)
    try:
        page = await public_page(public_pages(app.features), opened).write(view, opened)
    except Refusal:
        return None
    return pages.posted(showing, page, reader.words)


POSTS = (
    PostType(ShowingPost, send_showing),
    PostType(DeleteShowing, delete_posted),
)
