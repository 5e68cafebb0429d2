"""The card of a team match, posted once and edited as it goes on; and once, how it ended."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.teams import cases
from bot.features.teams.course import ended_last
from bot.features.teams.model import TeamCard, TeamResult
from bot.features.teams.pages.contest import card, result
from bot.model.club import Status
from bot.model.people import FORMER
from bot.model.posts import SentMessage
from bot.service.club import card_is_gone
from bot.service.pings import quiet_end
from bot.ui.answers import learn_names
from bot.ui.app import PostType
from bot.ui.posting import cards
from bot.ui.posting.cards import show_card
from bot.ui.posting.news import find_news, post_news
from bot.ui.posting.reading import reader_at

if TYPE_CHECKING:
    from bot.features.teams.course import Course
    from bot.model.people import Player
    from bot.ui.app import Posting


async def find_card(posting: Posting, post: TeamCard) -> SentMessage | None:
    """The message that this post already made, if it did."""
    contest = await cases.tables(posting.app.services).one(post.contest)
    return await cards.find_card(posting, post, contest)


async def send_card(posting: Posting, post: TeamCard) -> SentMessage:
    """Bring the card up to date, or post it."""
    tables = cases.tables(posting.app.services)
    course = await tables.course(post.contest)
    if course is None or not course.contest.has_card:
        return SentMessage(None)
    await learn_names(posting.app, posting.client, _players(course))
    page = card(course, await reader_at(posting, post.place), posting.app.drawn_names)
    is_gone = partial(card_is_gone, tables, course.contest)
    return await show_card(posting, post, course.contest, page, is_gone)


def _players(course: Course) -> list[Player]:
    """Whose names stand on the picture."""
    seats = [member for board in course.boards for member in (board.red, board.blue)]
    return [member.player for member in seats if member.player != FORMER]


async def send_result(posting: Posting, post: TeamResult) -> SentMessage:
    """Tell of the end, silent but for those who have played and have not heard of it."""
    course = await cases.tables(posting.app.services).course(post.contest)
    if course is None or course.contest.status is not Status.OVER:
        return SentMessage(None)
    page = result(course, await reader_at(posting, post.place), await _pinged(posting, course))
    return await post_news(posting, post, page)


async def _pinged(posting: Posting, course: Course) -> tuple[Player, ...]:
    """Who is pinged: not who ended it, nor anyone in their quiet hours or who wants a digest."""
    services, heard = posting.app.services, ended_last(course)
    pinged: list[Player] = []
    for board in course.boards:
        for member in (board.red, board.blue):
            person = await services.store.people.person(member.player)
            awake = person.digest is None and not quiet_end(person, services.now())
            if awake and member.player != FORMER and member.seat not in heard:
                pinged.append(member.player)
    return tuple(pinged)


async def find_result(posting: Posting, post: TeamResult) -> SentMessage | None:
    """The message that told of it before a crash."""
    course = await cases.tables(posting.app.services).course(post.contest)
    ended = course and course.contest.ended
    return None if ended is None else await find_news(posting, post, ended)


POSTS = (
    PostType(TeamCard, send_card, find_card),
    PostType(TeamResult, send_result, find_result),
)
