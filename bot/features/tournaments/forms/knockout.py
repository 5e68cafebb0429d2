"""A knockout: losers are out. A tie starts as soon as both players are known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.features.tournaments.form import TournamentForm
from bot.features.tournaments.length import days_of_games
from bot.features.tournaments.model import OneMore, Step
from bot.features.tournaments.pages import level
from bot.features.tournaments.pages.bracket import Part, parts_of
from bot.ui.pages import naming
from games.pair import By
from games.tournament import knockout
from games.tournament.knockout import NOBODY, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.features.tournaments.form import State
    from bot.features.tournaments.model import Pairing, Tournament
    from bot.model.times import Instant
    from bot.ui.words import Words
    from games.tournament.knockout import Tie
    from games.tournament.standings import Entrant


class Knockout(TournamentForm):
    """A bracket."""

    name = "knockout"
    begun = True
    order = 2
    ties = "tournament.ties.knockout"
    needs_winners = True

    def plays_on(self, state: State, seat: Entrant) -> bool:
        """Whether a player has not lost a tie."""
        ties = [tie for ties in state.bracket for tie in ties if seat in {tie.first, tie.second}]
        return all(tie.winner in {seat, UNKNOWN} for tie in ties)

    def step(self, state: State, now: Instant) -> Step:
        """Start the ties whose players are known, or end."""
        final = state.bracket[-1][0] if state.bracket else None
        if final is None or final.winner is not UNKNOWN:
            return Step(over=True, winners=state.first_of(_ranked(state)))
        begun = {(pairing.round - 1, pairing.board - 1) for pairing in state.of_pool(0)}
        ties = [tie for tie in knockout.playable(state.bracket) if tie.key not in begun]
        equal = [pairing for pairing in state.pairings if pairing.key in state.level]
        over = [pairing for pairing in equal if _is_too_late(state, pairing, now)]
        return Step(
            tuple(
                state.paired((0, tie.key[0] + 1, tie.key[1] + 1), _sides(tie), now) for tie in ties
            ),
            one_more=tuple(p for p in equal if p not in over and p.one_more is OneMore.BOTH),
            decided=tuple(replace(p, through=_best_present(state, p)) for p in over),
            due=min((state.level[pairing.key] for pairing in equal), default=None),
        )

    def expected_days(self, tournament: Tournament, entrants: int) -> float:
        """Return how long the rounds of the bracket usually take, one after the other."""
        size = 1 << (entrants - 1).bit_length()
        ties = [entrants - size // 2, *(size >> number for number in range(2, size.bit_length()))]
        return sum(days_of_games(tournament, count * tournament.games) for count in ties)

    def rounds(self, state: State) -> int:
        """Return how many rounds the bracket has."""
        return len(state.bracket)

    def may_follow(self, state: State, pairing: Pairing) -> bool:
        """Whether another round may follow: not for players who were absent."""
        del state, pairing
        return False

    def in_thread(self, state: State, pairing: Pairing) -> bool:
        """Whether the pairing is the final."""
        return pairing.round == len(state.bracket)

    def sheets(self, state: State) -> tuple[Part, ...]:
        """The parts of the bracket."""
        return parts_of(state)

    def standing(self, state: State, words: Words) -> str:
        """Say which round is played, the earliest first; without one, the tournament's status."""
        if not state.undecided:
            return words(f"tournament.status.{state.tournament.status}")
        earliest = min(pairing.round for pairing in state.undecided)
        return self.heading(state, 0, earliest, words)

    def heading(self, state: State, pool: int, number: int, words: Words) -> str:
        """Return a round's name."""
        del pool
        return words(f"tournament.knockout.{len(state.bracket) - number}")

    def round_name(self, state: State, pairing: Pairing, words: Words) -> str:
        """Return the name of the pairing's tie."""
        return tie_name(state, pairing.round, words)

    def idle(self, state: State, pool: int, newest: Sequence[Pairing]) -> Sequence[Entrant]:
        """Return the players who wait for the winner of another pairing."""
        del pool, newest
        return [
            seat
            for ties in state.bracket
            for tie in ties
            if UNKNOWN in {tie.first, tie.second}
            for seat in (tie.first, tie.second)
            if isinstance(seat, int)
        ]

    def idle_line(self, people: str, words: Words) -> str:
        """Say who waits for an opponent."""
        return words("tournament.waiting", people=people)

    def after(self, state: State, pairing: Pairing, words: Words) -> Iterator[str]:
        """Yield who wins the final or goes through from a level tie, and why."""
        if pairing.key in state.level:
            yield level.line(state, pairing, words, named=False)
            return
        winner, is_final = through(state, pairing), self.in_thread(state, pairing)
        if state.decided[pairing.key].absent >= pairing.seats:
            yield words("tournament.neither-through")
        if winner is None or (is_final and state.has_left(winner)):
            return
        why, player = _tie_break(state, pairing, words), naming.person(state.player(winner))
        if is_final:
            won = words("tournament.won", player=player)
            yield f"{won} ({why})" if why else won
        elif why:
            yield words("tournament.goes-on", player=player, why=why)

    def ending(self, state: State, words: Words) -> str:
        """Say who has won, and what decided a level final."""
        said = super().ending(state, words)
        finals = [
            p for p in state.of_pool(0) if self.in_thread(state, p) and p.key in state.decided
        ]
        why = _tie_break(state, finals[0], words) if state.winners and finals else ""
        return f"{said} ({why})" if why else said

    def byes(self, state: State, seat: Entrant, words: Words) -> Iterator[str]:
        """Yield the rounds before the final in which a player has a bye."""
        for tie in (tie for ties in reversed(state.bracket[:-1]) for tie in ties):
            if {tie.first, tie.second} == {seat, NOBODY}:
                name = tie_name(state, tie.key[0] + 1, words)
                yield words("tournament.own-through", round=name)


