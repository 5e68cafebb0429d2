"""One round: the vote on one move. Who may vote, when it closes, which move wins. Pure.

Law: what a round comes to follows from the votes that stand, and not from when they are counted.

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
SILENT = 3  # rounds without a vote, after which the game is put aside
_OFFERED = 5  # moves that have a button
_ENOUGH = 3, 4  # of last round's voters: three quarters
_FEWEST = 2  # of them: one person alone never closes a round for all others


@dataclass(frozen=True, slots=True)
class Tally:
    """How many vote for a move."""

    move: str
    votes: int
    first: int  # the number of the earliest vote for it

    def __post_init__(self) -> None:
        """Raise GameError for what is no path."""
        read_move(self.move)


@dataclass(frozen=True, slots=True)
class RoundVotes:
    """All votes of a round so far, counted by move."""

    tallies: tuple[Tally, ...] = ()
    regulars: int = 0  # how many voted in the round before
    returned: int = 0  # how many of these have voted in this one

    @property
    def voters(self) -> int:
        """The number of people who have voted."""
        return sum(tally.votes for tally in self.tallies)


def may_vote(player: Player, opponent: Player) -> bool:
    """Whether this person may have a vote at all; who is barred or blocked, the store knows."""
    return player != opponent and player not in NO_PERSONS


def have_enough_voted(votes: RoundVotes) -> bool:
    """Whether three quarters of those who voted last time have voted, and at least two."""
    part, whole = _ENOUGH
    return votes.returned >= _FEWEST and votes.returned * whole >= votes.regulars * part


def is_over(votes: RoundVotes, deadline: Instant, now: Instant) -> bool:
    """Whether the round must close now, so that the channel moves."""
    return now >= deadline or have_enough_voted(votes)


def ranked(tallies: Iterable[Tally]) -> Sequence[Tally]:
    """The most votes first; of as many, the move that was voted for first."""
    return sorted(tallies, key=lambda tally: (-tally.votes, tally.first))


def winner(tallies: Iterable[Tally], is_legal: Callable[[Move], bool]) -> Tally | None:
    """The move that is played; None where nobody has voted for one that can be."""
    return next((tally for tally in ranked(tallies) if is_legal(read_move(tally.move))), None)


def offered(tallies: Iterable[Tally]) -> Sequence[Tally]:
    """The five moves with the most votes, in an order that does not tell how many they have."""
    most = ranked(tallies)[:_OFFERED]
    return sorted(most, key=lambda tally: [*map(coordinates, read_move(tally.move))])
