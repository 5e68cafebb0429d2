"""The outcome of a pairing: points and absences, once its games are over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.tournaments.model import Award
from games.core import Reason
from games.pair import Tally
from games.tournament import outcomes
from games.tournament.standings import Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.features.tournaments.model import Game, Pairing, Tournament
    from bot.model.times import Instant
    from games.tournament.standings import Entrant

_WHOLE = 2  # halves of a point
_PLAYED = 4  # plies on a board; with fewer, a pairing gives no title


@dataclass(frozen=True, slots=True)
class PairingOutcome:
    """The points of both players of a pairing, and who was absent."""

    results: tuple[Result, ...]
    granted: Mapping[Entrant, int]  # half points without a game
    absent: frozenset[Entrant]  # players who didn't start any of its games
    at: Instant
    played: bool = False  # on at least one board; otherwise the pairing gives no title

    def halves(self, seat: Entrant) -> int:
        """Return the half points that a player got from the pairing."""
        played = (result.halves_of(seat) for result in self._of(seat))
        return self.granted.get(seat, 0) + sum(played)

    def free(self, seat: Entrant) -> int:
        """Return how many of those half points needed no game: a bye, or a forfeit."""
        forfeits = (result.halves_of(seat) for result in self._of(seat) if result.is_forfeit)
        return self.granted.get(seat, 0) + sum(forfeits)

    def tally(self, seat: Entrant) -> Tally:
        """Return a player's results of the pairing, to compare with the other's.

        A game that the other forfeited counts as a win of no plies.
        """
        results = tuple(self._of(seat))
        wins = [result.plies for result in results if result.halves_of(seat) == _WHOLE]
        taken = sum(result.taken_of(seat) for result in results)
        return Tally(self.halves(seat), min(wins, default=None), taken)

    def _of(self, seat: Entrant) -> Iterator[Result]:
        """Yield the results of a player."""
        return (result for result in self.results if seat in {result.dark, result.light})


def outcome_of(
    tournament: Tournament, pairing: Pairing, games: Sequence[Game]
) -> PairingOutcome | None:
    """Return the outcome of a pairing; None while its games are in progress."""
    if pairing.award is not Award.BY_GAMES:
        points = {Award.ONE: tournament.points, Award.HALF: tournament.points // 2}.get(
            pairing.award, 0
        )
        return PairingOutcome((), {pairing.one: points}, frozenset(), pairing.begun)
    if any(game.reason is None for game in games):
        return None
    late = outcomes.late_in(games)
    played = {
        seat
        for game in games
        if game.reason is not Reason.NOT_BEGUN
        for seat in (game.dark, game.light)
    }
    results = tuple(map(_result, games))
    at = max((game.since for game in games), default=pairing.begun)  # none: their rows are lost
    has_moves = any(game.plies >= _PLAYED for game in games)
    return PairingOutcome(results, {}, late - played, at, has_moves)


def _result(game: Game) -> Result:
    """Return the result of a game that is over."""
    dark, light = outcomes.halves(game)
    return Result(
        dark=game.dark,
        light=game.light,
        dark_halves=dark,
        light_halves=light,
        dark_taken=game.dark_taken or 0,
        light_taken=game.light_taken or 0,
        is_forfeit=game.reason is Reason.NOT_BEGUN,
        plies=0 if game.reason is Reason.NOT_BEGUN else game.plies,
    )
