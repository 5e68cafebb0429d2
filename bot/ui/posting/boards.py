"""Boards: posted for each turn and for the result, and shrunk when the next one is posted."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.posts import BoardPost, SentMessage, ShrinkBoard, Trouble
from bot.model.servers import Boards
from bot.outbox import NotYet, Undeliverable
from bot.ui.answers import result_page, stop_lines
from bot.ui.app import PostType
from bot.ui.components import pictures_of
from bot.ui.pages import board, naming, result
from bot.ui.posting import walls
from bot.ui.posting.finding import missed_pings
from bot.ui.posting.reading import as_it_was, match_of, match_reader, old_board_setting, page_writer
from bot.ui.posting.sending import post_or_dm
from bot.ui.slots import RESULT_HEAD, RESULT_LINES, board_additions
from bot.ui.threads import open_thread
from games.events import Moved

if TYPE_CHECKING:
    from collections.abc import Callable

    import discord

    from bot.model.matches import Record
    from bot.model.servers import Place
    from bot.ui.app import PostedMessage, Posting
    from bot.ui.pages.board import OldBoardLine
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader

_SOON = 1  # seconds


async def send_board(posting: Posting, post: BoardPost) -> SentMessage:
    """Post the board of an event: the result if the match is over, else the new turn."""
    newest = await match_of(posting, post.match)
    told = await walls.send_turn(posting, post, newest)
    if isinstance(told, SentMessage):
        return told
    newest = walls.at_home(newest)
    record, trouble = as_it_was(newest, post.events), told
    if trouble is None:
        record, trouble = await in_its_thread(posting, record)
    reader = await match_reader(posting, record)
    if record.match.verdict:
        write = await _result_writer(posting, record)
        sent = await post_or_dm(posting, post, record.place, reader, write)
    else:
        then, now = record.match, newest.match
        live = (then.plies, then.verdict) == (now.plies, now.verdict)  # nothing has moved since
        sent = await _send_turn(posting, post, record, reader, live=live)
    return replace(sent, trouble=trouble) if trouble else sent


async def _result_writer(posting: Posting, record: Record) -> Callable[[Reader], Page]:
    """Return the writer of a result's message; a game without a result leaves one line."""
    verdict = record.match.verdict
    if verdict is None or verdict.has_result:
        return await page_writer(posting, record)
    app = posting.app
    why = await stop_lines(app.services, record)
    more = await app.features.lines(RESULT_LINES, app.services, record)
    told = await app.features.first(RESULT_HEAD, app.services, record)

    def write(reader: Reader) -> Page:
        lines = (*why(reader.words), *more(reader.words))
        return result.no_result(record, reader, lines, told)

    return write


async def in_its_thread(posting: Posting, record: Record) -> tuple[Record, Trouble | None]:
    """Return a match moved to its thread, or the reason why its thread can't be opened.

    Raise NotYet while the challenge's message isn't posted yet: the thread starts from it.
    """
    if not record.thread:
        return record, None
    posts = posting.app.services.store.posts
    if record.challenge and await posts.challenge_waits(record.challenge):
        raise NotYet(_SOON)
    thread = await open_thread(posting, record)
    if isinstance(thread, Trouble):
        return record, thread
    return replace(record, place=replace(record.place, channel=thread)), None


async def _send_turn(
    posting: Posting, post: BoardPost, record: Record, reader: Reader, *, live: bool
) -> SentMessage:
    """Post the board of a turn. If the turn is over, ping no one and post it as an old board."""
    setting = await old_board_setting(posting, record.place)
    if not live and setting is Boards.ONE:  # the live board comes next
        return SentMessage(None, record.place.channel)
    write_board = await page_writer(posting, record, live=live)

    def write(reader: Reader) -> Page:
        if not live and setting is not Boards.KEEP:
            return board.line(board.old_board_line(record, reader.words))
        return write_board(reader)

    page = write(reader)  # written only once: nothing else about a board takes longer
    sent = await post_or_dm(posting, post, record.place, reader, write, page)
    if sent.message is not None and setting is not Boards.ONE:
        keep = setting is Boards.KEEP
        old = (await page_writer(posting, record, live=False))(reader.later) if keep else None
        becomes = old, board.old_board_line(record, reader.words)
        posting.old_boards[sent.message, record.everyone] = becomes
    return sent


