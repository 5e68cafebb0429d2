"""Posting as a guest: if a user installed us but not the server, we can only answer there.

So such a channel's newest interaction is remembered as long as Discord takes follow-ups, and posts
are sent as follow-ups. Invariant: losing them loses no game; players then get DMs.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

import discord

from bot.model.servers import Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ui.components import Message

Interaction = discord.Interaction[Any]

TOKEN_LIFE = 14 * 60  # seconds of an interaction; its token expires a minute later
_ANSWERS = 5  # follow-ups that Discord allows a guest
_ANSWER_WAIT = 15  # seconds to wait for the first answer; an animation takes a while
_POLL = 0.05  # seconds
_EXPIRED = (401, 403, 404)  # HTTP statuses of a follow-up whose token has expired
_FILLED_IN = "filled in"  # a deferred answer has been sent


def place_of(interaction: Interaction) -> Place:
    """Return where an interaction happened, and whether the bot is only a guest there."""
    return Place(interaction.guild_id, interaction.channel_id or 0, remote=is_guest(interaction))


def is_guest(interaction: Interaction) -> bool:
    """Whether we are in a place only because a user installed us."""
    if interaction.context.private_channel:
        return True
    return interaction.guild_id is not None and not interaction.is_guild_integration()


def locale_at(interaction: Interaction) -> str:
    """Return a place's locale: the server's; without a server, the user's."""
    return str(interaction.guild_locale or interaction.locale)


@dataclass(slots=True)
class _GuestChannel:
    """A channel's newest interaction, and the follow-ups left for it."""

    interaction: Interaction  # the channel's newest
    since: float
    answers_left: int = _ANSWERS


class GuestChannels:
    """The newest interaction of each channel where we are guests."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._channels: dict[int, _GuestChannel] = {}
        self._sent: dict[int, _GuestChannel] = {}  # channels by the ID of a message posted there

    def remember(self, interaction: Interaction) -> None:
        """Keep an interaction, which allows follow-ups for a while."""
        answerable = interaction.type is not discord.InteractionType.autocomplete
        if answerable and interaction.channel_id and is_guest(interaction):
            self._forget_old()
            self._channels[interaction.channel_id] = _GuestChannel(interaction, self._now())

    def _forget_old(self) -> None:
        """Forget the interactions that no longer allow a follow-up."""
        self._channels = {
            channel_id: c for channel_id, c in self._channels.items() if self._may_post(c)
        }
        self._sent = {channel_id: c for channel_id, c in self._sent.items() if self._is_young(c)}

    def _may_post(self, channel: _GuestChannel) -> bool:
        return channel.answers_left > 0 and self._is_young(channel)

    def _is_young(self, channel: _GuestChannel) -> bool:
        return self._now() - channel.since < TOKEN_LIFE

    def locale(self, channel_id: int) -> str:
        """Return a channel's locale from its newest interaction; empty without one."""
        channel = self._channels.get(channel_id)
        return locale_at(channel.interaction) if channel else ""

    async def post(self, channel_id: int, message: Message) -> discord.Message | None:
        """Post a message as a follow-up in a channel; None if no interaction there allows one."""
        channel = self._channels.get(channel_id)
        if channel is None or not self._may_post(channel) or not await _answered(channel):
            return None
        channel.answers_left -= 1
        try:
            sent = await channel.interaction.followup.send(**message.sending(), wait=True)
        except discord.HTTPException as error:
            if error.status not in _EXPIRED:
                raise
            self._channels.pop(channel_id, None)  # the token has expired early
            return None
        self._sent[sent.id] = channel
        return sent

    async def edit(self, message_id: int, message: Message) -> None:
        """Edit a message posted here, while Discord allows it; afterwards it stays as it is."""
        channel = self._sent.get(message_id)
        if channel and self._is_young(channel):
            with suppress(discord.HTTPException):
                await channel.interaction.followup.edit_message(message_id, **message.editing())

    async def delete(self, message_id: int) -> None:
        """Delete a message posted here, while Discord allows it."""
        channel = self._sent.pop(message_id, None)
        if channel and self._is_young(channel):
            with suppress(discord.HTTPException):
                await channel.interaction.followup.delete_message(message_id)


def mark_filled_in(interaction: Interaction) -> None:
    """Note that a deferred answer has been sent."""
    interaction.extras[_FILLED_IN] = True


async def _answered(channel: _GuestChannel) -> bool:
    """Whether a follow-up can be sent; wait while the first answer is being sent."""
    for _ in range(int(_ANSWER_WAIT / _POLL)):
        if _may_follow(channel.interaction):
            return True
        await asyncio.sleep(_POLL)  # discord.py has no event for this
    return False


def _may_follow(interaction: Interaction) -> bool:
    """Whether an interaction has its first answer, and no deferred one still empty."""
    response = interaction.response
    promised = response.type is discord.InteractionResponseType.deferred_channel_message
    return response.is_done() and (not promised or _FILLED_IN in interaction.extras)
