"""Posting as a guest: which interactions can be followed up, and for how long."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.ui.guests import GuestChannels, mark_filled_in

CHANNEL = 7
PROMISE = discord.InteractionResponseType.deferred_channel_message
ANSWER = discord.InteractionResponseType.channel_message


class Asked:
    """An interaction in a channel where we are guests."""

    def __init__(self, how: discord.InteractionResponseType | None, **more: object) -> None:
        self.sent = list[object]()
        self.changed = list[tuple[str, int]]()
        self.error: Exception | None = None
        self.response = SimpleNamespace(type=how, is_done=lambda: self.response.type is not None)
        self._interaction = SimpleNamespace(
            type=discord.InteractionType.application_command,
            channel_id=CHANNEL,
            context=SimpleNamespace(private_channel=True),
            response=self.response,
            followup=SimpleNamespace(
                send=self._send, edit_message=self._edit, delete_message=self._delete
            ),
            extras=dict[object, object](),
            **more,
        )

    async def _send(self, **_: object) -> object:
        if self.error:
            raise self.error
        self.sent.append(SimpleNamespace(id=len(self.sent)))
        return self.sent[-1]

    async def _edit(self, message: int, **_: object) -> None:
        self.changed.append(("edited", message))

    async def _delete(self, message: int) -> None:
        self.changed.append(("deleted", message))

    @property
    def interaction(self) -> discord.Interaction[Any]:
        """The interaction that discord.py would pass."""
        return cast("discord.Interaction[Any]", self._interaction)


MESSAGE = cast("Any", SimpleNamespace(sending=dict[str, object], editing=dict[str, object]))


async def test_nothing_follows_before_the_first_answer() -> None:
    channels, asked = GuestChannels(), Asked(None)
    channels.remember(asked.interaction)
    posting = asyncio.create_task(channels.post(CHANNEL, MESSAGE))
    await asyncio.sleep(0)
    assert not asked.sent
    asked.response.type = ANSWER
    assert await posting is asked.sent[0]


async def test_nothing_takes_the_place_of_an_answer_that_is_only_promised() -> None:
    channels, asked = GuestChannels(), Asked(PROMISE)
    channels.remember(asked.interaction)
    posting = asyncio.create_task(channels.post(CHANNEL, MESSAGE))
    await asyncio.sleep(0)
    assert not asked.sent
    mark_filled_in(asked.interaction)
    assert await posting is asked.sent[0]


async def test_an_old_interaction_is_not_followed_up() -> None:
    now = 0.0
    channels, asked = GuestChannels(lambda: now), Asked(ANSWER)
    channels.remember(asked.interaction)
    now = 13 * 60.0
    assert await channels.post(CHANNEL, MESSAGE)
    now = 15 * 60.0
    assert await channels.post(CHANNEL, MESSAGE) is None


async def test_five_answers_follow_and_no_more() -> None:
    channels, asked = GuestChannels(), Asked(ANSWER)
    channels.remember(asked.interaction)
    sent = [await channels.post(CHANNEL, MESSAGE) for _ in range(6)]
    assert [message is not None for message in sent] == [True] * 5 + [False]


@pytest.mark.parametrize("status", [401, 403, 404])
async def test_a_token_that_has_expired_is_given_up_at_once(status: int) -> None:
    channels, asked = GuestChannels(), Asked(ANSWER)
    refused = {"status": status, "reason": "spent"}
    asked.error = discord.HTTPException(cast("Any", SimpleNamespace(**refused)), "spent")
    channels.remember(asked.interaction)
    assert await channels.post(CHANNEL, MESSAGE) is None
    assert channels.locale(CHANNEL) == ""


async def test_other_failures_are_left_to_the_outbox() -> None:
    channels, asked = GuestChannels(), Asked(ANSWER)
    refused = {"status": 500, "reason": "broken"}
    asked.error = discord.HTTPException(cast("Any", SimpleNamespace(**refused)), "broken")
    channels.remember(asked.interaction)
    with pytest.raises(discord.HTTPException):
        await channels.post(CHANNEL, MESSAGE)


async def test_without_a_server_the_locale_is_the_users() -> None:
    channels = GuestChannels()
    assert channels.locale(CHANNEL) == ""
    channels.remember(Asked(ANSWER, guild_locale=None, locale="fr").interaction)
    assert channels.locale(CHANNEL) == "fr"
    channels.remember(Asked(ANSWER, guild_locale="en-GB", locale="fr").interaction)
    assert channels.locale(CHANNEL) == "en-GB"


async def test_what_was_posted_can_be_changed_while_discord_takes_it() -> None:
    now = 0.0
    channels, asked = GuestChannels(lambda: now), Asked(ANSWER)
    channels.remember(asked.interaction)
    for _ in range(2):
        await channels.post(CHANNEL, MESSAGE)
    await channels.edit(1, MESSAGE)
    await channels.delete(1)
    await channels.delete(1)  # it is gone
    await channels.edit(9, MESSAGE)  # it is not ours
    now = 15 * 60.0
    await channels.edit(2, MESSAGE)
    await channels.delete(2)
    assert asked.changed == [("edited", 1), ("deleted", 1)]
