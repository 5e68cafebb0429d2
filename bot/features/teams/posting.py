"""The card of a team match, posted once and edited as it goes on; and once, how it ended."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.features.teams import cases
from bot.features.teams.course import ended_last
from bot.features.teams.model import TeamCard, TeamResult
from bot.features.teams.pages.contest import card, result
from bot.model.people import FORMER
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

    from bot.features.teams.course import Course
    from bot.features.teams.model import Member
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
    return [member.player for member in _seats(course) if member.player != FORMER]


async def send_result(posting: Posting, post: TeamResult) -> SentMessage:
    """Tell of the end, silent but for those who have played and have not heard of it.

    Where it did not begin, those who have joined are told.
    """
    course = await cases.tables(posting.app.services).course(post.contest)
    if course is None or course.contest.is_live:
        return SentMessage(None)
    return await post_end(posting, post, _concerned(course), partial(result, course))


def _concerned(course: Course) -> Iterable[Player]:
    """Who is to hear of the end: all who were to play, but who ended it."""
    if not course.boards:
        return [member.player for member in course.members if not course.is_out(member)]
    seats, heard = _seats(course), ended_last(course)
    return [member.player for member in seats if member.seat not in heard]


def _seats(course: Course) -> list[Member]:
    """Who has a board."""
    return [member for board in course.boards for member in (board.red, board.blue)]


async def find_result(posting: Posting, post: TeamResult) -> SentMessage | None:
    """The message that told of it before a crash."""
    contest = await cases.tables(posting.app.services).one(post.contest)
    return await find_end(posting, post, contest)


POSTS = (
    PostType(TeamCard, send_card, find_card, counts_down=True),
    PostType(TeamResult, send_result, find_result),
)
