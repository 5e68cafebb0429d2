"""Reminders that a player's time is running out, deleted when the turn is over."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.model.posts import DeleteReminder, ReminderPost, SentMessage
from bot.model.servers import Boards
from bot.service.clocks import clock_state
from bot.service.pings import quiet_end
from bot.ui.app import PostType
from bot.ui.pages import reminders
from bot.ui.posting.digests import tell_all
from bot.ui.posting.finding import missed_pings
from bot.ui.posting.late_pings import is_digest, several_wait, soon
from bot.ui.posting.reading import as_it_was, match_of, old_board_setting, person_of, reader_at
from bot.ui.posting.sending import tell_mover, wait_a_minute

if TYPE_CHECKING:
    from bot.ui.app import PostedMessage, Posting


async def send_reminder(posting: Posting, post: ReminderPost) -> SentMessage:
    """Send a reminder as a DM if the player wants that and allows it; otherwise in the channel.

    If several are due, one message lists everything that waits, as after quiet hours.
    """
    record = await match_of(posting, post.match)
    clock = await clock_state(posting.app.services, record)
    if clock is None or record.match.turns != as_it_was(record, post.events).match.turns:
        return SentMessage(None)  # the player has already moved
    mover = await person_of(posting, record.player(clock.side))
    if not quiet_end(mover, posting.app.services.now()):
        wait_a_minute(posting, post, mover.id)
        if await several_wait(posting, post):
            return replace(await tell_all(posting, post), covers=soon(posting))
    write = partial(reminders.reminder, record, clock)
    return await tell_mover(posting, post, record.place, mover, write)


async def found_reminder(
    posting: Posting, post: ReminderPost, posted: PostedMessage
) -> SentMessage:
    """Return a reminder's message sent before a crash, with the ping it may have missed."""
    if is_digest(posted.message):
        return SentMessage(posted.message.id, covers=soon(posting))
    if posted.place is None:
        return SentMessage(posted.message.id)
    then = as_it_was(await match_of(posting, post.match), post.events)
    mover = then.player(then.match.turn)
    later = await missed_pings(posting, post, posted.message, [mover])
    return SentMessage(posted.message.id, later=later)


async def delete_reminder(posting: Posting, post: DeleteReminder) -> SentMessage:
    """Delete a reminder; if the server keeps all messages, remove its button and its deadline."""
    newest = await match_of(posting, post.match)
    record = as_it_was(newest, post.events)
    mover = await person_of(posting, record.player(record.match.turn))
    page = None
    if await old_board_setting(posting, record.place) is Boards.KEEP:
        reader = await reader_at(posting, record.place)
        page = reminders.reminder_that_is_over(record, reader.words)
    await posting.io.retire(record.place, mover, post.message, page)
    return SentMessage(post.message)


POSTS = (
    PostType(ReminderPost, send_reminder, found_reminder, counts_down=True),
    PostType(DeleteReminder, delete_reminder),
)
