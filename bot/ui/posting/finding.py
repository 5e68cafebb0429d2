"""Finds messages posted before a crash, so that nothing is posted twice.

Invariant: if we can't read a channel, Discord's nonce must do, which it remembers for some minutes.
A copy of a message with buttons is then deleted as soon as we can read the channel.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.model.posts import AboutEvent, BoardPost
from bot.model.servers import SOME_CHANNEL
from bot.service import pings
from bot.service.lookup import readable_record
from bot.ui.app import PostedMessage
from bot.ui.channel_io import UnreadableHistory
from bot.ui.posting import walls
from bot.ui.posting.sending import late_pings, speaking_place
from bot.ui.threads import thread_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.posts import AboutChallenge, LaterPing, Post
    from bot.model.servers import Place
    from bot.ui.app import Posting


async def find_posted(posting: Posting, post: Post) -> PostedMessage | None:
    """Find the message that carries a post, in its channels or in the player's DMs."""
    about = await _about(posting, post)
    for place in await _places(posting, post, about):
        if message := await _find_in(posting, post, place):
            return PostedMessage(place, message)
    if isinstance(post, BoardPost) and about:
        return await walls.find_opened(posting, post, about)
    player = _player(post, about)
    message = None if player is None else await _find_dm(posting, post, player)
    return message and PostedMessage(None, message)


async def _about(posting: Posting, post: Post) -> Record | None:
    """Return the match that a post is about, if its record can be read."""
    match: int | None = getattr(post, "match", None)
    return None if match is None else await readable_record(posting.app.services, match)


async def _places(posting: Posting, post: Post, about: Record | None) -> Sequence[Place]:
    """Return every channel in which a post's message may be."""
    if about:
        return await places_of_match(posting, about)
    challenge: int | None = getattr(post, "challenge", None)
    if challenge is not None:
        return [(await posting.app.services.challenge(challenge)).place]
    if post.place.channel == SOME_CHANNEL:
        place = speaking_place(posting, post)
        return [place] if place else []
    return [post.place]


def _player(post: Post, about: Record | None) -> Player | None:
    """Return the player who may have got a post as a DM."""
    if not isinstance(post, AboutEvent) or not post.to_mover:
        return getattr(post, "player", None)
    if about is None or about.match.verdict:
        return None
    return about.player(about.match.turn)


async def _find_in(posting: Posting, post: Post, place: Place) -> discord.Message | None:
    """Find a post's message in one channel; None also if we can't read there."""
    if posting.io.is_guest(place):
        return None
    try:
        message = await posting.io.find_message(posting.io.channel(place), post)
    except UnreadableHistory:
        posting.doubtful.add(post.id)
        return None
    if message:
        posting.doubtful.add(post.id)
    return message


async def _find_dm(posting: Posting, post: Post, player: Player) -> discord.Message | None:
    """Return the DM to a player that carries the post; None if it can't be found."""
    with suppress(discord.Forbidden, discord.NotFound, UnreadableHistory):
        return await posting.io.find_message(await posting.io.open_dm(player), post)
    return None


async def places_of_match(posting: Posting, record: Record) -> list[Place]:
    """Return the places where a message of a match may have been posted.

    These are the channel and the match's thread; for a match on the wall, also the channel to which
    it returns.
    """
    others = (await thread_of(posting.app, record), record.home)
    return [record.place, *(replace(record.place, channel=other) for other in others if other)]


async def missed_pings(
    posting: Posting,
    post: AboutEvent | AboutChallenge,
    message: discord.Message,
    pinged: Iterable[Player],
) -> Sequence[LaterPing]:
    """Return late pings for the given players if a message was sent without a sound.

    A message that is silent by design has no players to ping.
    """
    if not message.flags.suppress_notifications:
        return ()
    now, later = posting.app.services.now(), list["LaterPing"]()
    for player in pinged:
        due_later = await late_pings(posting, post, player)
        later += due_later or (pings.ping_for(post, player, due=now),)
    return tuple(later)
