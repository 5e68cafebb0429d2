"""What a pairing brought, once its games are over: points, and absences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.features.tournaments.model import Given
from games.core import Reason
from games.tournament import outcomes
from games.tournament.standings import Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.features.tournaments.model import Game, Pairing, Tournament
    from bot.model.times import Instant
    from games.tournament.standings import Entrant

_PLAYED = 4  # plies on one board, without which a pairing gives no title


@dataclass(frozen=True, slots=True)
class Decided:
    """What a pairing brought, once it is decided."""

    results: tuple[Result, ...]
    granted: Mapping[Entrant, int]  # halves of a point without a game
    absent: frozenset[Entrant]  # who did not begin to play
    at: Instant
    played: bool = False  # on one of its boards at least: else it gives no title

    def halves(self, seat: Entrant) -> int:
        """The halves of a point that it brought one of the two."""
        played = (
            (result.dark_halves, result.light_halves)[seat == result.light]
            for result in self.results
            if seat in {result.dark, result.light}
        )
        return self.granted.get(seat, 0) + sum(played)

    def taken(self, seat: Entrant) -> int:
        """The men that one of the two took."""
        return sum(
            (result.dark_taken, result.light_taken)[seat == result.light]
            for result in self.results
            if seat in {result.dark, result.light}
        )


def decided_by(tournament: Tournament, pairing: Pairing, games: Sequence[Game]) -> Decided | None:
    """Return what a pairing brought; None while it is played."""
    if pairing.given is not Given.PLAYED:
        points = {Given.ONE: tournament.points, Given.HALF: tournament.points // 2}.get(
            pairing.given, 0
        )
        return Decided((), {pairing.one: points}, frozenset(), pairing.begun)
    if any(game.reason is None for game in games):
        return None
    late = outcomes.late_in(games)
    played = {
        seat
        for game in games
        if game.reason is not Reason.NOT_BEGUN
        for seat in (game.dark, game.light)
    }
    results = tuple(_result(game, late) for game in games)
    at = max((game.since for game in games), default=pairing.begun)  # none: their rows are lost
    has_moves = any(game.plies >= _PLAYED for game in games)
    return Decided(results, {}, late - played, at, has_moves)


def _result(game: Game, late: frozenset[Entrant]) -> Result:
    """A game that is over: won, lost or drawn; or who was absent has lost it, perhaps both."""
    dark, light = outcomes.halves(game, late)
    return Result(
        dark=game.dark,
        light=game.light,
        dark_halves=dark,
        light_halves=light,
        dark_taken=game.dark_taken or 0,
        light_taken=game.light_taken or 0,
    )
