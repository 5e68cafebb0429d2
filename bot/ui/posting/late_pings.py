"""Late pings: what was posted in a player's quiet hours pings them when these are over."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.model.challenges import Standing
from bot.model.posts import LateChallengePing, LatePing, SentMessage
from bot.service.pings import still_waits
from bot.ui.app import PostType
from bot.ui.pages import board, challenge
from bot.ui.posting.challenges import send_about_challenge
from bot.ui.posting.finding import find_about_challenge, find_about_event
from bot.ui.posting.reading import as_it_was, match_reader
from bot.ui.posting.sending import post_or_dm

if TYPE_CHECKING:
    from bot.ui.app import Posting


async def send_late_ping(posting: Posting, post: LatePing) -> SentMessage:
    """Ping a player of what happened in a match, if it still waits for them."""
    newest = await posting.app.services.record(post.match)
    if not still_waits(as_it_was(newest, post.events).match, newest, post.player):
        return SentMessage(None)
    write = partial(board.ping, newest, player=post.player)
    reader = await match_reader(posting, newest)
    sent = await post_or_dm(posting, post, newest.place, reader, write)
    return replace(sent, channel=None)


async def find_late_ping(posting: Posting, post: LatePing) -> SentMessage | None:
    """The message that carries it."""
    posted = await find_about_event(posting, post)
    return SentMessage(posted.message.id) if posted else None


async def send_late_challenge_ping(posting: Posting, post: LateChallengePing) -> SentMessage:
    """Ping the person challenged while it is open; the challenger, where it came to nothing."""
    asked = await posting.app.services.challenge(post.challenge)
    if post.player == asked.by and asked.standing in (Standing.DECLINED, Standing.EXPIRED):
        return await send_about_challenge(posting, post, asked, challenge.over)
    if asked.standing is not Standing.OPEN or asked.opponent != post.player:
        return SentMessage(None)
    return await send_about_challenge(posting, post, asked, challenge.ping)


async def find_late_challenge_ping(posting: Posting, post: LateChallengePing) -> SentMessage | None:
    """The message that carries it."""
    posted = await find_about_challenge(posting, post)
    return SentMessage(posted.message.id) if posted else None


POSTS = (
    PostType(LatePing, send_late_ping, find_late_ping),
    PostType(LateChallengePing, send_late_challenge_ping, find_late_challenge_ping),
)
