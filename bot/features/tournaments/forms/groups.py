"""Groups: a round-robin in each, at its own pace; then a final group of the group winners."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.tournaments.form import TournamentForm
from bot.features.tournaments.forms.round_robin import next_round, unpaired
from bot.features.tournaments.length import days_of_round_robin
from bot.features.tournaments.model import Setting, Step
from bot.features.tournaments.pages.standings import sheets_of_groups, sheets_of_pool
from games.tournament import round_robin, seeding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.features.tournaments.form import Sheet, State
    from bot.features.tournaments.model import Pairing, Tournament
    from bot.model.times import Instant
    from bot.ui.words import Words
    from games.tournament.standings import Entrant

_GROUP, _MOST = 5, 8  # players of a group, about; groups at most


class Groups(TournamentForm):
    """Groups, then a final group."""

    name = "groups"
    rounds_have_dates = True
    order = 5
    menus = (Setting.RULES, Setting.PACE, Setting.SIZE, Setting.ROUND_DAYS)

    def groups(self, state: State) -> tuple[tuple[Entrant, ...], ...]:
        """Return groups of equal strength."""
        return seeding.fair_groups(state.seeds, _count(len(state.seeds)))

    def expected_days(self, tournament: Tournament, entrants: int) -> float:
        """Return how long the largest group and then the final group usually take."""
        groups = _count(entrants)
        rounds = days_of_round_robin(tournament, -(-entrants // groups))
        return rounds + (days_of_round_robin(tournament, groups) if groups > 1 else 0)

    def members(self, state: State, pool: int) -> tuple[Entrant, ...]:
        """Return the players of a group; for 0, the finalists."""
        if pool:
            return state.groups[pool - 1]
        return tuple(seat for seat in state.seeds if state.entry[seat].finalist)

    def plays_on(self, state: State, seat: Entrant) -> bool:
        """Whether a player is in the final group, or that isn't known yet."""
        return not state.members(0) or seat in state.members(0)

    def step(self, state: State, now: Instant) -> Step:
        """Start the groups' next rounds, then the final group and its rounds, then end."""
        pools = range(1, len(state.groups) + 1)
        if state.members(0):
            step = next_round(state, 0, now)
            return replace(step, winners=state.best(0, *pools)) if step.over else step
        steps = [next_round(state, pool, now) for pool in pools]
        if not all(step.over for step in steps):
            pairings = tuple(pairing for step in steps for pairing in step.pairings)
            dates = [step.due for step in steps if step.due is not None]
            return Step(pairings, due=min(dates, default=None))
        first = {pool: seat for pool in pools if (seat := _first_of(state, pool)) is not None}
        if len(first) < 2:  # noqa: PLR2004  no final
            return Step(over=True, winners=state.best(*first, *pools))
        return Step(finalists=tuple(first.values()))

    def rounds(self, state: State) -> int:
        """Return how many rounds the largest group has."""
        return max((len(round_robin.rounds(group)) for group in state.groups), default=0)

    def may_follow(self, state: State, pairing: Pairing) -> bool:
        """Whether another round of the group or the final group may follow."""
        last = len(round_robin.rounds(state.members(pairing.pool)))
        return pairing.round < last or (pairing.pool > 0 and len(state.groups) > 1)

    def in_thread(self, state: State, pairing: Pairing) -> bool:
        """Whether the pairing is a final of two."""
        return not pairing.pool and len(state.members(0)) == 2  # noqa: PLR2004  two

    def sheets(self, state: State) -> tuple[Sheet, ...]:
        """Return the sheets of the final group, then of the groups."""
        final = sheets_of_pool(state, 0) if state.members(0) else ()
        return (*final, *sheets_of_groups(state))

    def standing(self, state: State, words: Words) -> str:
        """Say the current round; the final group's rounds have no names."""
        if any(not pairing.pool for pairing in state.undecided):
            return words("tournament.in-final")
        return super().standing(state, words)

    def pool_name(self, pool: int, words: Words) -> str:
        """Return a group's letter, or the final group's name."""
        return super().pool_name(pool, words) if pool else words("tournament.final-group")

    def goes_up(self, state: State, pool: int) -> int:
        """Return 1: the first of each group is marked."""
        return 1 if pool and len(state.groups) > 1 else 0

    def round_name(self, state: State, pairing: Pairing, words: Words) -> str:
        """Return the round's name; the final group's rounds have none."""
        if pairing.pool:
            return super().round_name(state, pairing, words)
        return self.pool_name(0, words)

    def idle(self, state: State, pool: int, newest: Sequence[Pairing]) -> Sequence[Entrant]:
        """Return the players who have no pairing in the round."""
        return unpaired(state, pool, newest)


FORM = Groups()


def _count(entrants: int) -> int:
    """Return the number of groups."""
    return seeding.group_count(entrants, max(_GROUP, -(-entrants // _MOST)))


def _first_of(state: State, pool: int) -> Entrant | None:
    """Return the finalist of a group: its best player who is not out."""
    rows = (row.entrant for row in state.table(pool))
    return next((seat for seat in rows if not state.is_out(seat)), None)
