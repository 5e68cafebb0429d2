"""The winner of a pairing that needs one: how it follows from the games, and what breaks a tie.

The games decide as in any match of two (see games.pair). Two players who are level after that have
three days in which both can ask for one more game; otherwise the higher seed goes through.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.tournaments.model import Award
from games.pace import DAY
from games.pair import lead

if TYPE_CHECKING:
    from bot.features.tournaments.model import Pairing
    from bot.features.tournaments.outcome import PairingOutcome
    from games.pair import By
    from games.tournament.standings import Entrant

ASKING = 3 * DAY  # time in which both can ask for one more game


@dataclass(frozen=True, slots=True)
class Decision:
    """The player who goes through, and what decided it: their value and the other's."""

    winner: Entrant
    by: By
    own: int = 0
    others: int = 0


def by_games(pairing: Pairing, outcome: PairingOutcome) -> Decision | None:
    """Return the decision that follows from a pairing's games; None if the players are level."""
    one, other = sorted(pairing.seats)
    ahead = lead(outcome.tally(one), outcome.tally(other))
    if ahead is None:
        return None
    return Decision(one if ahead.is_first else other, ahead.by, ahead.own, ahead.others)


def may_be_level(pairing: Pairing, outcome: PairingOutcome, games: int) -> bool:
    """Whether one more game may still decide: the pairing was played, and no game was added yet.

    `games`: the usual number in a pairing.
    """
    if pairing.award is not Award.BY_GAMES or outcome.absent >= pairing.seats:
        return False
    return pairing.through is None and len(outcome.results) <= games
