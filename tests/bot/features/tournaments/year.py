"""A year of a hundred members, through the pure functions of the forms, without an engine.

How games end is drawn from what was measured of the house game, and how long they are. How soon
people reply is assumed: most play once a day, at an hour of their own, as people of a chat do.

    python -m tests.bot.features.tournaments.year --seeds 20
"""

from __future__ import annotations

import argparse
import math
import random
from dataclasses import dataclass, field, replace
from statistics import quantiles
from typing import TYPE_CHECKING

from bot.features.tournaments.length import hurries_after
from bot.features.tournaments.model import OneMore
from bot.model.joinable import pace_of
from bot.service.usual import DEFAULT_RULES
from games.core import Reason, Side
from games.pace import DAY, seconds_for_move
from games.pair import By
from tests.bot.features.tournaments import world

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.features.tournaments.model import Game, Key, Step, Tournament

HOUR = 3600
MEMBERS, MONTHS = 100, 12
# Saami, Konakis against itself with 20,000 positions per move: the defenders' wins, draws, losses.
WON, DRAWN, LOST = 82, 2, 62
# Its plies: medians of 18, 52 and 40 at levels 2, 4 and 6, so two of three games have 26 to 63.
PLIES, SPREAD = 40, 0.45  # the middle, and the spread of the logarithm
SHORTEST, LONGEST = 8, 150
HABITS = {"daily": 65, "eager": 15, "slow": 20}  # of a hundred people
VANISHING = 0.1  # of the members, some day of the year
MISSED = 0.07  # of the days of those who play daily
REMINDED = 0.95  # of those who would be late, those whom a reminder reaches
RATED = 0.5  # of the members
AGAIN = 0.5  # of players of a level pairing, those who ask for one more game
# Each month's tournaments, with the number of entrants.
PLAN: Mapping[str, Sequence[int]] = {
    "knockout": (5, 8, 11, 16),
    "swiss": (6, 8, 10, 14),
    "round-robin": (3, 4, 5, 6),
    "groups": (8, 9, 12, 16),
}


@dataclass(frozen=True)
class Member:
    """A person: their strength, and when they reply."""

    strength: float  # 1 more wins 73 games of 100
    habit: str
    hour: int  # of the day, for those who play daily
    rated: bool
    vanishes: float = math.inf  # from then on they never reply

    def replies(self, at: float, limit: float, lot: random.Random) -> float:
        """When they move if it is their turn from `at` on and their time is up at `limit`."""
        if self.habit == "eager":
            then = at + lot.expovariate(1 / (3 * HOUR))
        elif self.habit == "slow":
            then = at + lot.uniform(0.1, 0.75) * (limit - at)
        else:
            then = at - at % DAY + self.hour * HOUR + lot.gauss(0, HOUR)
            while then <= at or lot.random() < MISSED:
                then += DAY
        if then >= limit and lot.random() < REMINDED:
            then = at + lot.uniform(0.75, 0.99) * (limit - at)
        return then if then < self.vanishes else math.inf


@dataclass
class Figures:
    """The figures of some years."""

    tournaments: int = 0
    one_winner: int = 0
    decided: int = 0  # pairings of knockouts in which games were played
    by_seed: int = 0
    ratios: list[float] = field(default_factory=list[float])  # days taken, of those promised

    @property
    def within_a_fifth(self) -> float:
        """The share of tournaments that ended within a fifth of the promised time."""
        return sum(0.8 <= ratio <= 1.2 for ratio in self.ratios) / len(self.ratios)

    @property
    def in_time(self) -> float:
        """The share of tournaments that took at most a fifth longer than promised."""
        return sum(ratio <= 1.2 for ratio in self.ratios) / len(self.ratios)

    def __str__(self) -> str:
        tenths = quantiles(self.ratios, n=10)
        shares = ", ".join(f"{tenths[place]:.2f}" for place in (0, 4, 8))
        return "\n".join(
            (
                f"one winner: {self.one_winner} of {self.tournaments} tournaments",
                f"decided by the seed: {self.by_seed} of {self.decided} pairings",
                f"days taken, of those promised (10, 50, 90 %): {shares}",
                f"within a fifth: {self.within_a_fifth:.0%}; later: {1 - self.in_time:.0%}",
            )
        )


class Year:
    """A year of a server's tournaments."""

    def __init__(self, seed: int, figures: Figures, days: int = 3) -> None:
        self.lot = random.Random(seed)
        self.figures = figures
        self.days = days
        self.members = [self._member() for _ in range(MEMBERS)]

    def _member(self) -> Member:
        lot = self.lot
        gone = world.NOON + lot.uniform(0, 365) * DAY
        return Member(
            strength=lot.gauss(0, 0.7),
            habit=lot.choices([*HABITS], [*HABITS.values()])[0],
            hour=round(lot.gauss(20, 3)) % 24,
            rated=lot.random() < RATED,
            vanishes=gone if lot.random() < VANISHING else math.inf,
        )

    def pass_(self) -> None:
        """Let the year pass."""
        for month in range(MONTHS):
            for form, sizes in PLAN.items():
                began = world.NOON + month * 30 * DAY
                there = [member for member in self.members if member.vanishes > began]
                Played(self, form, self.lot.sample(there, self.lot.choice(sizes)), began).to_end()


