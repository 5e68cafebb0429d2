"""The channel of a board that comes before the message from which its thread opens."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from bot.outbox import NotYet
from bot.service.challenges import accept, make_challenge
from bot.ui.posting.boards import in_its_thread
from tests.bot.service.parlour import ANNA, BEN, HERE, of

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour


async def test_a_board_waits_for_the_message_from_which_its_thread_opens(parlour: Parlour) -> None:
    """Accepted before the message is noted; where that is never posted, it waits no more."""
    terms = replace(of("ludens"), thread=True)
    challenge, post = await make_challenge(parlour.services, HERE, ANNA, BEN, terms)
    record = await accept(parlour.services, challenge.id, BEN)
    app = SimpleNamespace(services=parlour.services)
    posting: Any = SimpleNamespace(app=app, client=None)
    with pytest.raises(NotYet):
        await in_its_thread(posting, record)
    await parlour.store.posts.drop(post)
    assert await in_its_thread(posting, record) == (record, None)
