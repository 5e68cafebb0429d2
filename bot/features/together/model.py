"""The stored values of a game with partners until its start, and its announcement.

Four people play, two a side; or two against the engine. The game itself is a match whose sides have
partners, stored like any other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.model.joinable import Joinable
from bot.model.people import FORMER
from bot.model.posts import Post
from games.core import Side
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.people import Player
    from bot.model.times import Instant

A_SIDE = 2  # people
OPEN_FOR = 7 * DAY
KEPT = 30 * DAY  # a foursome that failed


class Status(StrEnum):
    """The state of a foursome."""

    OPEN = "open"  # for people to join
    BEGUN = "begun"
    CLOSED = "closed"  # too few have joined in time
    WITHDRAWN = "withdrawn"


CAME_TO_NOTHING = frozenset({Status.CLOSED, Status.WITHDRAWN})


@dataclass(frozen=True, slots=True, kw_only=True)
class Foursome(Joinable):
    """A game with partners for people to join, until it starts or fails."""

    rules: str  # a rule set's line, see games.catalogue
    by_lot: bool  # partners and sides are random, once all have joined
    level: int = 0  # of the engine, if it plays one side; 0: people play both
    side: Side | None = None  # of the people against the engine, unless it is random
    invited: Player | None = None  # who was asked by name: a seat was kept for them
    status: Status = Status.OPEN
    match: int | None = None  # once started
    rematch_of: int | None = None  # the match of the same people before it

    @property
    def size(self) -> int:
        """The number of people who play."""
        return A_SIDE if self.level else A_SIDE * len(Side)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One of a foursome's seats."""

    foursome: int
    number: int  # in the order they were given
    side: Side | None  # None: random
    player: Player  # FORMER once erased
    joined: Instant | None  # None: kept for a player of the match before, or who was invited


@dataclass(frozen=True, slots=True)
class Lobby:
    """A foursome with its seats, read together."""

    foursome: Foursome
    seats: tuple[Seat, ...] = ()
    barred: frozenset[Player] = frozenset()
    asked_before: frozenset[Player] = frozenset()  # makers of earlier rematches of the same match

    def of(self, side: Side | None) -> tuple[Seat, ...]:
        """Return the seats of a side; None: those without a side."""
        return tuple(seat for seat in self.seats if seat.side is side)

    def seat(self, player: Player) -> Seat | None:
        """Return a person's seat, taken or kept for them."""
        return next((seat for seat in self.seats if seat.player == player != FORMER), None)

    @property
    def taken(self) -> int:
        """The number of people who have joined."""
        return sum(seat.joined is not None for seat in self.seats)

    @property
    def is_full(self) -> bool:
        """Whether everyone has joined."""
        return self.taken == self.foursome.size

    @property
    def out(self) -> tuple[Seat, ...]:
        """The seats of people who were suspended since."""
        return tuple(seat for seat in self.seats if seat.player in self.barred)

    @property
    def called(self) -> tuple[Player, ...]:
        """Return the players to ping: those with a kept seat, about a rematch once per match.

        An earlier rematch of that match has pinged everyone except its maker.
        """
        expected = [seat.player for seat in self.seats if seat.joined is None]
        return tuple(player for player in expected if self.asked_before <= {player})

    def has_room(self, side: Side | None) -> bool:
        """Whether a side has a free seat; None: any side."""
        is_full = len(self.seats) >= self.foursome.size
        return not is_full and (side is None or len(self.of(side)) < A_SIDE)


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a person's games with partners."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class FoursomeAnnouncement(Post):
    """Updates or posts the announcement. `changes`: as in all posts that merge."""

    kind = "foursome-announcement"
    is_news = True
    changes_old = True
    merges = True

    foursome: int
    changes: int = 0

    @property
    def lane(self) -> str:
        """The lane of all posts about a foursome's announcement."""
        return f"foursome {self.foursome}"


def drawn(seats: Sequence[Seat], first: Side = Side.DARK) -> tuple[Seat, ...]:
    """Return shuffled seats with numbers and sides: two on the first side, then the other two."""
    sides = (first, first, first.other, first.other)[: len(seats)]
    pairs = enumerate(zip(seats, sides, strict=True), 1)
    return tuple(replace(seat, number=number, side=side) for number, (seat, side) in pairs)
