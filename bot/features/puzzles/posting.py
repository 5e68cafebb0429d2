"""The puzzle of the day in a server's channel: posted, and deleted when the next one comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.puzzles import pages
from bot.features.puzzles.model import DailyPuzzle, ShrinkPuzzle
from bot.features.puzzles.solving import choose_for_day, solvers_before
from bot.model.posts import SentMessage
from bot.model.servers import Boards
from bot.ui.app import PostType
from bot.ui.posting.news import post_news
from bot.ui.posting.reading import old_board_setting, reader_at

if TYPE_CHECKING:
    from bot.ui.app import Posting


async def send_daily_puzzle(posting: Posting, post: DailyPuzzle) -> SentMessage:
    """Post the puzzle of a day, which names the solvers of the last one and pings no one."""
    services, guild = posting.app.services, post.place.guild
    puzzle = await choose_for_day(services, post.day)
    solvers = await solvers_before(services, guild, post.day) if guild else ()
    page = pages.posted(puzzle, await reader_at(posting, post.place), solvers)
    return await post_news(posting, post, page)


async def shrink_puzzle(posting: Posting, post: ShrinkPuzzle) -> SentMessage:
    """Delete an earlier day's puzzle, unless all messages are kept there.

    With people's reactions, it becomes a line; also where we can't read them.
    """
    if await old_board_setting(posting, post.place) is Boards.KEEP:
        return SentMessage(None)
    if not await posting.io.stays(post.place, post.message):
        await posting.io.delete(post.place, post.message)
    else:
        puzzle = await choose_for_day(posting.app.services, post.day)
        page = pages.past(puzzle, post.day, await reader_at(posting, post.place))
        await posting.io.edit(post.place, post.message, page)
    return SentMessage(None)


POSTS = (
    PostType(DailyPuzzle, send_daily_puzzle),
    PostType(ShrinkPuzzle, shrink_puzzle),
)
