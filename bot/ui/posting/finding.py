"""Finding what was posted before a crash, so that it is not posted twice.

Law: where we may not read, the nonce must do, which Discord knows for some minutes: then the copy
of a message with buttons is deleted as soon as we may read there.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import discord

from bot.service import pings
from bot.ui.channel_io import UnreadableHistory
from bot.ui.posting.sending import late_pings
from bot.ui.threads import thread_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.posts import AboutChallenge, AboutEvent, LaterPing, Post
    from bot.model.servers import Place
    from bot.model.times import Instant
    from bot.ui.app import Posting


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """A message of ours on Discord, and where it stands."""

    place: Place
    message: discord.Message


async def find_about_event(posting: Posting, post: AboutEvent) -> PostedMessage | None:
    """The message that carries a post about an event, in the channel or in the match's thread."""
    record = await posting.app.services.record(post.match)
    since = record.match.log[post.events - 1].at
    return await _find(posting, post, await places_of_match(posting, record), since)


async def find_about_challenge(posting: Posting, post: AboutChallenge) -> PostedMessage | None:
    """The message that carries a post about a challenge."""
    challenge = await posting.app.services.challenge(post.challenge)
    return await _find(posting, post, [challenge.place], challenge.made)


async def _find(
    posting: Posting, post: Post, places: Iterable[Place], since: Instant
) -> PostedMessage | None:
    for place in places:
        if posting.io.is_guest(place):
            continue  # we may not read there
        try:
            message = await posting.io.find_message(posting.io.channel(place), post, since)
        except UnreadableHistory:
            posting.doubtful.add(post.id)
            continue
        if message:
            posting.doubtful.add(post.id)
            return PostedMessage(place, message)
    return None


async def places_of_match(posting: Posting, record: Record) -> list[Place]:
    """Where a message of a match may have been posted.

    The channel, and the match's thread; of one on the wall, the channel to which it returns.
    """
    others = (await thread_of(posting.app, record), record.home)
    return [record.place, *(replace(record.place, channel=other) for other in others if other)]


async def find_in(
    posting: Posting, post: Post, place: Place, since: Instant
) -> discord.Message | None:
    """The message in that channel that carries the post; None also where we may not read it."""
    if posting.io.is_guest(place):
        return None
    with suppress(UnreadableHistory):  # then the nonce must do
        return await posting.io.find_message(posting.io.channel(place), post, since)
    return None


async def find_dm(
    posting: Posting, post: Post, player: Player, since: Instant
) -> discord.Message | None:
    """The direct message to a player that carries the post."""
    with suppress(discord.Forbidden, discord.NotFound, UnreadableHistory):
        dm = await posting.io.open_dm(player)
        return await posting.io.find_message(dm, post, since)
    return None


async def missed_pings(
    posting: Posting,
    post: AboutEvent | AboutChallenge,
    message: discord.Message,
    pinged: Iterable[Player],
) -> Sequence[LaterPing]:
    """The posts that are to ping later those whom it calls, where the message made no sound.

    A message that calls no one by design makes none either: then there are none.
    """
    if not message.flags.suppress_notifications:
        return ()
    now, later = posting.app.services.now(), list["LaterPing"]()
    for player in pinged:
        due_later = await late_pings(posting, post, player)
        later += due_later or (pings.ping_for(post, player, due=now),)
    return tuple(later)
