"""Score two games with sides exchanged, and say which of two players is ahead, and by what.

In this order: points, the shorter win, captures.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from games.core import Side

if TYPE_CHECKING:
    from games.match import Match


class By(StrEnum):
    """A way to decide between two players; in the keys of its words."""

    POINTS = "points"
    FORFEIT = "forfeit"  # the other forfeited a game
    SHORTER_WIN = "shorter-win"
    CAPTURES = "captures"
    SEED = "seed"  # in a tournament, if the games decide nothing


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's results over the games with another."""

    halves: int  # of a point: a win is two, a draw one
    shortest: int | None  # plies of the player's shortest win; 0: the other forfeited
    taken: int  # men captured


@dataclass(frozen=True, slots=True)
class Lead:
    """Which of two players is ahead, and by what: their value and the other's."""

    is_first: bool
    by: By
    own: int
    others: int


def lead(first: Tally, second: Tally) -> Lead | None:
    """Compare two players; None if they are level."""
    values = {By.POINTS: (first.halves, second.halves)}
    if first.shortest is not None and second.shortest is not None:
        by = By.SHORTER_WIN if min(first.shortest, second.shortest) else By.FORFEIT
        values[by] = (-first.shortest, -second.shortest)
    values[By.CAPTURES] = (first.taken, second.taken)
    for by, (one, other) in values.items():
        if one != other:
            return Lead(one > other, by, abs(max(one, other)), abs(min(one, other)))
    return None


@dataclass(frozen=True, slots=True)
class Score:
    """The score of the pair. Players are named by their side in the first game."""

    dark: Tally
    light: Tally
    over: bool  # whether both games are over

    @property
    def lead(self) -> Lead | None:
        """The winner's lead; None while a game is still on, or if the pair is drawn."""
        return lead(self.dark, self.light) if self.over else None

    @property
    def winner(self) -> Side | None:
        """The winner of the pair; None while a game is still on, or if the pair is drawn."""
        if (ahead := self.lead) is None:
            return None
        return Side.DARK if ahead.is_first else Side.LIGHT


def score(first: Match, second: Match | None = None) -> Score:
    """The score after the first game, during the second, or at the end.

    An unfinished game counts only its captured men. Doesn't compare the two games' rules.
    """
    dark = [(first, Side.DARK)]
    light = [(first, Side.LIGHT)]
    if second:  # the sides are exchanged
        dark.append((second, Side.LIGHT))
        light.append((second, Side.DARK))
    over = second is not None and _counts(first) and _counts(second)
    return Score(_tally(dark), _tally(light), over)


def _tally(seats: list[tuple[Match, Side]]) -> Tally:
    ended = [
        (match, match.verdict.winner, side)
        for match, side in seats
        if match.verdict and _counts(match)
    ]
    won = [len(match.plies) for match, winner, side in ended if winner is side]
    return Tally(
        halves=2 * len(won) + sum(winner is None for _, winner, _ in ended),
        shortest=min(won, default=None),
        taken=sum(match.taken(side) for match, side in seats),
    )


def _counts(match: Match) -> bool:
    """Whether the match is over, with a result."""
    return match.verdict is not None and match.verdict.has_result
