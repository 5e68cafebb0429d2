"""What the client makes of Discord's events, and that it leaves none of them half done."""

from __future__ import annotations

import asyncio
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


@pytest.mark.parametrize("event", ["ready", "guild_available", "guild_join", "guild_remove"])
async def test_what_an_event_changes_is_written_before_it_is_closed(
    monkeypatch: pytest.MonkeyPatch, event: str
) -> None:
    """What closes the store waits for the client."""
    written: list[str] = []

    async def write(*_: object, **__: object) -> None:
        await asyncio.sleep(0.05)
        written.append(event)

    for name in ("compare_servers", "note_servers", "greet"):
        monkeypatch.setattr(f"bot.ui.client.{name}", write)
    files = SimpleNamespace(close=lambda: None)
    app = SimpleNamespace(metrics=Metrics(), files=files, house=None)
    async with Client(cast("Any", app)) as client:
        client.dispatch(event, *([] if event == "ready" else [SimpleNamespace(id=10)]))
        await client.close()
        assert event in written
