"""A round-robin: a round starts when the one before is over, or at its date."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.tournaments.form import TournamentForm
from bot.features.tournaments.length import days_of_round_robin
from bot.features.tournaments.model import Setting, Step
from bot.features.tournaments.pages.standings import sheets_of_pool
from games.pace import DAY
from games.tournament import round_robin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.features.tournaments.form import Sheet, State
    from bot.features.tournaments.model import Pairing, Tournament
    from bot.model.times import Instant
    from games.tournament.standings import Entrant


class RoundRobin(TournamentForm):
    """A round-robin of everyone."""

    name = "round-robin"
    rounds_have_dates = True
    order = 4
    menus = (Setting.RULES, Setting.PACE, Setting.SIZE, Setting.ROUND_DAYS)
    sizes = (4, 5, 6)  # for five rounds
    usual_size = 6

    def step(self, state: State, now: Instant) -> Step:
        """Start the next round, or end."""
        step = next_round(state, 0, now)
        return replace(step, winners=state.best(0)) if step.over else step

    def expected_days(self, tournament: Tournament, entrants: int) -> float:
        """Return how long all rounds usually take."""
        return days_of_round_robin(tournament, entrants)

    def rounds(self, state: State) -> int:
        """Return one round fewer than there are players, or as many if their number is odd."""
        return len(round_robin.rounds(state.seeds))

    def sheets(self, state: State) -> tuple[Sheet, ...]:
        """Return the sheets of standings."""
        return sheets_of_pool(state, 0)

    def idle(self, state: State, pool: int, newest: Sequence[Pairing]) -> Sequence[Entrant]:
        """Return the players who have no pairing in the round."""
        return unpaired(state, pool, newest)


FORM = RoundRobin()


def next_round(state: State, pool: int, now: Instant) -> Step:
    """Return the next round of a pool's round-robin."""
    schedule = round_robin.rounds(state.members(pool))
    played = state.of_pool(pool)
    done = max((pairing.round for pairing in played), default=0)
    newest = [pairing for pairing in played if pairing.round == done]
    if done == len(schedule):
        return Step(over=all(pairing.key in state.decided for pairing in played))
    until = newest[0].begun + state.tournament.round_days * DAY if newest else now
    if now < until and any(pairing.key not in state.decided for pairing in newest):
        return Step(due=until)
    return Step(state.round_of(pool, done + 1, schedule[done], now))


def unpaired(state: State, pool: int, newest: Sequence[Pairing]) -> Sequence[Entrant]:
    """Return the players of a pool who are not in these pairings and play on."""
    paired = {seat for pairing in newest for seat in pairing.seats}
    return [s for s in state.members(pool) if s not in paired and not state.is_out(s)]