async def found_board(posting: Posting, post: BoardPost, posted: PostedMessage) -> SentMessage:
    """Return a board's message sent before a crash, with the animation it may lack."""
    newest = await match_of(posting, post.match)
    place, message = posted.place or newest.place, posted.message
    record, on_wall = as_it_was(newest, post.events), walls.stands_on(newest, posted)
    if not on_wall and record.match.verdict and record.match.verdict.has_result:
        await _add_missing_film(posting, post, record, place, message)
    later = await missed_pings(posting, post, message, board.pinged(record))
    return SentMessage(message.id, place.channel, later=later, on_wall=on_wall)


async def _add_missing_film(
    posting: Posting, post: BoardPost, record: Record, place: Place, message: discord.Message
) -> None:
    """Add the animation to a result if the bot was stopped before it could."""
    write = await result_page(posting.app, record)
    page = write(await match_reader(posting, record))
    shown = pictures_of(message.components)
    if any(picture.name not in shown for picture in page.pictures):
        await posting.io.add_films(place, message.id, page, post.id)


async def shrink_board(posting: Posting, post: ShrinkBoard) -> SentMessage:
    """Delete an old board, or turn it into a line; if all boards are kept, only remove its buttons.

    The returned message is the line, if it has room for another move.
    """
    setting = await old_board_setting(posting, post.place)
    if setting is Boards.ONE and posting.client.get_guild(post.place.guild or 0):
        await posting.io.delete(post.place, post.message)  # without reading the match
        return SentMessage(None)
    newest = await match_of(posting, post.match)
    if setting is Boards.ONE:
        await posting.io.delete(newest.place, post.message)
        return SentMessage(None)
    known = posting.old_boards.pop((post.message, newest.everyone), None)
    whole, told = known or await _shrunk(posting, post, newest)
    if whole and setting is Boards.KEEP:
        pictures = [picture.name for picture in whole.pictures]
        await posting.io.edit(newest.place, post.message, whole, pictures)
        return SentMessage(None)
    return await _leave_line(posting, post, newest, told)


async def _leave_line(
    posting: Posting, post: ShrinkBoard, newest: Record, told: OldBoardLine
) -> SentMessage:
    """Add an old board's move to the line before it if that has room; else turn it into a line."""
    link = naming.link(newest.place, post.following)
    if newest.line is not None and not told.closed:
        with suppress(Undeliverable):  # deleted, or too old to edit
            page = board.line(told, link, longer=True)
            await posting.io.edit(newest.place, newest.line, page)
            await posting.io.delete(newest.place, post.message)
            return SentMessage(newest.line if told.has_room(longer=True) else None)
    await posting.io.edit(newest.place, post.message, board.line(told, link))
    return SentMessage(post.message if told.has_room(longer=False) else None)


async def _shrunk(posting: Posting, post: ShrinkBoard, newest: Record) -> tuple[Page, OldBoardLine]:
    """Return an old board as a page without buttons, and as the line that can replace it."""
    record = as_it_was(newest, _events_shown(newest, post.events))
    reader = await match_reader(posting, record)
    additions = await board_additions(posting.app, record)
    page = board.board(record, reader, live=False, additions=additions)
    return page, board.old_board_line(record, reader.words)


def _events_shown(newest: Record, events: int) -> int:
    """Return how many events of its match an old board shows.

    One fewer if the next event was a move answered at once: the planned reply is on the board after
    that move, and had no board of its own.
    """
    following = newest.match.log[events : events + 1]
    answered = any(isinstance(event, Moved) and event.prepared for event in following)
    return events - 1 if answered else events


POSTS = (
    PostType(BoardPost, send_board, found_board, counts_down=True),
    PostType(ShrinkBoard, shrink_board),
)
