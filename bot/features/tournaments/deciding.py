"""The winner of a pairing that needs one: how it follows from the games, and what breaks a tie.

In this order: points, the shorter win, captures. Two players who are equal in all of that have
three days in which both can ask for one more game; otherwise the higher seed goes through.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.features.tournaments.model import Award
from games.pace import DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.features.tournaments.model import Pairing
    from bot.features.tournaments.outcome import PairingOutcome
    from games.tournament.standings import Entrant

ASKING = 3 * DAY  # time in which both can ask for one more game


class By(StrEnum):
    """A way to decide a pairing; in the keys of its words."""

    POINTS = "points"
    FORFEIT = "forfeit"  # the other forfeited a game
    SHORTER_WIN = "shorter-win"
    CAPTURES = "captures"
    SEED = "seed"


@dataclass(frozen=True, slots=True)
class Decision:
    """The player who goes through, and what decided it: their value and the other's."""

    winner: Entrant
    by: By
    own: int = 0
    others: int = 0


def by_games(pairing: Pairing, outcome: PairingOutcome) -> Decision | None:
    """Return the decision that follows from a pairing's games; None if the players are level."""
    seats = sorted(pairing.seats)
    shortest = {seat: outcome.shortest_win(seat) for seat in seats}
    best: dict[By, Sequence[int]] = {By.POINTS: [outcome.halves(seat) for seat in seats]}
    wins = [plies for plies in shortest.values() if plies is not None]
    if len(wins) == len(seats):
        by = By.SHORTER_WIN if min(wins) else By.FORFEIT
        best[by] = [-plies for plies in wins]
    best[By.CAPTURES] = [outcome.taken(seat) for seat in seats]
    for by, values in best.items():
        if len({*values}) > 1:
            own, others = max(values), min(values)
            return Decision(seats[values.index(own)], by, abs(own), abs(others))
    return None


def may_be_level(pairing: Pairing, outcome: PairingOutcome, games: int) -> bool:
    """Whether one more game may still decide: the pairing was played, and no game was added yet.

    `games`: the usual number in a pairing.
    """
    if pairing.award is not Award.BY_GAMES or outcome.absent >= pairing.seats:
        return False
    return pairing.through is None and len(outcome.results) <= games
