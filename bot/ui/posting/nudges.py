"""Nudges: that it is still a player's turn, where there is no clock. One at a time for a match.

Law: none is sent in quiet hours: it then comes with all else that pings when they end. For a person
who wants one message a day it is a part of that.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.model.posts import NudgePost, SentMessage
from bot.service import pings
from bot.ui.app import PostType
from bot.ui.pages import reminders
from bot.ui.posting.reading import as_it_was, match_of, person_of
from bot.ui.posting.sending import tell_mover

if TYPE_CHECKING:
    from bot.ui.app import Posting


async def send_nudge(posting: Posting, post: NudgePost) -> SentMessage:
    """Send a nudge as a DM if the player wants that and allows it; otherwise in the channel."""
    services = posting.app.services
    record = await match_of(posting, post.match)
    match = record.match
    if match.verdict or match.shelved or match.turns != as_it_was(record, post.events).match.turns:
        return SentMessage(None)  # the player has moved
    mover = await person_of(posting, record.player(match.turn))
    if later := pings.late_pings(services, post, [mover]):
        return SentMessage(None, later=later)
    write = partial(reminders.nudge, record, asked=bool(post.asked))
    return await tell_mover(posting, post, record.place, mover, write)


POSTS = (PostType(NudgePost, send_nudge),)
