"""The Swiss system: players with about as many points meet, once the round before is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.tournaments.form import TournamentForm
from bot.features.tournaments.length import days_of_games
from bot.features.tournaments.model import Award, Step
from bot.features.tournaments.pages.standings import sheets_of_pool
from games.tournament import swiss

if TYPE_CHECKING:
    from bot.features.tournaments.form import Sheet, State
    from bot.features.tournaments.model import Tournament
    from bot.model.times import Instant
    from games.tournament.standings import Entrant

_SHORTEST = 3  # rounds


class Swiss(TournamentForm):
    """A few rounds in the Swiss system."""

    name = "swiss"
    order = 3

    def step(self, state: State, now: Instant) -> Step:
        """Start the next round, or end."""
        if state.undecided:
            return Step()
        done = max((pairing.round for pairing in state.pairings), default=0)
        present = [seat for seat in state.seeds if not state.is_out(seat)]
        if done == self.rounds(state) or len(present) < 2:  # noqa: PLR2004  a pair
            return Step(over=True, winners=state.best(0))
        drawn = swiss.round_of([_player(state, seat) for seat in present])
        pairs: list[tuple[Entrant, Entrant | None]] = [*drawn.pairs]
        if drawn.bye is not None:
            pairs.append((drawn.bye, None))
        return Step(state.round_of(0, done + 1, pairs, now))

    def expected_days(self, tournament: Tournament, entrants: int) -> float:
        """Return how long the rounds usually take: each waits for all games before."""
        games = entrants // 2 * tournament.games
        return _rounds(entrants) * days_of_games(tournament, games)

    def rounds(self, state: State) -> int:
        """Return the number of rounds that leaves one winner, at least three."""
        return _rounds(len(state.seeds))

    def sheets(self, state: State) -> tuple[Sheet, ...]:
        """Return the sheets of standings."""
        return sheets_of_pool(state, 0)


FORM = Swiss()


def _rounds(count: int) -> int:
    return min(max(_SHORTEST, (count - 1).bit_length()), max(1, count - 1))


def _player(state: State, seat: Entrant) -> swiss.Player:
    """Return a player as Swiss pairing needs them: points, opponents, sides, byes."""
    own = [pairing for pairing in state.pairings if seat in pairing.seats]
    games = [game for pairing in own for game in state.games_of.get(pairing.key, ())]
    lean = sum(1 if game.dark == seat else -1 for game in games)
    return swiss.Player(
        entrant=seat,
        halves=sum(state.decided[pairing.key].halves(seat) for pairing in own),
        opponents=frozenset(other for pairing in own for other in pairing.seats - {seat}),
        lean=lean if state.tournament.games == 1 else 0,
        had_bye=any(pairing.award is Award.ONE and pairing.one == seat for pairing in own),
    )
