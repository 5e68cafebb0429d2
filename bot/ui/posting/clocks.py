"""The newest board of a match: edited where it stands, when its clock or its votes change.

So is what features count there.

Law: it pings no one, and never shows a position other than the one that the board shows.

Discord lets a bot edit few messages that are older than an hour (its error 30046), and discord.py
waits for as long as it is told to. That holds up nothing but other old messages of that channel,
see `Post.changes_old`. Meanwhile the board shows the old time, which Discord's own timestamp counts
down: it is too early, never too late. What fails in the end is tried again later, as all posts are.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.posts import BoardPost, ClockPost, SentMessage
from bot.outbox import NotYet, Undeliverable
from bot.service.clocks import clock_state
from bot.ui.app import PostType
from bot.ui.pages import board
from bot.ui.posting import walls
from bot.ui.posting.reading import as_it_was, match_of, match_reader
from bot.ui.slots import board_additions, turn_controls

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.ui.app import Posting

_SOON = 2  # seconds after which to look again for a board that is being posted


async def show_clock(posting: Posting, post: ClockPost) -> SentMessage:
    """Edit the newest board, once no newer one waits to be posted; that on the wall at once."""
    newest = await match_of(posting, post.match)
    if newest.on_wall:
        return await walls.show_board(posting, newest)
    if newest.thread:
        await _wait_for_board(posting, newest)
        newest = await match_of(posting, post.match)  # its thread may be open now
    record = await _on_a_board(posting, newest)
    if record is not None:
        await _edit(posting, record)
        after = await _on_a_board(posting, await match_of(posting, post.match))
        if after and (after.message, after.shown) != (record.message, record.shown):
            raise NotYet(_SOON)  # the newer board may have the older clock
    return SentMessage(None)


async def _on_a_board(posting: Posting, newest: Record) -> Record | None:
    """The match; None where it is over, or where its board could not be posted.

    NotYet where a newer board is to be posted.
    """
    if newest.match.verdict or newest.alone:
        return None
    await _wait_for_board(posting, newest)
    if newest.message is None or newest.shown is None:
        return None
    shown = as_it_was(newest, newest.shown)
    return newest if shown.match.turns == newest.match.turns else None


async def _wait_for_board(posting: Posting, newest: Record) -> None:
    """NotYet where a newer board is to be posted."""
    services = posting.app.services
    due = await services.store.posts.board_waits(BoardPost(newest.id, 0, first=newest.first))
    if due is not None:  # one that could not be posted is tried again much later
        raise NotYet(max(_SOON, due - services.now()))


async def _edit(posting: Posting, newest: Record) -> None:
    """Show the clock, and leave the picture as it is: what happened since moved no man."""
    assert newest.message is not None
    assert newest.shown is not None
    clock = await clock_state(posting.app.services, newest)  # days were given since
    record = as_it_was(newest, newest.shown)
    reader = await match_reader(posting, record)
    additions = await board_additions(posting.app, record)
    under = (await turn_controls(posting.app, record))(reader.words)
    page = board.board(record, reader, clock=clock, additions=additions, controls=under)
    if posting.shown.get(newest.message) == page:
        return  # as after *I'm back*, of which the clockwork hears too
    pictures = [picture.name for picture in page.pictures]
    with suppress(Undeliverable):  # it was deleted, say
        await posting.io.edit(newest.place, newest.message, replace(page, pings=()), pictures)
        posting.shown[newest.message] = page
    key = newest.message, record.everyone
    if key in posting.old_boards:
        old, line = posting.old_boards[key]
        if old:
            old = board.board(record, reader.later, live=False, additions=additions)
        posting.old_boards[key] = old, line


POSTS = (PostType(ClockPost, show_clock, counts_down=True),)
