"""Private answers about a player's turns: each new one deletes the one before.

Discord allows the deletion for some minutes. Invariant: an answer from before a restart stays.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.ui.guests import TOKEN_LIFE

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.model.people import Player

Interaction = discord.Interaction[Any]


class TurnAnswers:
    """The newest private answer to each player about their turns in each match."""

    def __init__(self, most: int = 1000, now: Callable[[], float] = monotonic) -> None:
        self._most, self._now = most, now
        self._shown: OrderedDict[tuple[int, ...], tuple[Interaction, float]] = OrderedDict()

    async def note(self, interaction: Interaction, match: int) -> None:
        """Remember the answer just given; delete the one before here, if it is another message."""
        key = (interaction.user.id, interaction.channel_id or 0, match)
        self._forget_old()
        previous, _ = self._shown.pop(key, (None, 0))
        self._shown[key] = interaction, self._now()
        if len(self._shown) > self._most:
            self._shown.popitem(last=False)
        if previous and _message_of(previous) != _message_of(interaction):
            await _delete(previous)

    async def delete(self, player: Player, channel: int, match: int) -> None:
        """Delete the answer: the player has moved in another way."""
        self._forget_old()
        if shown := self._shown.pop((player, channel, match), None):
            await _delete(shown[0])

    def _forget_old(self) -> None:
        """Forget answers that Discord no longer lets us delete."""
        while self._shown:
            key, (_, at) = next(iter(self._shown.items()))  # the oldest
            if self._now() - at < TOKEN_LIFE:
                break
            del self._shown[key]


async def _delete(interaction: Interaction) -> None:
    """Delete an interaction's private answer, if any. If Discord fails, the answer stays."""
    with suppress(discord.HTTPException, aiohttp.ClientError, OSError):
        await interaction.delete_original_response()


def _message_of(interaction: Interaction) -> int:
    """Identify a private answer's message by the interaction that it was first sent for."""
    pressed = interaction.message
    if pressed is None or not pressed.flags.ephemeral or pressed.interaction_metadata is None:
        return interaction.id
    return pressed.interaction_metadata.id
