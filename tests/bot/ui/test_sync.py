"""The commands are sent once, also where Discord's answer cannot be read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.ui.sync import sync_commands

ODD = KeyError("default_permission")
DOWN = discord.DiscordServerError(Mock(status=503, reason="Down"), "")


class Notes:
    """The notes kept from one start to the next."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    async def note(self, name: str) -> str:
        """Return a note."""
        return self.kept.get(name, "")

    async def keep_note(self, name: str, text: str) -> None:
        """Keep it."""
        self.kept[name] = text


def tree(**requests: AsyncMock) -> Any:  # noqa: ANN401  what is needed of discord.py's
    client = SimpleNamespace(application_id=1)
    return SimpleNamespace(translator=Mock(), client=client, get_commands=list, **requests)


async def test_what_cannot_be_read_was_sent_all_the_same() -> None:
    notes: Any = Notes()
    odd = tree(fetch_commands=AsyncMock(side_effect=ODD), sync=AsyncMock(side_effect=ODD))
    assert await sync_commands(odd, notes)
    assert not await sync_commands(odd, notes)
    assert odd.sync.await_count == 1


async def test_what_discord_refuses_is_tried_again() -> None:
    notes: Any = Notes()
    down = tree(fetch_commands=AsyncMock(), sync=AsyncMock(side_effect=DOWN))
    with pytest.raises(discord.DiscordServerError):
        await sync_commands(down, notes)
    assert notes.kept == {}
