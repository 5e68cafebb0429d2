"""The history of one player: a page of their finished matches, and how these went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.house import House
    from bot.service.model import Past, Search, Tally

A_PAGE = 5  # matches: about as many as a telephone shows at once


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """One page of a player's finished matches."""

    matches: Sequence[Past]
    tally: Tally  # of all outcomes, also where one is searched for
    page: int
    pages: int


async def history_page(house: House, search: Search, page: int = 0) -> HistoryPage:
    """That page, newest matches first; the last page where there are fewer."""
    tally = await house.store.tally(search)
    pages = max(1, -(-tally.listed(search.outcome) // A_PAGE))
    page = max(0, min(page, pages - 1))
    found = await house.store.finished(search, page * A_PAGE, A_PAGE)
    return HistoryPage(found, tally, page, pages)
