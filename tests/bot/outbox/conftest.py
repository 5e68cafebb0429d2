"""Each test has a room of its own."""

from __future__ import annotations

import pytest

from tests.bot.outbox.room import Room, furnished


@pytest.fixture
async def room() -> Room:
    """One with matches 1 to 3 and a challenge, and nothing to be said."""
    return await furnished()
