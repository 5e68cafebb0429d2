"""Late pings: posts made in a player's quiet hours ping them when those are over.

Invariant: no late ping is sent in quiet hours, even if it is delayed.

If several games and challenges wait, one message lists them all, as the digest does.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.model.challenges import Standing
from bot.model.posts import LateChallengePing, LatePing, SentMessage
from bot.service.lookup import games_to_answer, readable_record
from bot.service.pings import still_waits
from bot.ui.app import PostType
from bot.ui.components import parts_of
from bot.ui.pages import board, challenge, reminders
from bot.ui.posting import digests
from bot.ui.posting.challenges import send_about_challenge
from bot.ui.posting.reading import as_it_was, match_reader, person_of
from bot.ui.posting.sending import post_or_dm, tell_mover, wait_a_minute

if TYPE_CHECKING:
    import discord

    from bot.model.posts import ReminderPost
    from bot.model.times import Instant
    from bot.ui.app import PostedMessage, Posting

log = logging.getLogger(__name__)

_LINK = "https://discord.com/channels/"


async def send_late_ping(posting: Posting, post: LatePing) -> SentMessage:
    """Ping a player about a match that still waits for them, if its record can be read."""
    newest = await readable_record(posting.app.services, post.match)
    if newest is None:
        log.warning("skipped a ping: could not read game %s", post.match)
        return SentMessage(None)
    if not still_waits(as_it_was(newest, post.events).match, newest, post.player):
        return SentMessage(None)
    await digests.wait_for_morning(posting, post.player)
    wait_a_minute(posting, post, post.player)
    if newest.match.verdict is None and await several_wait(posting, post):
        return replace(await digests.tell_all(posting, post), covers=soon(posting))
    if post.nudge:
        mover = await person_of(posting, post.player)
        nudge = partial(reminders.nudge, newest, asked=post.nudge > 1)
        return await tell_mover(posting, post, newest.place, mover, nudge)
    write = partial(board.ping, newest, player=post.player)
    reader = await match_reader(posting, newest)
    sent = await post_or_dm(posting, post, newest.place, reader, write)
    return replace(sent, channel=None)


async def send_late_challenge_ping(posting: Posting, post: LateChallengePing) -> SentMessage:
    """Ping the person an open challenge waits for, or its maker if it failed."""
    asked = await posting.app.services.challenge(post.challenge)
    is_over = post.player == asked.by and asked.standing in (Standing.DECLINED, Standing.EXPIRED)
    waits = asked.standing is Standing.OPEN and asked.opponent == post.player
    if not is_over and not waits:
        return SentMessage(None)
    await digests.wait_for_morning(posting, post.player)
    wait_a_minute(posting, post, post.player)
    if is_over:
        return await send_about_challenge(posting, post, asked, challenge.over)
    if await several_wait(posting, post):
        return replace(await digests.tell_all(posting, post), covers=soon(posting))
    return await send_about_challenge(posting, post, asked, challenge.ping)


async def found_late_ping(
    posting: Posting, _post: LatePing | LateChallengePing, posted: PostedMessage
) -> SentMessage:
    """Return a late ping sent before a crash, and whether it listed everything that waits."""
    covers = soon(posting) if is_digest(posted.message) else None
    return SentMessage(posted.message.id, covers=covers)


def soon(posting: Posting) -> Instant:
    """Return when a player could be pinged next: what is due by then is said together."""
    services = posting.app.services
    return services.now() + services.rhythm.pings


async def several_wait(posting: Posting, post: LatePing | LateChallengePing | ReminderPost) -> bool:
    """Whether a message should list everything: others are due too, and several are needed."""
    services, player = posting.app.services, post.player
    if not await services.store.posts.waits_with_others(post, soon(posting)):
        return False
    asked = await services.store.challenges.open_of(player)
    open_to_them = [challenge for challenge in asked if challenge.opponent == player]
    return len(await games_to_answer(services, player)) + len(open_to_them) > 1


def is_digest(message: discord.Message) -> bool:
    """Whether a message is about several things: not exactly one of its parts has a link."""
    texts = [getattr(part, "content", "") for part in parts_of(message.components)]
    return sum(_LINK in text for text in texts) != 1


POSTS = (
    PostType(LatePing, send_late_ping, found_late_ping),
    PostType(LateChallengePing, send_late_challenge_ping, found_late_ping),
)
