"""Log lines about games: their numbers, and no person's."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.service.play import make_move, offer, resign
from bot.service.services import log_change
from bot.store.changes import Change
from games.events import Offer
from tests.bot.service.parlour import ANNA, BEN, MOVES

if TYPE_CHECKING:
    import pytest

    from tests.bot.service.parlour import Parlour


async def test_begun_moved_and_over(parlour: Parlour, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    game = await parlour.begun()
    for by, path in zip((ANNA, BEN), MOVES, strict=False):
        await make_move(parlour.services, game.id, by, path)
    await offer(parlour.services, game.id, ANNA, Offer.TAKEBACK)
    await resign(parlour.services, game.id, BEN)
    assert caplog.messages == [
        "game-begun game=1",
        "move game=1 ply=1",
        "move game=1 ply=2",
        "game-over game=1 plies=2 reason=resigned",
    ]


async def test_a_second_game_is_told_by_the_first(
    parlour: Parlour, caplog: pytest.LogCaptureFixture
) -> None:
    """Its own number is not known before it is written."""
    game = await parlour.begun()
    caplog.set_level(logging.INFO)
    log_change(Change(record=replace(game, id=0, first=game.id), events=game.match.log))
    assert caplog.messages == ["game-begun after=1"]
