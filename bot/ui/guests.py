"""Posting where we are guests: installed by a user, not by the server, we can only answer there.

So the newest interaction of such a channel is kept for as long as Discord takes follow-ups to it,
and posts go out as those. As long are kept, anywhere, those by which a player was told privately of
a turn: once that is past, the answer is deleted. Law: losing them loses no game; the players are
then told privately.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.service.model import Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.service.model import Player
    from bot.ui.components import Message

Interaction = discord.Interaction[Any]

_LIFE = 14 * 60  # seconds; Discord forgets its token a minute later
_ANSWERS = 5  # follow-ups that Discord allows where we are guests
_ANSWER_WAIT = 15  # seconds for the first answer to be sent; a film takes a while
_POLL = 0.05  # seconds
_EXPIRED = (401, 403, 404)  # HTTP statuses of a follow-up whose token is no longer valid
_FILLED_IN = "filled in"  # a deferred answer has been sent


def place_of(interaction: Interaction) -> Place:
    """Where the interaction happened, and whether we may post there by ourselves."""
    return Place(interaction.guild_id, interaction.channel_id or 0, remote=is_guest(interaction))


def is_guest(interaction: Interaction) -> bool:
    """Whether we are there only because a user installed us."""
    if interaction.context.private_channel:
        return True
    return interaction.guild_id is not None and not interaction.is_guild_integration()


def locale_at(interaction: Interaction) -> str:
    """The locale there: the server's; without a server, the user's."""
    return str(interaction.guild_locale or interaction.locale)


@dataclass(slots=True)
class _GuestChannel:
    interaction: Interaction
    since: float
    left: int = _ANSWERS


class GuestChannels:
    """The newest interaction of each channel where we are guests."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._channels: dict[int, _GuestChannel] = {}
        self._sent: dict[int, _GuestChannel] = {}  # by message

    def remember(self, interaction: Interaction) -> None:
        """Keep an interaction, which can be followed up for a while."""
        answerable = interaction.type is not discord.InteractionType.autocomplete
        if answerable and interaction.channel_id and is_guest(interaction):
            self._forget_old()
            self._channels[interaction.channel_id] = _GuestChannel(interaction, self._now())

    def _forget_old(self) -> None:
        old = [each for each, kept in self._channels.items() if not self._lives(kept)]
        for channel in old:
            del self._channels[channel]
        self._sent = {each: kept for each, kept in self._sent.items() if self._is_young(kept)}

    def _lives(self, kept: _GuestChannel) -> bool:
        return kept.left > 0 and self._is_young(kept)

    def _is_young(self, kept: _GuestChannel) -> bool:
        return self._now() - kept.since < _LIFE

    def locale(self, channel: int) -> str:
        """The locale there, by the newest interaction; empty without one."""
        kept = self._channels.get(channel)
        return locale_at(kept.interaction) if kept else ""

    async def post(self, channel: int, made: Message) -> discord.Message | None:
        """Post it publicly; None where no interaction can be followed up."""
        kept = self._channels.get(channel)
        if kept is None or not self._lives(kept) or not await _answered(kept.interaction):
            return None
        kept.left -= 1
        try:
            sent = await kept.interaction.followup.send(**made.sending(), wait=True)
            self._sent[sent.id] = kept
            return sent  # noqa: TRY300  the other way round is harder to read
        except discord.HTTPException as error:
            if error.status not in _EXPIRED:
                raise
            self._channels.pop(channel, None)  # the token has expired after all
            return None

    async def edit(self, message: int, made: Message) -> None:
        """Edit a message posted here, while Discord takes it; afterwards it stays as it is."""
        kept = self._sent.get(message)
        if kept and self._is_young(kept):
            with suppress(discord.HTTPException):
                await kept.interaction.followup.edit_message(message, **made.editing())

    async def delete(self, message: int) -> None:
        """Delete a message posted here, while Discord takes it."""
        kept = self._sent.pop(message, None)
        if kept and self._is_young(kept):
            with suppress(discord.HTTPException):
                await kept.interaction.followup.delete_message(message)


class TurnAnswers:
    """The newest private answer to each user about their turns in a match: the one before it goes.

    Discord takes the deletion for some minutes. One from before a restart stays.
    """

    def __init__(self, most: int = 1000, now: Callable[[], float] = monotonic) -> None:
        self._most, self._now = most, now
        self._shown: OrderedDict[tuple[int, ...], tuple[Interaction, float]] = OrderedDict()

    async def note(self, interaction: Interaction, match: int) -> None:
        """Remember the answer just given; delete the one before here, if it is another message."""
        key = (interaction.user.id, interaction.channel_id or 0, match)
        self._forget_old()
        before, _ = self._shown.pop(key, (None, 0))
        self._shown[key] = interaction, self._now()
        if len(self._shown) > self._most:
            self._shown.popitem(last=False)
        if before and _message_of(before) != _message_of(interaction):
            await _delete(before)

    async def delete(self, player: Player, channel: int, match: int) -> None:
        """Delete the answer: the player has moved by other means."""
        self._forget_old()
        if before := self._shown.pop((player, channel, match), None):
            await _delete(before[0])

    def _forget_old(self) -> None:
        """Forget those that Discord does not let us delete any more."""
        while self._shown:
            key, (_, at) = next(iter(self._shown.items()))  # the oldest
            if self._now() - at < _LIFE:
                break
            del self._shown[key]


async def _delete(answered: Interaction) -> None:
    """Delete a private answer. It may be gone, and where Discord fails it stays."""
    with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
        await answered.delete_original_response()


def _message_of(interaction: Interaction) -> int:
    """The private answer, by the interaction that it was first sent for."""
    pressed = interaction.message
    if pressed is None or not pressed.flags.ephemeral or pressed.interaction_metadata is None:
        return interaction.id
    return pressed.interaction_metadata.id


def mark_filled_in(interaction: Interaction) -> None:
    """Note that the message which a deferred answer promised has been sent."""
    interaction.extras[_FILLED_IN] = True


async def _answered(interaction: Interaction) -> bool:
    """Whether a follow-up may be sent; waits while the first answer is on its way."""
    for _ in range(int(_ANSWER_WAIT / _POLL)):
        if _may_follow(interaction):
            return True
        await asyncio.sleep(_POLL)  # discord.py has no event for it
    return False


def _may_follow(interaction: Interaction) -> bool:
    """Not before the first answer; nor while a deferred one is open, which it would fill in."""
    response = interaction.response
    promised = response.type is discord.InteractionResponseType.deferred_channel_message
    return response.is_done() and (not promised or _FILLED_IN in interaction.extras)
