"""Challenges: the challenge, its later states, and the message to the challenger when it fails."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.model.posts import (
    ChallengeOver,
    ChallengePost,
    DeleteChallenge,
    DeleteLeftover,
    EditChallenge,
    SentMessage,
)
from bot.model.servers import Boards
from bot.ui.answers import challenge_page
from bot.ui.app import PostType
from bot.ui.pages import challenge as pages
from bot.ui.posting.finding import missed_pings
from bot.ui.posting.reading import old_board_setting, reader_at
from bot.ui.posting.sending import post_or_dm, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.model.challenges import Challenge
    from bot.model.people import Player
    from bot.model.posts import AboutChallenge
    from bot.ui.app import PostedMessage, Posting
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader


async def send_challenge(posting: Posting, post: ChallengePost) -> SentMessage:
    """Post a challenge in its current state."""
    challenge = await posting.app.services.challenge(post.challenge)
    write = await challenge_page(posting.app, challenge)
    return await send_about_challenge(posting, post, challenge, write)


async def send_about_challenge(
    posting: Posting,
    post: AboutChallenge,
    challenge: Challenge,
    write: Callable[[Challenge, Reader], Page],
) -> SentMessage:
    """Post a page about a challenge where it was made."""
    reader = await reader_at(posting, challenge.place)
    return await post_or_dm(posting, post, challenge.place, reader, partial(write, challenge))


async def found_challenge(
    posting: Posting, post: ChallengePost, posted: PostedMessage
) -> SentMessage:
    """Return a challenge's message sent before a crash, with the ping it may have missed."""
    challenge = await posting.app.services.challenge(post.challenge)
    return await _with_ping(posting, post, posted, challenge.opponent)


async def edit_challenge(posting: Posting, post: EditChallenge) -> SentMessage:
    """Edit a challenge's message to show its current state."""
    challenge = await posting.app.services.challenge(post.challenge)
    write = await challenge_page(posting.app, challenge)
    page = write(challenge, await reader_at(posting, challenge.place))
    if challenge.message is not None:
        await posting.io.edit(challenge.place, challenge.message, page)
    return SentMessage(challenge.message)


async def delete_challenge(posting: Posting, post: DeleteChallenge) -> SentMessage:
    """Delete a challenge's message, unless the server keeps all messages."""
    challenge = await posting.app.services.challenge(post.challenge)
    wait_until(posting, post.until)
    keeps = await old_board_setting(posting, challenge.place) is Boards.KEEP
    if challenge.message is not None and not keeps:
        await posting.io.delete(challenge.place, challenge.message)
    return SentMessage(challenge.message)


async def delete_leftover(posting: Posting, post: DeleteLeftover) -> SentMessage:
    """Delete a message about a challenge, unless the server keeps all messages."""
    wait_until(posting, post.until)
    if await old_board_setting(posting, post.place) is not Boards.KEEP:
        await posting.io.delete(post.place, post.message)
    return SentMessage(None)


async def send_over(posting: Posting, post: ChallengeOver) -> SentMessage:
    """Notify the challenger that a challenge was declined or not answered in time."""
    challenge = await posting.app.services.challenge(post.challenge)
    return await send_about_challenge(posting, post, challenge, pages.over)


async def found_over(posting: Posting, post: ChallengeOver, posted: PostedMessage) -> SentMessage:
    """Return the message of a challenge's end, with the challenger's ping it may have missed."""
    challenge = await posting.app.services.challenge(post.challenge)
    return await _with_ping(posting, post, posted, challenge.by)


async def _with_ping(
    posting: Posting, post: AboutChallenge, posted: PostedMessage, player: Player | None
) -> SentMessage:
    """Return a message found after a crash, with the player's ping if it made no sound."""
    players = [] if player is None else [player]
    later = await missed_pings(posting, post, posted.message, players)
    return SentMessage(posted.message.id, later=later)


POSTS = (
    PostType(ChallengePost, send_challenge, found_challenge, counts_down=True),
    PostType(EditChallenge, edit_challenge, counts_down=True),
    PostType(DeleteChallenge, delete_challenge),
    PostType(DeleteLeftover, delete_leftover),
    PostType(ChallengeOver, send_over, found_over),
)
