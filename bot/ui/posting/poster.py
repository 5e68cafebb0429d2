"""Sends posts from the outbox: each with the sender of its kind, the core's or a feature's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.model.posts import (
    BoardPost,
    ChallengePost,
    DeleteChallengeCopies,
    DeleteCopies,
    NoticePost,
    SentMessage,
)
from bot.ui.app import Posting, Remembered
from bot.ui.channel_io import ChannelIO
from bot.ui.posting import (
    boards,
    challenges,
    cleanup,
    clocks,
    digests,
    greetings,
    host,
    late_pings,
    notices,
    nudges,
    reminders,
)
from bot.ui.posting.finding import find_posted

if TYPE_CHECKING:
    import discord

    from bot.model.posts import Post
    from bot.ui.app import App, PostType
    from bot.ui.guests import GuestChannels

CORE: tuple[PostType[Any], ...] = (
    *boards.POSTS,
    *notices.POSTS,
    *challenges.POSTS,
    *late_pings.POSTS,
    *digests.POSTS,
    *reminders.POSTS,
    *nudges.POSTS,
    *clocks.POSTS,
    *cleanup.POSTS,
    *greetings.POSTS,
    *host.POSTS,
)


def posting_on(client: discord.Client, app: App, guests: GuestChannels) -> Posting:
    """Return the context for senders of posts while this client is connected."""
    io = ChannelIO(client, app.pictures, guests)
    return Posting(client, app, guests, io, Remembered(), Remembered(), set(), Remembered(), {})


class DiscordPoster:
    """The Poster of bot.outbox."""

    def __init__(self, posting: Posting) -> None:
        self._posting = posting
        self._types = {known.kind: known for known in (*CORE, *posting.app.features.posts)}

    async def post(self, post: Post) -> SentMessage:
        """Send a post. Undeliverable: Discord refuses it for good. Any other error: retry."""
        sent = await self._types[type(post)].send(self._posting_of(post), post)
        return self._without_copies(post, sent)

    async def find(self, post: Post) -> SentMessage | None:
        """Return the message that already carries a post, if there is one."""
        posting = self._posting_of(post)
        posted = None if post.only_edits else await find_posted(posting, post)
        if posted is None:
            return None
        note = self._types[type(post)].found
        sent = SentMessage(posted.message.id)
        if note:
            sent = await note(posting, post, posted)
        return self._without_copies(post, replace(sent, stale=post.merges))

    def _posting_of(self, post: Post) -> Posting:
        """Return the context for a post's sender, with nothing read yet."""
        counts_down = self._types[type(post)].counts_down
        return replace(self._posting, counts_down=counts_down, matches={}, people={}, servers={})

    def _without_copies(self, post: Post, sent: SentMessage) -> SentMessage:
        """Return the sent message, with the post that deletes a copy if there may be one."""
        doubtful = post.id in self._posting.doubtful
        self._posting.doubtful.discard(post.id)
        if not doubtful or sent.message is None:
            return sent
        if isinstance(post, ChallengePost):
            copies = DeleteChallengeCopies(post.challenge, sent.message)
        elif isinstance(post, BoardPost | NoticePost):
            copies = DeleteCopies(post.match, post.events, sent.message)
        else:  # without buttons: a copy is harmless
            return sent
        return replace(sent, later=(*sent.later, copies))
