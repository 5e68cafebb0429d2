"""Boards: posted for each turn and for the result, and shrunk when the next one comes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.model.posts import BoardPost, SentMessage, ShrinkBoard, Trouble
from bot.model.servers import Boards
from bot.outbox import Undeliverable
from bot.service.clocks import clock_state
from bot.ui.answers import result_page
from bot.ui.app import PostType
from bot.ui.components import is_line, pictures_of, shows_board
from bot.ui.pages import board
from bot.ui.posting.finding import find_about_event, missed_pings
from bot.ui.posting.reading import as_it_was, match_reader, old_board_setting
from bot.ui.posting.sending import late_pings, post_or_dm
from bot.ui.threads import open_thread
from games.events import Moved

if TYPE_CHECKING:
    import discord

    from bot.model.matches import Record
    from bot.model.servers import Place
    from bot.ui.app import Posting
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader


async def send_board(posting: Posting, post: BoardPost) -> SentMessage:
    """Post the board of an event: the result where the match is over, else the new turn."""
    newest = await posting.app.services.record(post.match)
    record, trouble = await _in_its_thread(posting, as_it_was(newest, post.events))
    reader = await match_reader(posting, record)
    if record.match.verdict:
        write = await result_page(posting.app, record)
        sent = await post_or_dm(posting, post, record.place, reader, write)
    else:
        then, now = record.match, newest.match
        live = (then.plies, then.verdict) == (now.plies, now.verdict)  # nothing moved since
        sent = await _send_turn(posting, post, record, reader, live=live)
    return replace(sent, trouble=trouble) if trouble else sent


async def _in_its_thread(posting: Posting, record: Record) -> tuple[Record, Trouble | None]:
    """The match, moved to the thread that it is to be played in; why that could not be opened."""
    if not record.thread:
        return record, None
    thread = await open_thread(posting.client, posting.app, record)
    if isinstance(thread, Trouble):
        return record, thread
    return replace(record, place=replace(record.place, channel=thread)), None


async def _send_turn(
    posting: Posting, post: BoardPost, record: Record, reader: Reader, *, live: bool
) -> SentMessage:
    """The board of a turn; of one already played it pings no player and stays as it will be."""
    clock = await clock_state(posting.app.services, record)
    setting = await old_board_setting(posting, record.place)
    notes = await posting.app.features.board_notes(posting.app.services, record)

    def write(reader: Reader) -> Page:
        if not live and setting is not Boards.KEEP:
            return board.line(record, reader.words)
        return board.board(record, reader, live=live, clock=clock, notes=notes(reader.words))

    if setting is Boards.ONE and record.message:
        if not live:
            return SentMessage(record.message, record.place.channel)
        if sent := await _edit_one_board(posting, post, record, reader, write(reader)):
            return sent
    page = write(reader)  # once: this takes longer than all else of a board
    sent = await post_or_dm(posting, post, record.place, reader, write, page)
    if sent.message is not None:
        becomes = board.without_buttons(page), board.line(record, reader.words)
        posting.old_boards[sent.message, record.dark, record.light] = becomes
    return sent


async def _edit_one_board(
    posting: Posting, post: BoardPost, record: Record, reader: Reader, page: Page
) -> SentMessage | None:
    """Edit the one board, and ping with another message; None where it is to be posted anew."""
    assert record.message is not None
    try:
        await posting.io.edit(record.place, record.message, replace(page, pings=()))
    except Undeliverable:  # deleted, or too old for an edit
        return None
    later = await late_pings(posting, post, *page.pings)
    if later or not page.pings:  # they are told when they may be pinged; or play the engine
        return SentMessage(record.message, record.place.channel, later=later)
    write = partial(board.ping, record, player=record.player(record.match.turn))
    sent = await post_or_dm(posting, post, record.place, reader, write)
    return SentMessage(record.message, record.place.channel, sent.trouble, ping=sent.message)


async def find_board(posting: Posting, post: BoardPost) -> SentMessage | None:
    """The message that carries the board. One that was edited is told of by another message."""
    posted = await find_about_event(posting, post)
    if posted is None:
        return None
    place, message = posted.place, posted.message
    newest, shown = await posting.app.services.record(post.match), message.components
    if shown and not shows_board(shown) and not is_line(shown) and newest.message:
        return SentMessage(newest.message, place.channel, ping=message.id)
    record = as_it_was(newest, post.events)
    if record.match.verdict:
        await _add_missing_film(posting, post, record, place, message)
    later = await missed_pings(posting, post, message, board.called(record))
    return SentMessage(message.id, place.channel, later=later)


async def _add_missing_film(
    posting: Posting, post: BoardPost, record: Record, place: Place, message: discord.Message
) -> None:
    """Add its film to a result, if it was posted just before the bot was ended."""
    write = await result_page(posting.app, record)
    page = write(await match_reader(posting, record))
    shown = pictures_of(message.components)
    if any(picture.name not in shown for picture in page.pictures):
        await posting.io.add_films(place, message.id, page, post.id)


async def shrink_board(posting: Posting, post: ShrinkBoard) -> SentMessage:
    """Make a line of an old board; where all boards are kept, take its buttons."""
    record = await posting.app.services.record(post.match)
    page = await _shrunk(posting, post, record)
    pictures = [picture.name for picture in page.pictures]
    await posting.io.edit(record.place, post.message, page, pictures)
    return SentMessage(post.message)


async def _shrunk(posting: Posting, post: ShrinkBoard, newest: Record) -> Page:
    """What an old board becomes: itself without buttons, or a line."""
    keep = await old_board_setting(posting, newest.place) is Boards.KEEP
    known = posting.old_boards.pop((post.message, newest.dark, newest.light), None)
    if known:
        whole, line = known
        return whole if keep else line
    record = as_it_was(newest, _events_shown(newest, post.events))  # posted before we started
    reader = await match_reader(posting, record)
    if not keep:
        return board.line(record, reader.words)
    clock = await clock_state(posting.app.services, record)
    notes = (await posting.app.features.board_notes(posting.app.services, record))(reader.words)
    return board.board(record, reader, live=False, clock=clock, notes=notes)


def _events_shown(newest: Record, events: int) -> int:
    """After how many events the match was as the old board shows it.

    One less, where the next event was a move that was answered at once: the prepared answer stands
    on the board after it, and had none of its own.
    """
    following = newest.match.log[events : events + 1]
    answered = any(isinstance(event, Moved) and event.prepared for event in following)
    return events - 1 if answered else events


POSTS = (PostType(BoardPost, send_board, find_board), PostType(ShrinkBoard, shrink_board))
