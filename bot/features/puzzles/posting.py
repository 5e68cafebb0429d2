"""The puzzle of the day in a server's channel: posted, and shrunk when the next one comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.puzzles import pages
from bot.features.puzzles.model import DailyPuzzle, ShrinkPuzzle
from bot.features.puzzles.solving import choose_for_day
from bot.model.posts import SentMessage
from bot.model.servers import Boards
from bot.ui.app import PostType
from bot.ui.posting.news import post_news
from bot.ui.posting.reading import old_board_setting, reader_at

if TYPE_CHECKING:
    from bot.ui.app import Posting


async def send_daily_puzzle(posting: Posting, post: DailyPuzzle) -> SentMessage:
    """Post the puzzle of a day, which pings no one."""
    puzzle = await choose_for_day(posting.app.services, post.day)
    page = pages.posted(puzzle, await reader_at(posting, post.place))
    return await post_news(posting, post, page)


async def shrink_puzzle(posting: Posting, post: ShrinkPuzzle) -> SentMessage:
    """Shrink the puzzle of an earlier day to a line, unless all messages are kept there."""
    if await old_board_setting(posting, post.place) is not Boards.KEEP:
        puzzle = await choose_for_day(posting.app.services, post.day)
        page = pages.past(puzzle, post.day, await reader_at(posting, post.place))
        await posting.io.edit(post.place, post.message, page)
    return SentMessage(post.message)


POSTS = (
    PostType(DailyPuzzle, send_daily_puzzle),
    PostType(ShrinkPuzzle, shrink_puzzle),
)
