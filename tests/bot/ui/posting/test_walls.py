"""A post on the wall that is closed to the bot while it tells of a turn there."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

from bot.model.posts import BoardPost, Trouble
from bot.outbox import Undeliverable
from bot.ui.app import Features
from bot.ui.posting.walls import send_turn
from tests.bot.ui.posting.test_finding import no_language, no_server, nothing_to_press

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour


async def test_where_it_is_locked_just_now_the_game_goes_on_in_its_channel(
    parlour: Parlour,
) -> None:
    record = await parlour.begun(moves=1)
    here = replace(record.place, channel=77)
    on_wall = replace(record, place=here, home=record.place.channel)
    io = AsyncMock()
    io.post.side_effect = Undeliverable(Trouble.MAY_NOT_SEND_IN_THREADS)
    app = SimpleNamespace(
        services=parlour.services, features=Features(), game_buttons=nothing_to_press
    )
    client = SimpleNamespace(get_guild=no_server)
    guests = SimpleNamespace(locale=no_language)
    posting: Any = SimpleNamespace(app=app, io=io, client=client, guests=guests)
    post = BoardPost(record.id, len(record.match.log))
    assert await send_turn(posting, post, on_wall) is None
    io.post.assert_awaited_once()
    io.send_dm.assert_not_awaited()
