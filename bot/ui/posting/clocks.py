"""Edits a match's newest board when its clock or its votes change.

A result is edited when the second of two games starts: its button goes.
Features' counts on the board are updated in the same way.
Invariant: an edit pings no one, and never changes the position that a board shows.

Discord lets a bot make few edits of messages older than an hour (its error 30046), and discord.py
waits as long as Discord asks. Only other old messages of that channel wait too, see
`Post.changes_old`. Until then the board shows the old deadline as a timestamp: too early, never too
late. Edits that fail are retried later, like all posts.
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
from bot.ui.posting.reading import as_it_was, match_of, match_reader, page_writer
from bot.ui.slots import board_additions, turn_controls

if TYPE_CHECKING:
    from bot.model.matches import Record
    from bot.ui.app import Posting

_SOON = 2  # seconds to wait for a board that is being posted


async def show_clock(posting: Posting, post: ClockPost) -> SentMessage:
    """Edit the newest board once no newer one waits to be posted; on the wall, edit at once."""
    newest = await match_of(posting, post.match)
    if newest.on_wall:
        return await walls.show_board(posting, newest)
    if newest.thread:
        await _wait_for_board(posting, newest)
        newest = await match_of(posting, post.match)  # its thread may be open by now
    if newest.is_halfway:
        await _edit_result(posting, newest)
        return SentMessage(None)
    record = await _on_a_board(posting, newest)
    if record is not None:
        await _edit(posting, record)
        after = await _on_a_board(posting, await match_of(posting, post.match))
        if after and (after.message, after.shown) != (record.message, record.shown):
            raise NotYet(_SOON)  # the newer board may show the older clock
    return SentMessage(None)


async def _edit_result(posting: Posting, newest: Record) -> None:
    """Update the result of the first of two games, and leave its pictures alone."""
    await _wait_for_board(posting, newest)
    if newest.message is None:
        return
    page = (await page_writer(posting, newest))(await match_reader(posting, newest))
    pictures = [picture.name for picture in page.pictures]
    with suppress(Undeliverable):  # such as a deleted message
        await posting.io.edit(newest.place, newest.message, replace(page, pings=()), pictures)


async def _on_a_board(posting: Posting, newest: Record) -> Record | None:
    """Return the match if its newest board shows the current turn, else None.

    Raise NotYet while a newer board is waiting to be posted.
    """
    if newest.match.verdict or newest.alone:
        return None
    await _wait_for_board(posting, newest)
    if newest.message is None or newest.shown is None:
        return None
    shown = as_it_was(newest, newest.shown)
    return newest if shown.match.turns == newest.match.turns else None


async def _wait_for_board(posting: Posting, newest: Record) -> None:
    """Raise NotYet while a newer board is waiting to be posted."""
    services = posting.app.services
    due = await services.store.posts.board_waits(BoardPost(newest.id, 0, first=newest.first))
    if due is not None:  # much later if the board couldn't be posted and will be retried
        raise NotYet(max(_SOON, due - services.now()))


async def _edit(posting: Posting, newest: Record) -> None:
    """Update a board's clock and leave its picture alone: nothing has moved since."""
    assert newest.message is not None
    assert newest.shown is not None
    clock = await clock_state(posting.app.services, newest)  # with the extra days given since
    record = as_it_was(newest, newest.shown)
    reader = await match_reader(posting, record)
    additions = await board_additions(posting.app, record)
    under = (await turn_controls(posting.app, record))(reader.words)
    page = board.board(record, reader, clock=clock, additions=additions, controls=under)
    if posting.shown.get(newest.message) == page:
        return  # such as after *I'm back*, which the clockwork handles too
    pictures = [picture.name for picture in page.pictures]
    with suppress(Undeliverable):  # such as a deleted message
        await posting.io.edit(newest.place, newest.message, replace(page, pings=()), pictures)
        posting.shown[newest.message] = page
    key = newest.message, record.everyone
    if key in posting.old_boards:
        old, line = posting.old_boards[key]
        if old:
            old = board.board(record, reader.later, live=False, additions=additions)
        posting.old_boards[key] = old, line


POSTS = (PostType(ClockPost, show_clock, counts_down=True),)
