"""Send nudges: reminders that it is a player's turn in a match without a clock.

`bot/service/schedule.py` decides when a nudge is due; `due_matches.py` writes its post.

Invariant: no nudge is sent in quiet hours; it comes with all other pings when they end. For a
person with a daily digest, the nudge is in the digest.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.model.posts import NudgePost, SentMessage
from bot.ui.app import PostType
from bot.ui.pages import reminders
from bot.ui.posting.reading import as_it_was, match_of, person_of
from bot.ui.posting.sending import late_pings, tell_mover

if TYPE_CHECKING:
    from bot.ui.app import Posting


async def send_nudge(posting: Posting, post: NudgePost) -> SentMessage:
    """Send a nudge as a DM if the player wants that and allows it; otherwise in the channel."""
    record = await match_of(posting, post.match)
    match = record.match
    if match.verdict or match.shelved or match.turns != as_it_was(record, post.events).match.turns:
        return SentMessage(None)  # the player has already moved
    mover = await person_of(posting, record.player(match.turn))
    if later := await late_pings(posting, post, mover.id):
        return SentMessage(None, later=later)
    write = partial(reminders.nudge, record, asked=bool(post.asked))
    return await tell_mover(posting, post, record.place, mover, write)


POSTS = (PostType(NudgePost, send_nudge),)
