"""One round: the vote on one move. Who can vote, when it closes, which move wins. Pure.

Invariant: a round's outcome follows from its votes, whenever they are counted.

>>> votes = (Tally("e5-e8", 2, first=3), Tally("d4-d7", 2, first=1), Tally("e5-e6", 1, first=2))
>>> winner(votes, lambda move: True).move
'd4-d7'
>>> [tally.move for tally in offered(votes)]
['d4-d7', 'e5-e6', 'e5-e8']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.model.people import NO_PERSONS
from games.core import coordinates
from games.notation import read_move
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bot.model.people import Player
    from bot.model.times import Instant
    from games.core import Move

OPEN_FOR = DAY
SILENT = 3  # rounds without a vote until the game is paused
_OFFERED = 5  # moves that have a button
_ENOUGH = 3, 4  # of last round's voters: three quarters
_FEWEST = 2  # of these: a single person never closes a round for everyone


@dataclass(frozen=True, slots=True)
class Tally:
    """The number of votes for a move."""

    move: str
    votes: int
    first: int  # the number of the earliest vote for it

    def __post_init__(self) -> None:
        """Raise GameError if the move isn't a path."""
        read_move(self.move)


@dataclass(frozen=True, slots=True)
class RoundVotes:
    """All votes of a round so far, counted by move."""

    tallies: tuple[Tally, ...] = ()
    regulars: int = 0  # the number of voters in the round before
    returned: int = 0  # how many of these have voted in this round

    @property
    def voters(self) -> int:
        """The number of people who have voted."""
        return sum(tally.votes for tally in self.tallies)


def may_vote(player: Player, opponent: Player) -> bool:
    """Whether a person can vote at all; suspensions and blocks are checked in the store."""
    return player != opponent and player not in NO_PERSONS


def have_enough_voted(votes: RoundVotes) -> bool:
    """Whether three quarters of the last round's voters have voted, and at least two."""
    part, whole = _ENOUGH
    return votes.returned >= _FEWEST and votes.returned * whole >= votes.regulars * part


def is_over(votes: RoundVotes, deadline: Instant, now: Instant) -> bool:
    """Whether the round must close now, so that the channel moves."""
    return now >= deadline or have_enough_voted(votes)


def ranked(tallies: Iterable[Tally]) -> Sequence[Tally]:
    """Sort by most votes; among equals, the move voted for first."""
    return sorted(tallies, key=lambda tally: (-tally.votes, tally.first))


def winner(tallies: Iterable[Tally], is_legal: Callable[[Move], bool]) -> Tally | None:
    """Return the move to play; None if there is no vote for a legal move."""
    return next((tally for tally in ranked(tallies) if is_legal(read_move(tally.move))), None)


def offered(tallies: Iterable[Tally]) -> Sequence[Tally]:
    """Return the five leading moves, in an order that doesn't show their numbers of votes."""
    most = ranked(tallies)[:_OFFERED]
    return sorted(most, key=lambda tally: [*map(coordinates, read_move(tally.move))])
