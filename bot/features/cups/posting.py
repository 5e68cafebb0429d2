"""The card of a cup, posted once and edited as the cup goes on; and the post of its end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.cups import cases
from bot.features.cups.model import CupCard, CupResult
from bot.features.cups.pages import sheets
from bot.features.cups.pages.cup import card, result
from bot.model.club import Status
from bot.model.posts import SentMessage
from bot.service.club import card_is_gone
from bot.ui.answers import learn_names
from bot.ui.app import PostType
from bot.ui.posting import cards
from bot.ui.posting.cards import show_card
from bot.ui.posting.news import find_end, post_end
from bot.ui.posting.reading import reader_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.features.cups.course import Course
    from bot.model.people import Player
    from bot.ui.app import Posting
    from bot.ui.pages.page import Page


async def find_card(posting: Posting, post: CupCard) -> SentMessage | None:
    """The message that this post already made, if it did."""
    cup = await cases.tables(posting.app.services).one(post.cup)
    return await cards.find_card(posting, post, cup)


async def send_card(posting: Posting, post: CupCard) -> SentMessage:
    """Bring the card up to date, or post it."""
    course = await cases.tables(posting.app.services).course(post.cup)
    if course is None or not course.cup.has_card:
        return SentMessage(None)
    page, tables = await _page(posting, post, course), cases.tables(posting.app.services)
    is_gone = partial(card_is_gone, tables, course.cup)
    return await show_card(posting, post, course.cup, page, is_gone)


async def _page(posting: Posting, post: CupCard, course: Course) -> Page:
    if course.pairings:  # only then it has a picture, with names
        shown = sheets.players_on(course, sheets.sheets(course)[0])
        await learn_names(posting.app, posting.client, shown)
    return card(course, await reader_at(posting, post.place), posting.app.drawn_names)


async def send_result(posting: Posting, post: CupResult) -> SentMessage:
    """Tell who has won, and ping them; where it did not begin, those who have joined."""
    course = await cases.tables(posting.app.services).course(post.cup)
    if course is None or course.cup.is_live:
        return SentMessage(None)
    return await post_end(posting, post, _concerned(course), partial(result, course))


def _concerned(course: Course) -> Iterable[Player]:
    if course.cup.status is not Status.OVER:
        return [entry.player for entry in course.present]
    return course.winners


async def find_result(posting: Posting, post: CupResult) -> SentMessage | None:
    """The message that told of it before a crash."""
    cup = await cases.tables(posting.app.services).one(post.cup)
    return await find_end(posting, post, cup)


POSTS = (
    PostType(CupCard, send_card, find_card, counts_down=True),
    PostType(CupResult, send_result, find_result),
)
