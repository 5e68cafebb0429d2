"""Pairs of games with sides exchanged: the score of both together, with men taken as tie-break."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.core import Side

if TYPE_CHECKING:
    from games.match import Match


@dataclass(frozen=True, slots=True)
class Tally:
    """What one player has to show."""

    wins: int
    draws: int
    taken: int  # men, over both games

    @property
    def halves(self) -> int:
        """A win is two halves of a point, a draw one."""
        return 2 * self.wins + self.draws


@dataclass(frozen=True, slots=True)
class Score:
    """How the pair stands. Players are named by their side in the first game."""

    dark: Tally
    light: Tally
    over: bool  # both games are

    @property
    def winner(self) -> Side | None:
        """Who won the pair; None while it goes on, and when it is drawn.

        Both games, or one and a draw, win it; otherwise the players are level, and it goes to the
        one who took more men.
        """
        dark, light = ((tally.halves, tally.taken) for tally in (self.dark, self.light))
        if not self.over or dark == light:
            return None
        return Side.DARK if dark > light else Side.LIGHT

    @property
    def by_men(self) -> bool:
        """Whether only the men taken made the winner."""
        return self.winner is not None and self.dark.halves == self.light.halves


def score(first: Match, second: Match | None = None) -> Score:
    """The score after the first game, during the second, or at the end.

    A game that is not over counts with its taken men alone. Does not ask whether both were played
    by the same rules.
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
    """Whether it is over, with a result."""
    return match.verdict is not None and match.verdict.has_result
