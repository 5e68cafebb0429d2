"""The history of a player: which page of their finished matches, and how many there are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.matches import Outcome, Search
from bot.service import history
from bot.service.history import HistoryPage, history_page
from bot.service.play import resign
from tests.bot.service.parlour import ANNA, BEN

if TYPE_CHECKING:
    from tests.bot.service.parlour import Parlour


async def shelf(parlour: Parlour, search: Search, page: int) -> tuple[list[int], int, int]:
    shown = await history_page(parlour.services, search, page)
    return [match.id for match in shown.matches], shown.page, shown.pages


@pytest.fixture
def two_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PAGE_SIZE", 2)


@pytest.mark.usefixtures("two_a_page")
async def test_the_newest_stand_on_the_first_page(parlour: Parlour) -> None:
    for loser in (BEN, ANNA, BEN):
        begun = await parlour.begun(moves=4)
        await resign(parlour.services, begun.id, loser)
    everything = Search(ANNA)
    assert await shelf(parlour, everything, 0) == ([3, 2], 0, 2)
    assert await shelf(parlour, everything, 1) == ([1], 1, 2)
    assert await shelf(parlour, everything, 99) == ([1], 1, 2)
    won = replace(everything, outcome=Outcome.WON)
    assert await shelf(parlour, won, 1) == ([3, 1], 0, 1)
    lost = await history_page(parlour.services, replace(everything, outcome=Outcome.LOST))
    assert [lost.tally.of(how) for how in Outcome] == [2, 0, 1, 0]


async def test_before_the_first_game_is_over_the_only_page_is_empty(parlour: Parlour) -> None:
    await parlour.begun()
    shown = await history_page(parlour.services, Search(ANNA), 3)
    assert shown == HistoryPage([], shown.tally, 0, 1)
    assert shown.tally.of() == 0
