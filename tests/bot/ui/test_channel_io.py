"""Requests of discord.py for a post: sent once, and without a needless sound."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import discord
import pytest

from bot.model.servers import Place
from bot.ui.channel_io import ChannelIO
from bot.ui.guests import GuestChannels
from bot.ui.pages.page import Page, Text
from bot.ui.pictures import Pictures
from tests.bot.ui.model import DARK

PLACE = Place(10, 80)
POST = cast("Any", SimpleNamespace(id=4711))  # nothing else of it is asked for here
COMPONENTS, SILENT = 1 << 15, 1 << 12
SENT: dict[str, Any] = {
    "id": "70",
    "channel_id": "80",
    "author": {"id": "9", "username": "Konakis", "discriminator": "0", "avatar": None},
    "content": "",
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


async def requested(page: Page) -> dict[str, Any]:
    """Return the request that posts a page."""
    client = discord.Client(intents=discord.Intents.none())
    client.http.request = ask = AsyncMock(return_value=SENT)
    pictures = Pictures()
    try:
        sent = await ChannelIO(client, pictures, GuestChannels()).post(POST, PLACE, page)
    finally:
        pictures.close()
    assert (sent.message, sent.channel) == (70, 80)
    assert ask.await_args is not None
    return cast("dict[str, Any]", ask.await_args.kwargs["json"])


async def test_discord_is_asked_to_post_the_same_number_once_only() -> None:
    """discord.py's `send` says so with every nonce, which its documents promise half."""
    asked = await requested(Page((Text("x"),)))
    assert (asked["nonce"], asked["enforce_nonce"]) == ("4711", True)
    (container,) = asked["components"]
    assert container["id"] == 4711


@pytest.mark.parametrize(("pings", "flags"), [((), COMPONENTS | SILENT), ((DARK,), COMPONENTS)])
async def test_what_pings_no_one_makes_no_sound(pings: tuple[int, ...], flags: int) -> None:
    asked = await requested(Page((Text("x"),), pings=pings))
    assert asked["flags"] == flags
    assert asked["allowed_mentions"] == {"parse": [], "users": [*pings]}


async def test_what_a_guest_posts_cannot_be_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    client = discord.Client(intents=discord.Intents.none())
    guests, pictures = GuestChannels(), Pictures()
    monkeypatch.setattr(guests, "post", AsyncMock(return_value=SimpleNamespace(id=70)))
    io = ChannelIO(client, pictures, guests)
    try:
        sent = await io.post(POST, Place(10, 80, remote=True), Page((Text("x"),)))
    finally:
        pictures.close()
    assert (sent.message, sent.findable) == (70, False)
