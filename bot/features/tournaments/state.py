"""A tournament as it stands: points, standings, brackets, who is out.

Invariant: all of it follows from the entries, the pairings and their games alone, so that a
tournament worked out again is the same.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from bot.features.tournaments.model import Entry, Given, Pairing
from bot.model.people import FORMER
from games.core import Reason
from games.tournament import knockout, outcomes, standings
from games.tournament.standings import Result

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.features.tournaments.form import TournamentForm
    from bot.features.tournaments.model import Game, Key, Tournament
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.ui.words import Words
    from games.tournament.knockout import Tie
    from games.tournament.standings import Entrant, Row

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


@dataclass(frozen=True)
class State:
    """All that is stored of a tournament, as one moment has it."""

    tournament: Tournament
    form: TournamentForm
    entries: tuple[Entry, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    games: tuple[Game, ...] = ()
    barred: frozenset[Player] = field(default_factory=frozenset["Player"])

    @cached_property
    def entry(self) -> Mapping[Entrant, Entry]:
        """Each entry by its seat."""
        return {entry.seat: entry for entry in self.entries}

    @cached_property
    def seeds(self) -> tuple[Entrant, ...]:
        """The entrants, the strongest first; before it has started, in the order of joining."""
        seeded = [entry for entry in self.entries if entry.seed is not None] or self.entries
        return tuple(entry.seat for entry in sorted(seeded, key=lambda e: (e.seed or 0, e.seat)))

    def seat_of(self, player: Player) -> Entrant | None:
        """The seat of a person, if they are in it."""
        return next((e.seat for e in self.entries if e.player == player != FORMER), None)

    @property
    def winners(self) -> tuple[Player, ...]:
        """Who has won it: several, where they share the first place; none, where nobody has."""
        return tuple(entry.player for entry in self.entries if entry.won)

    def player(self, seat: Entrant | None) -> Player:
        """Who has a seat; FORMER for one who was erased."""
        return FORMER if seat is None or seat not in self.entry else self.entry[seat].player

    @cached_property
    def games_of(self) -> Mapping[Key, Sequence[Game]]:
        """The games of each pairing, by its key."""
        games: defaultdict[Key, list[Game]] = defaultdict(list)
        for game in sorted(self.games, key=lambda game: game.leg):
            games[game.key].append(game)
        return games

    @cached_property
    def decided(self) -> Mapping[Key, Decided]:
        """What the pairings brought that are decided, by their keys."""
        decisions = {
            pairing.key: _decided(self.tournament, pairing, self.games_of.get(pairing.key, ()))
            for pairing in self.pairings
        }
        return {key: decided for key, decided in decisions.items() if decided}

    @cached_property
    def undecided(self) -> tuple[Pairing, ...]:
        """The pairings that are played."""
        return tuple(pairing for pairing in self.pairings if pairing.key not in self.decided)

    def halves_so_far(self, pairing: Pairing, seat: Entrant) -> int:
        """The halves of a point that one of the two has from the games that are over."""
        over = [game for game in self.games_of.get(pairing.key, ()) if game.reason is not None]
        late = outcomes.late_in(over)
        return sum(outcomes.halves(game, late)[seat == game.light] for game in over)

    def of_pool(self, pool: int) -> tuple[Pairing, ...]:
        """The pairings of a group, or of all together, by round and board."""
        pairings = (pairing for pairing in self.pairings if pairing.pool == pool)
        return tuple(sorted(pairings, key=lambda pairing: pairing.key))

    @cached_property
    def absences(self) -> Mapping[Entrant, int]:
        """How often each was absent since they last said that they are back."""
        absences: defaultdict[Entrant, int] = defaultdict(int)
        for decided in self.decided.values():
            for seat in decided.absent:
                absences[seat] += decided.at > (self.entry[seat].back or 0)
        return absences

    def rests(self, seat: Entrant) -> bool:
        """Whether an entrant was absent so often that they have no games until they are back."""
        most = self.form.rests_after
        return not self.has_left(seat) and self.absences.get(seat, 0) >= most

    def has_left(self, seat: Entrant) -> bool:
        """Whether an entrant has left, or was erased."""
        return self.entry[seat].left is not None or self.entry[seat].player == FORMER

    def running(self, seat: Entrant | None) -> tuple[Game, ...]:
        """The games that an entrant plays now."""
        return tuple(
            game for game in self.games if game.reason is None and seat in {game.dark, game.light}
        )

    def may_leave(self, seat: Entrant | None) -> bool:
        """Whether there is something to leave: the games too of one who was killed in leaving."""
        return seat is not None and bool(not self.has_left(seat) or self.running(seat))

    def has_scored(self, seat: Entrant) -> bool:
        """Whether an entrant has won or drawn a game in a pairing that was played."""
        return any(decided.played and decided.halves(seat) for decided in self.decided.values())

    def is_out(self, seat: Entrant) -> bool:
        """Whether an entrant takes no part in new pairings."""
        return self.has_left(seat) or self.player(seat) in self.barred or self.rests(seat)

    @property
    def present(self) -> tuple[Entry, ...]:
        """Who would take part if it began now."""
        return tuple(entry for entry in self.entries if not self.is_out(entry.seat))

    @property
    def can_start(self) -> bool:
        """Whether enough have joined."""
        return bool(self.form.started(self, {}))

    @cached_property
    def groups(self) -> tuple[tuple[Entrant, ...], ...]:
        """Its groups or divisions, if it has some."""
        return self.form.groups(self)

    def members(self, pool: int) -> tuple[Entrant, ...]:
        """Who is in a group; in 0, all, or the finalists."""
        return self.form.members(self, pool)

    def table(self, pool: int) -> tuple[Row, ...]:
        """The table of a group, or of all together."""
        results: list[Result] = []
        granted: defaultdict[Entrant, int] = defaultdict(int)
        for pairing in self.of_pool(pool):
            if decided := self.decided.get(pairing.key):
                results += decided.results
                for seat, halves in decided.granted.items():
                    granted[seat] += halves
        return standings.table(self.members(pool), results, granted)

    @cached_property
    def bracket(self) -> tuple[tuple[Tie, ...], ...]:
        """All rounds of a knock-out, as far as they are known."""
        through: dict[tuple[int, int], Entrant | None] = {}
        for pairing in self.of_pool(0):
            if decided := self.decided.get(pairing.key):
                through[pairing.round - 1, pairing.board - 1] = self._winner_of(pairing, decided)
        return knockout.ties(self.seeds, through)

    def _winner_of(self, pairing: Pairing, decided: Decided) -> Entrant | None:
        """Who is through: by points, then by men taken, then the better seed; None: nobody."""
        if pairing.given is Given.NOBODY or decided.absent >= pairing.seats:
            return None

        def strength(seat: Entrant) -> tuple[int, int, int]:
            return decided.halves(seat), decided.taken(seat), -self.seeds.index(seat)

        return max(pairing.seats, key=strength)

    def best(self, pool: int) -> tuple[Entrant, ...]:
        """The best in the standings of those who have not left, all who share that place.

        Without a point from a pairing that was played, nobody has won anything.
        """
        rows = [
            row
            for row in self.table(pool)
            if self.has_scored(row.entrant) and not self.has_left(row.entrant)
        ]
        return tuple(row.entrant for row in rows if row.place == rows[0].place)

    @property
    def next_date(self) -> Instant | None:
        """When the next round starts at the latest, or the season ends; None: that has no date.

        When the bot looks again may be sooner, and later where a league waits for its players.
        """
        newest = max((pairing.begun for pairing in self.pairings), default=None)
        date = None if newest is None else self.form.step(self, newest).due
        return None if date is None else max(date, self.tournament.due or date)

    def title(self, words: Words) -> str:
        """What it is called."""
        return self.form.title(self.tournament, words)

    # Pairings that start

    def round_of(
        self, pool: int, number: int, pairs: Iterable[tuple[Entrant, Entrant | None]], now: Instant
    ) -> tuple[Pairing, ...]:
        """A round that starts now, on boards from 1."""
        return tuple(
            self.paired((pool, number, board), pair, now) for board, pair in enumerate(pairs, 1)
        )

    def paired(self, key: Key, pair: tuple[Entrant, Entrant | None], now: Instant) -> Pairing:
        """A pairing that starts now; where one of the two is out, the other has the points."""
        one, other = pair
        given = Given.ONE if other is None else Given.PLAYED
        if other is not None and self.is_out(other):
            given = Given.NOBODY if self.is_out(one) else Given.ONE
        elif other is not None and self.is_out(one):
            one, other, given = other, one, Given.ONE
        pool, number, board = key
        return Pairing(
            tournament=self.tournament.id,
            pool=pool,
            round=number,
            board=board,
            one=one,
            other=other,
            begun=now,
            given=given,
        )


def _decided(tournament: Tournament, pairing: Pairing, games: Sequence[Game]) -> Decided | None:
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


def completed(
    tournament: int, entries: Sequence[Entry], pairings: Sequence[Pairing]
) -> tuple[Entry, ...]:
    """The entries, with one that has left for each that cannot be read: all keep their places."""
    pools = {seat: pairing.pool for pairing in pairings for seat in pairing.seats}
    lost = sorted(pools.keys() - {entry.seat for entry in entries})
    seeds = {entry.seed for entry in entries if entry.seed}
    gaps = sorted({*range(1, max(seeds, default=0) + 1)} - seeds)
    first = max(seeds, default=0) + 1  # of those that were the last seeds
    places = [*gaps, *range(first, first + len(lost) - len(gaps))]
    seats = [*lost, *(-seed for seed in gaps[len(lost) :])]  # they have not met anybody
    restored = (
        Entry(
            tournament=tournament,
            seat=seat,
            player=FORMER,
            joined=0,
            seed=seed,
            left=0,
            pool=pools.get(seat, 0),
        )
        for seat, seed in zip(seats, places, strict=True)
    )
    return (*entries, *restored)
