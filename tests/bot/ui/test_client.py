"""What the client makes of Discord's events: of what people write, replies alone are read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.metrics import Metrics
from bot.ui.client import Client

if TYPE_CHECKING:
    import discord

WRITTEN: dict[str, Any] = {
    "id": "70",
    "channel_id": "80",
    "author": {"id": "90", "username": "anna", "discriminator": "0", "avatar": None},
    "content": "e4e7",
    "timestamp": "2026-05-28T20:30:00+00:00",
    "edited_timestamp": None,
    "tts": False,
    "mention_everyone": False,
    "mentions": [],
    "mention_roles": [],
    "attachments": [],
    "embeds": [],
    "pinned": False,
    "type": 0,
}
REPLY = {**WRITTEN, "type": 19, "message_reference": {"message_id": "60", "channel_id": "80"}}
OF_A_BOT = {**REPLY, "author": {**WRITTEN["author"], "bot": True}}


@pytest.mark.parametrize(
    ("event", "data", "read"),
    [
        ("MESSAGE_CREATE", REPLY, ["message"]),
        ("MESSAGE_CREATE", WRITTEN, []),
        ("MESSAGE_CREATE", {**WRITTEN, "message_reference": None}, []),
        ("MESSAGE_CREATE", OF_A_BOT, []),
        ("MESSAGE_UPDATE", REPLY, []),
    ],
)
async def test_of_messages_the_replies_of_people_are_read(
    monkeypatch: pytest.MonkeyPatch, event: str, data: dict[str, Any], read: list[str]
) -> None:
    found: list[tuple[str, str]] = []

    def dispatch(_: Client, name: str, what: discord.Message) -> None:
        found.append((name, what.content))

    monkeypatch.setattr(Client, "dispatch", dispatch)
    client = Client(cast("Any", SimpleNamespace(metrics=Metrics())))
    state = client._connection  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  no other way
    state.parsers[event](data)
    assert found == [(name, "e4e7") for name in read]
