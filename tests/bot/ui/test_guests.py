"""Answers as the only way to speak up: which of them still can, and when."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.ui.guests import Voices, keep_promise

CHANNEL = 7
PROMISE = discord.InteractionResponseType.deferred_channel_message
ANSWER = discord.InteractionResponseType.channel_message


class Asked:
    """An interaction in a channel where we are guests."""

    def __init__(self, how: discord.InteractionResponseType | None, **more: object) -> None:
        self.sent = list[object]()
        self.response = SimpleNamespace(type=how, is_done=lambda: self.response.type is not None)
        self.seen = SimpleNamespace(
            type=discord.InteractionType.application_command,
            channel_id=CHANNEL,
            context=SimpleNamespace(private_channel=True),
            response=self.response,
            followup=SimpleNamespace(send=self._send),
            extras=dict[object, object](),
            **more,
        )

    async def _send(self, **_: object) -> object:
        self.sent.append(object())
        return self.sent[-1]

    @property
    def interaction(self) -> discord.Interaction[Any]:
        """What discord.py would hand over."""
        return cast("discord.Interaction[Any]", self.seen)


MADE = cast("Any", SimpleNamespace(sending=dict[str, object]))


async def test_nothing_follows_before_the_first_answer() -> None:
    voices, asked = Voices(), Asked(None)
    voices.hear(asked.interaction)
    saying = asyncio.create_task(voices.say(CHANNEL, MADE))
    await asyncio.sleep(0)
    assert not asked.sent
    asked.response.type = ANSWER
    assert await saying is asked.sent[0]


async def test_nothing_takes_the_place_of_an_answer_that_is_only_promised() -> None:
    voices, asked = Voices(), Asked(PROMISE)
    voices.hear(asked.interaction)
    saying = asyncio.create_task(voices.say(CHANNEL, MADE))
    await asyncio.sleep(0)
    assert not asked.sent
    keep_promise(asked.interaction)
    assert await saying is asked.sent[0]


async def test_after_a_while_nobody_can_be_answered() -> None:
    now = 0.0
    voices, asked = Voices(lambda: now), Asked(ANSWER)
    voices.hear(asked.interaction)
    now = 13 * 60.0
    assert await voices.say(CHANNEL, MADE)
    now = 15 * 60.0
    assert await voices.say(CHANNEL, MADE) is None


async def test_five_answers_follow_and_no_more() -> None:
    voices, asked = Voices(), Asked(ANSWER)
    voices.hear(asked.interaction)
    said = [await voices.say(CHANNEL, MADE) for _ in range(6)]
    assert [each is not None for each in said] == [True] * 5 + [False]


async def test_where_no_server_says_its_language_whoever_asks_does() -> None:
    voices = Voices()
    assert voices.locale(CHANNEL) == ""
    voices.hear(Asked(ANSWER, guild_locale=None, locale="fr").interaction)
    assert voices.locale(CHANNEL) == "fr"
    voices.hear(Asked(ANSWER, guild_locale="en-GB", locale="fr").interaction)
    assert voices.locale(CHANNEL) == "en-GB"