FORM = Knockout()


def _ranked(state: State) -> Sequence[Entrant]:
    """Return the entrants, the winner of the final first, then by how far they came."""
    winner = seat_of(state.bracket[-1][0].winner) if state.bracket else None
    came = {seat: pairing.round for pairing in state.of_pool(0) for seat in pairing.seats}
    return sorted(state.seeds, key=lambda seat: (seat != winner, -came.get(seat, 0)))


def seat_of(place: object) -> Entrant | None:
    """Return the player at a place in the bracket; None if not known yet."""
    return place if isinstance(place, int) else None


def through(state: State, pairing: Pairing) -> Entrant | None:
    """Return the winner of a pairing; None if there is none, or none yet."""
    return seat_of(state.bracket[pairing.round - 1][pairing.board - 1].winner)


def _is_too_late(state: State, pairing: Pairing, now: Instant) -> bool:
    """Whether a level pairing gets no further game: its time is over, or somebody is out."""
    if any(state.is_out(seat) for seat in pairing.seats):
        return True
    return now >= state.level[pairing.key] and pairing.one_more is not OneMore.BOTH


def _best_present(state: State, pairing: Pairing) -> Entrant:
    """Return the higher seed of a level pairing, unless only the other still takes part."""
    present = [seat for seat in sorted(pairing.seats) if not state.is_out(seat)]
    return present[0] if len(present) == 1 else state.higher_seed(pairing)


def tie_name(state: State, number: int, words: Words) -> str:
    """Return the name of a round's tie."""
    return words(f"tournament.knockout-tie.{len(state.bracket) - number}")


def _sides(tie: Tie) -> tuple[Entrant, Entrant]:
    """Return both players of a tie; their sides alternate from board to board."""
    first, second = seat_of(tie.first), seat_of(tie.second)
    assert first is not None
    assert second is not None
    return (first, second) if sum(tie.key) % 2 == 0 else (second, first)


def _tie_break(state: State, pairing: Pairing, words: Words) -> str:
    """Say what decides a tie in which both have equal points; empty if the points do."""
    decision = state.decision(pairing)
    if decision is None or decision.by is By.POINTS:
        return ""
    return words(f"pair.by.{decision.by.value}", own=decision.own, others=decision.others)