class Played:
    """A tournament from its start to its end."""

    def __init__(self, year: Year, form: str, entrants: Sequence[Member], began: int) -> None:
        self.year, self.entrants, self.lot = year, entrants, year.lot
        self.ends: dict[int, Game] = {}  # the games in progress as they will end
        self.asked: set[Key] = set()  # level pairings whose players have thought about it
        self.now: int = began
        ratings = {
            world.FIRST + place: 1500 + 170 * member.strength
            for place, member in enumerate(entrants)
            if member.rated
        }
        self.state = world.new_state(
            form,
            len(entrants),
            ratings,
            id=self.lot.randrange(1, 10**6),
            rules=DEFAULT_RULES,
            games=1,
            pace=pace_of(year.days),
            began=began,
        )

    def to_end(self) -> None:
        """Play the tournament, and count what shows of it."""
        began, promised = (
            self.now,
            self.state.form.expected_days(self.state.tournament, len(self.entrants)),
        )
        while not (step := self.state.form.step(self.state, self.now)).over:
            if step.is_nothing:
                self._wait(step.due)
            else:
                self._begin(step)
        figures = self.year.figures
        figures.tournaments += 1
        figures.one_winner += len(step.winners) == 1
        if promised is not None:
            figures.ratios.append((self.now - began) / DAY / promised)
        if self.state.form.needs_winners:
            self._count_pairings()

    def _count_pairings(self) -> None:
        played = [pairing for pairing in self.state.pairings if pairing.key in self.state.games_of]
        decisions = [self.state.decision(pairing) for pairing in played]
        self.year.figures.decided += len(played)
        self.year.figures.by_seed += sum(
            decision is not None and decision.by is By.SEED for decision in decisions
        )

    def _begin(self, step: Step) -> None:
        """Start the games of a step, each with its end."""
        known = len(self.state.games)
        state = world.begun(self.state, step)
        new = [
            replace(game, match=number, since=self.now)
            for number, game in enumerate(state.games[known:], known + 1)
        ]
        self.state = replace(state, games=(*state.games[:known], *new))
        self.ends |= {game.match: self._played(game) for game in new}

    def _wait(self, due: int | None) -> None:
        """Let time pass to the next thing that happens."""
        for pairing in self.state.pairings:
            if pairing.key in self.state.level and pairing.key not in self.asked:
                self.asked.add(pairing.key)
                if all(self.lot.random() < AGAIN for _ in pairing.seats):
                    both = replace(pairing, one_more=OneMore.BOTH)
                    pairings = (both if p.key == both.key else p for p in self.state.pairings)
                    self.state = replace(self.state, pairings=tuple(pairings))
                    return
        times = [game.since for game in self.ends.values()]
        times += [] if due is None else [due]
        self.now = max(self.now, min(times))
        over = {match: game for match, game in self.ends.items() if game.since <= self.now}
        self.ends = {match: game for match, game in self.ends.items() if match not in over}
        games = tuple(over.get(game.match, game) for game in self.state.games)
        self.state = replace(self.state, games=games)

    def _played(self, game: Game) -> Game:
        """Return a game as it ends, played move by move."""
        lot, tournament = self.lot, self.state.tournament
        players = [self.entrants[seat - 1] for seat in (game.dark, game.light)]
        plies = round(lot.lognormvariate(math.log(PLIES), SPREAD))
        plies = max(SHORTEST, min(LONGEST, plies))
        at = float(game.since)
        for ply in range(plies):
            limit = at + _seconds(tournament, ply, at - game.since)
            then = players[ply % 2].replies(at, limit, lot)
            if then >= limit:
                return self._late(game, ply, round(limit))
            at = then
        edge = players[1].strength - players[0].strength + math.log(WON / LOST)
        light_wins = lot.random() < 1 / (1 + math.exp(-edge))
        is_draw = lot.random() < DRAWN / (WON + DRAWN + LOST)
        return replace(
            game,
            plies=plies,
            turn=(Side.DARK, Side.LIGHT)[plies % 2],
            winner=None if is_draw else (Side.DARK, Side.LIGHT)[light_wins],
            reason=Reason.AGREED if is_draw else Reason.KING_ESCAPED,
            since=round(at),
            dark_taken=lot.randrange(1, 9),
            light_taken=lot.randrange(3, 14),
        )

    def _late(self, game: Game, ply: int, at: int) -> Game:
        """Return a game whose player to move has run out of time."""
        side, begun = (Side.DARK, Side.LIGHT)[ply % 2], ply >= world.BEGUN
        return replace(
            game,
            plies=ply,
            turn=side,
            winner=side.other if begun else None,
            reason=Reason.TIME if begun else Reason.NOT_BEGUN,
            since=at,
            dark_taken=self.lot.randrange(0, ply // 5 + 1),
            light_taken=self.lot.randrange(0, ply // 5 + 1),
        )


def _seconds(tournament: Tournament, ply: int, since_start: float) -> int:
    """Return the time for a move, so long after the start of its round."""
    pace = tournament.pace
    assert pace.days is not None
    days = pace.first_days or pace.days if ply < 2 else pace.days
    seconds = seconds_for_move(days)
    hurries = since_start >= hurries_after(tournament) * DAY
    return min(seconds, seconds_for_move(1)) if hurries else seconds


def figures_of(seeds: Sequence[int], days: int = 3) -> Figures:
    """Return the figures of a year for each seed."""
    figures = Figures()
    for seed in seeds:
        Year(seed, figures, days).pass_()
    return figures


def main() -> None:
    """Print the figures of some years."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--days", type=int, default=3, help="per move")
    asked = parser.parse_args()
    print(figures_of(range(asked.seeds), asked.days))


if __name__ == "__main__":
    main()
