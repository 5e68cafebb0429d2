"""An announcement's failed edit is made up for; a deleted announcement stays deleted."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.model.posts import Trouble
from bot.model.servers import Place
from bot.outbox import Undeliverable
from bot.ui.pages.page import Page, Text
from bot.ui.posting.announcements import keep_announcement

CARD, PAGE = 9, Page((Text("Spring Cup"),))
FORBIDDEN, UNKNOWN_MESSAGE, UNKNOWN_CHANNEL = 50013, 10008, 10003


def posting(*refused: int) -> Any:  # noqa: ANN401  only what an announcement needs
    """Discord refuses the first edits with these codes, and takes the next ones."""
    answers: list[object] = []
    for code in refused:
        error = Undeliverable(Trouble.GIVEN_UP)
        error.__cause__ = discord.HTTPException(Mock(status=403), {"code": code})
        answers.append(error)
    return Mock(shown={}, io=Mock(edit=AsyncMock(side_effect=[*answers, None, None])))


async def kept(channel: Any) -> int | None:  # noqa: ANN401  the same
    post: Any = Mock(place=Place(7, 71))
    sent: Any = await keep_announcement(channel, post, PAGE, CARD)
    return sent and sent.message


async def test_a_card_that_says_it_already_is_not_edited() -> None:
    channel = posting()
    assert [await kept(channel), await kept(channel)] == [CARD, CARD]
    assert channel.io.edit.await_count == 1


async def test_one_that_could_not_be_edited_is_edited_the_next_time() -> None:
    channel = posting(FORBIDDEN)
    assert [await kept(channel), await kept(channel)] == [CARD, CARD]
    assert channel.io.edit.await_count == 2


@pytest.mark.parametrize("code", [UNKNOWN_MESSAGE, UNKNOWN_CHANNEL])
async def test_one_that_is_gone_is_not_posted_again(code: int) -> None:
    assert await kept(posting(code)) is None
