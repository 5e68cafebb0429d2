"""Where we are guests (brought by a person, not by the server), only an answer can speak up.

So the newest interaction of such a channel is remembered for as long as Discord takes answers to
it, and what is to be said there is said as one. Law: losing all of this loses no game; whoever is
to be told hears privately then.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

import discord

from bot.service.model import Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ui.components import Message

Interaction = discord.Interaction[Any]

_LIFE = 14 * 60  # seconds; Discord forgets its token a minute later
_ANSWERS = 5  # so many can follow the first one where we are guests
_PATIENCE = 15  # seconds in which the answer must be out; a film takes a while
_LOOK = 0.05
_KEPT = "kept"  # a promised answer is out


def place_of(interaction: Interaction) -> Place:
    """Where something was asked, and whether we may speak up there by ourselves."""
    return Place(interaction.guild_id, interaction.channel_id or 0, remote=is_guest(interaction))


def is_guest(interaction: Interaction) -> bool:
    """Whether we are there only because a person brought us."""
    if interaction.context.private_channel:
        return True
    return interaction.guild_id is not None and not interaction.is_guild_integration()


def spoken(interaction: Interaction) -> str:
    """The language there: the server's; where there is none, that of whoever asks."""
    return str(interaction.guild_locale or interaction.locale)


@dataclass(slots=True)
class _Voice:
    interaction: Interaction
    since: float
    left: int = _ANSWERS


class Voices:
    """The newest interaction of each channel where we are guests."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._voices: dict[int, _Voice] = {}

    def hear(self, interaction: Interaction) -> None:
        """Whatever is asked may be answered more than once, for a while."""
        answerable = interaction.type is not discord.InteractionType.autocomplete
        if answerable and interaction.channel_id and is_guest(interaction):
            self._forget_old()
            self._voices[interaction.channel_id] = _Voice(interaction, self._now())

    def _forget_old(self) -> None:
        old = [each for each, voice in self._voices.items() if not self._lives(voice)]
        for channel in old:
            del self._voices[channel]

    def _lives(self, voice: _Voice) -> bool:
        return voice.left > 0 and self._now() - voice.since < _LIFE

    def locale(self, channel: int) -> str:
        """The language there, by whoever asked last; empty when nobody did."""
        voice = self._voices.get(channel)
        return spoken(voice.interaction) if voice else ""

    async def say(self, channel: int, made: Message) -> discord.Message | None:
        """Say it for all to read; None where nobody has asked lately."""
        voice = self._voices.get(channel)
        if voice is None or not self._lives(voice) or not await _answered(voice.interaction):
            return None
        voice.left -= 1
        try:
            return await voice.interaction.followup.send(**made.sending(), wait=True)
        except (discord.NotFound, discord.Forbidden):  # the token is spent after all
            self._voices.pop(channel, None)
            return None


def keep_promise(interaction: Interaction) -> None:
    """The message that a deferred answer promised is there."""
    interaction.extras[_KEPT] = True


async def _answered(interaction: Interaction) -> bool:
    """Whether something may follow; in a moment, if the answer is still on its way."""
    for _ in range(int(_PATIENCE / _LOOK)):
        if _may_follow(interaction):
            return True
        await asyncio.sleep(_LOOK)  # discord.py tells nobody when it is out
    return False


def _may_follow(interaction: Interaction) -> bool:
    """Not before the first answer; nor while one is promised, whose place it would take."""
    response = interaction.response
    promised = response.type is discord.InteractionResponseType.deferred_channel_message
    return response.is_done() and (not promised or _KEPT in interaction.extras)
