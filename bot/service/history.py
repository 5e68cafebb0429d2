"""The history of one player: a page of their finished matches, and their results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.model.matches import Search
from bot.model.people import FORMER
from bot.service.paging import page_among

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.matches import Past, Tally
    from bot.model.people import Player
    from bot.service.services import Services

PAGE_SIZE = 5  # matches: about as many as a phone shows at once


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """One page of a player's finished matches."""

    matches: Sequence[Past]
    tally: Tally  # of all outcomes, even if one is searched for
    page: int
    pages: int
    shows_tally: bool = True  # not if one of the two isn't listed


async def history_page(services: Services, search: Search, page: int = 0) -> HistoryPage:
    """Return a page of finished matches, newest first; the last page if there are fewer."""
    tally = await services.store.matches.tally(search)
    page, pages = page_among(tally.listed(search.outcome), PAGE_SIZE, page)
    matches = await services.store.matches.finished(search, page * PAGE_SIZE, PAGE_SIZE)
    shows_tally = search.opponent is None or await _listed(services, search.player, search.opponent)
    return HistoryPage(matches, tally, page, pages, shows_tally)


async def between(services: Services, player: Player, other: Player) -> Tally | None:
    """Return the tally of all games of two players; None if one was erased or isn't listed."""
    if not await _listed(services, player, other):
        return None
    return await services.store.matches.tally(Search(player, other))


async def _listed(services: Services, *players: Player) -> bool:
    people = [await services.store.people.person(player) for player in players]
    return FORMER not in players and all(person.listed for person in people)
