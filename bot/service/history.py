"""Finished matches of one person: which he asks for, what a line of them says, how they went."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from games.core import Reason, Side

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.service.house import House
    from bot.service.model import Instant, Player

A_PAGE = 5  # matches: about as many as a telephone shows at once


class Outcome(StrEnum):
    """How a match went for whoever looks back."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    VOID = "void"  # a moderator stopped it


@dataclass(frozen=True, slots=True)
class Search:
    """Whose matches, and which of them."""

    player: Player
    opponent: Player | None = None
    rules: str = ""  # a preset stands for whatever is added to it too; empty: any rules
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """A match that is over, in one line; needs no fold."""

    id: int
    dark: Player
    light: Player
    rules: str
    plies: int
    ended: Instant
    winner: Side | None
    reason: Reason
    placed: bool = False  # it began from a position that somebody chose: unrated
    games: int = 1  # how many were played in all
    first: int | None = None  # the game before this one, if this is the second

    def side(self, player: Player) -> Side:
        """Which side this player of it had."""
        return Side.DARK if self.dark == player else Side.LIGHT

    def outcome(self, player: Player) -> Outcome:
        """How it went for this player of it."""
        if self.winner is None:
            return Outcome.VOID if self.reason is Reason.STOPPED else Outcome.DRAWN
        return Outcome.WON if self.winner is self.side(player) else Outcome.LOST


@dataclass(frozen=True, slots=True)
class Tally:
    """How many matches went how, by the side that he had."""

    counts: Mapping[tuple[Side, Outcome], int] = field(
        default_factory=dict[tuple[Side, Outcome], int]
    )
    unrated: Mapping[Outcome, int] = field(default_factory=dict[Outcome, int])  # by themselves

    def of(self, outcome: Outcome | None = None, side: Side | None = None) -> int:
        """So many of those that are rated; what is left out does not matter."""
        return sum(
            count
            for (each, how), count in self.counts.items()
            if outcome in (None, how) and side in (None, each)
        )

    def listed(self, outcome: Outcome | None = None) -> int:
        """So many in all."""
        unrated = (count for how, count in self.unrated.items() if outcome in (None, how))
        return self.of(outcome) + sum(unrated)


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """One page of somebody's finished matches."""

    matches: Sequence[Past]
    tally: Tally  # whatever their outcome
    page: int
    pages: int


async def history_page(house: House, search: Search, page: int = 0) -> HistoryPage:
    """The newest first; where that page is no more, the last one there is."""
    tally = await house.store.tally(search)
    pages = max(1, -(-tally.listed(search.outcome) // A_PAGE))
    page = max(0, min(page, pages - 1))
    found = await house.store.finished(search, page * A_PAGE, A_PAGE)
    return HistoryPage(found, tally, page, pages)
