"""Score two games with sides exchanged; captured men break a tie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.core import Side

if TYPE_CHECKING:
    from games.match import Match


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's results over both games."""

    wins: int
    draws: int
    taken: int  # men captured

    @property
    def halves(self) -> int:
        """The player's score: a win is two halves of a point, a draw one."""
        return 2 * self.wins + self.draws


@dataclass(frozen=True, slots=True)
class Score:
    """The score of the pair. Players are named by their side in the first game."""

    dark: Tally
    light: Tally
    over: bool  # whether both games are over

    @property
    def winner(self) -> Side | None:
        """The winner of the pair; None while a game is still on, or if the pair is drawn.

        The player with more points wins; with equal points, the player who captured more men.
        """
        dark, light = ((tally.halves, tally.taken) for tally in (self.dark, self.light))
        if not self.over or dark == light:
            return None
        return Side.DARK if dark > light else Side.LIGHT

    @property
    def by_men(self) -> bool:
        """Whether only captured men decided the winner."""
        return self.winner is not None and self.dark.halves == self.light.halves


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
    winners = [
        (match.verdict.winner, side) for match, side in seats if match.verdict and _counts(match)
    ]
    return Tally(
        wins=sum(winner is side for winner, side in winners),
        draws=sum(winner is None for winner, _ in winners),
        taken=sum(match.taken(side) for match, side in seats),
    )


def _counts(match: Match) -> bool:
    """Whether the match is over, with a result."""
    return match.verdict is not None and match.verdict.has_result
