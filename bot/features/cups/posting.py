"""The card of a cup: posted once, edited as the cup goes on; see bot.features.cups.cases.

What it last said is held in memory alone: a card that would say the same again is not edited.
Law: where a person has deleted it, it is not posted again by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.features.cups import cases
from bot.features.cups.model import CupCard, Status
from bot.features.cups.pages import sheets
from bot.features.cups.pages.cup import card
from bot.model.posts import SentMessage
from bot.outbox import Undeliverable
from bot.ui.answers import learn_names
from bot.ui.app import PostType
from bot.ui.posting.finding import find_in
from bot.ui.posting.news import post_news
from bot.ui.posting.reading import reader_at

if TYPE_CHECKING:
    from bot.features.cups.course import Course
    from bot.ui.app import Posting
    from bot.ui.pages.page import Page

_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE = 10003, 10008
_GONE = 0


async def find_card(posting: Posting, post: CupCard) -> SentMessage | None:
    """The message that this post already made, if it did."""
    course = await cases.tables(posting.app.services).course(post.cup)
    if course is None or course.cup.message is not None:
        return None
    message = await find_in(posting, post, post.place, course.cup.made)
    return SentMessage(message.id) if message else None


async def send_card(posting: Posting, post: CupCard) -> SentMessage:
    """Bring the card up to date, or post it."""
    course = await cases.tables(posting.app.services).course(post.cup)
    if course is None or course.cup.status is Status.DRAFT or course.cup.message == _GONE:
        return SentMessage(None)
    page = await _page(posting, post, course)
    number = course.cup.message
    if number is None:
        sent = await post_news(posting, post, page)
    elif posting.shown.get(number) == page or await _edited(posting, post, course, page):
        sent = SentMessage(number)
    else:
        return SentMessage(None)
    if sent.message is not None:
        posting.shown[sent.message] = page
    return sent


async def _edited(posting: Posting, post: CupCard, course: Course, page: Page) -> bool:
    """Whether the card is still there; it stays as it is where it may not be edited."""
    try:
        await posting.io.edit(post.place, course.cup.message or _GONE, page)
    except Undeliverable as refused:
        cause = refused.__cause__
        code = cause.code if isinstance(cause, discord.HTTPException) else 0
        if code in {_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE}:
            await cases.card_is_gone(posting.app.services, course.cup)
            return False
    return True


async def _page(posting: Posting, post: CupCard, course: Course) -> Page:
    if course.pairings:  # only then it has a picture, with names
        shown = sheets.players_on(course, sheets.sheets(course)[0])
        await learn_names(posting.app, posting.client, shown)
    return card(course, await reader_at(posting, post.place), posting.app.names)


POSTS = (PostType(CupCard, send_card, find_card),)
