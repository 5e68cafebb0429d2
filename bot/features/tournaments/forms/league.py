"""A league: divisions by strength, a round every two weeks for a season; then the next season."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from bot.features.tournaments.form import TournamentForm
from bot.features.tournaments.model import LARGEST, Award, Entry, Setting, Status, Step
from bot.features.tournaments.pages.standings import sheets_of_groups
from bot.model.seasons import season_of, starts
from bot.ui.pages import naming
from bot.ui.words import languages
from games.pace import DAY
from games.tournament import round_robin, seeding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.features.tournaments.form import Sheet, State
    from bot.features.tournaments.model import Now, Pairing, Tournament
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.ui.words import Words
    from games.tournament.standings import Entrant, Row

T = TypeVar("T")

LEAGUE = "league"
_DIVISION, DIVISION_MOST = 5, 8  # players of a division: about; at most, with late joiners
_ANNOUNCED_WITHIN = 3600  # seconds to wait for the announcement, where the thread starts
_AT_ONCE = 2  # pairings in progress per person
_LAST_ROUND = 19 * DAY  # before a season's end: the sixth round of 90 days may start late
_SHORTEST = 35 * DAY  # of a season: room for two rounds


class League(TournamentForm):
    """A league, season after season."""

    name = LEAGUE
    rounds_have_dates = True
    order = 1
    menus = (Setting.RULES, Setting.PACE, Setting.ROUND_DAYS)
    goes_on = True
    joins_late = True
    winner_key = "tournament.won-league"

    def checked(self, tournament: Tournament) -> Tournament:
        """Return a valid league: open to everyone, and repeating."""
        return replace(super().checked(tournament), size=LARGEST, repeats=True)

    def seat(
        self,
        tournament: Tournament,
        known: Sequence[Entry],
        player: Player,
        pool: int,
        now: Instant,
    ) -> Entry:
        """Seat a late joiner: back where they were, else in the last division."""
        new = super().seat(tournament, known, player, pool, now)
        if tournament.status is not Status.RUNNING:
            return new
        if new.left is not None:
            return replace(new, left=None, back=now)
        last = max((entry.pool for entry in known), default=1)
        there = sum(entry.pool == last and entry.left is None for entry in known)
        seed = max((entry.seed or 0 for entry in known), default=0) + 1
        return replace(new, seed=seed, pool=last + (there >= DIVISION_MOST))

    def starts(self, now: Instant) -> Instant:
        """Return now; in the last weeks of the server's season, the start of the next."""
        end = season_end(now)
        return now if end - now >= _SHORTEST else end

    def started(self, state: State, ratings: Mapping[Player, float]) -> Sequence[Entry]:
        """Return the entries in divisions of players of similar strength."""
        return in_divisions(super().started(state, ratings))

    def groups(self, state: State) -> tuple[tuple[Entrant, ...], ...]:
        """Return the divisions."""
        pools = range(1, max((entry.pool for entry in state.entries), default=0) + 1)
        return tuple(
            tuple(seat for seat in state.seeds if state.entry[seat].pool == pool) for pool in pools
        )

    def expected_days(self, tournament: Tournament, entrants: int) -> None:
        """Return None: it ends with the season."""
        del tournament, entrants

    def step(self, state: State, now: Instant) -> Step:
        """Start a round every two weeks in each division, until the season ends."""
        tournament = state.tournament
        last = max((pairing.begun for pairing in state.pairings), default=None)
        began = tournament.began or now
        end = season_end(began)
        if now >= end:
            return Step(over=True, winners=state.best(*range(1, len(state.groups) + 1)))
        first = began if tournament.message else began + _ANNOUNCED_WITHIN
        at = first if last is None else last + tournament.round_days * DAY
        if now < at or end - now < _LAST_ROUND:
            return Step(due=min(at, end) if end - at >= _LAST_ROUND else end)
        number = max((pairing.round for pairing in state.pairings), default=0) + 1
        pairings = [
            pairing
            for pool, members in enumerate(state.groups, 1)
            for present in [[seat for seat in members if _is_free(state, seat)]]
            if len(present) > 1
            for pairing in _round_of(state, pool, number, present, now)
        ]
        return Step(tuple(pairings), due=None if pairings else min(now + DAY, end))

    def may_follow(self, state: State, pairing: Pairing) -> bool:
        """Return True: the number of rounds is open."""
        del state, pairing
        return True

    def has_thread(self, tournament: Tournament) -> bool:
        """Whether its games are in a thread of the announcement: no other channel was chosen."""
        return tournament.channel == tournament.announced_in

    def next_season(self, state: State) -> Sequence[Entry]:
        """Return the entries of the players who go on, in their divisions."""
        return in_divisions(
            [
                Entry(
                    tournament=0,
                    seat=place,
                    player=state.player(seat),
                    joined=state.entry[seat].joined,
                    seed=place,
                )
                for place, seat in enumerate(promoted(state), 1)
            ]
        )

    def title(self, tournament: Tournament, words: Words) -> str:
        """Return the title; the usual name is in the reader's language."""
        if tournament.name in {spoken("league.name") for spoken in languages().values()}:
            tournament = replace(tournament, name=words("league.name"))
        return super().title(tournament, words)

    def opening(self, tournament: Tournament, words: Words) -> str:
        """Say when the season starts, and that people can also join later."""
        when, day = naming.when(tournament.closes, words), f"<t:{tournament.closes}:f>"
        begins = words("tournament.begins", when=when, day=day)
        return "\n".join((words("tournament.about.league"), begins))

    def next_round(self, state: State, words: Words) -> Iterator[str]:
        """Yield when the first or next round starts, at the latest."""
        tournament = state.tournament
        date = tournament.closes if tournament.status is Status.OPEN else state.next_date
        if date is not None:
            yield words("tournament.next-round", day=naming.day(date))

    def sheets(self, state: State) -> tuple[Sheet, ...]:
        """Return the sheets of the divisions."""
        return sheets_of_groups(state)

    def standing(self, state: State, words: Words) -> str:
        """Say the newest round, without the number of rounds, which is open."""
        if not state.undecided:
            return words(f"tournament.status.{state.tournament.status}")
        newest = max(pairing.round for pairing in state.undecided)
        return words("tournament.round", number=newest)

    def progress(self, state: State, now: Now, words: Words) -> str:
        """Say the current round; after the last round, say when the season ends."""
        date = state.next_date
        if date is None or date < season_end(state.tournament.began or 0):
            return super().progress(state, now, words)
        said = f"**{self.standing(state, words)}**"
        return words("tournament.season-until", round=said, day=naming.day(date))

    def pool_name(self, pool: int, words: Words) -> str:
        """Return a division's number as its name."""
        return words("tournament.division", number=pool)

    def goes_up(self, state: State, pool: int) -> int:
        """Return 1 for the first of each division, except the first division."""
        del state
        return 1 if pool > 1 else 0


FORM = League()


def season_end(began: Instant) -> Instant:
    """Return when a league's season ends: with the server's season in which it started."""
    return starts(season_of(began) + 1)


def in_divisions(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return entries, given strongest first, with their divisions."""
    return [
        replace(entry, pool=pool)
        for pool, members in enumerate(divided(entries), 1)
        for entry in members
    ]


def divided(seats: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """Divide players, given strongest first, into divisions of about five.

    >>> divided(range(1, 13))
    ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12))
    """
    count = seeding.group_count(len(seats), _DIVISION)
    cuts = [len(seats) * number // count for number in range(count + 1)]
    return tuple(tuple(seats[start:end]) for start, end in pairwise(cuts))


def promoted(state: State) -> tuple[Entrant, ...]:
    """Return the players of the next season, the strongest first.

    The first of each division changes places with the last of the division above, unless nobody in
    the division has any points. Players who have left or are sitting out aren't in it any more.
    """
    order: list[Row] = []
    for pool in range(1, len(state.groups) + 1):
        rows = [row for row in state.table(pool) if not state.is_out(row.entrant)]
        if order and rows and rows[0].halves:
            order[-1], rows[0] = rows[0], order[-1]
        order += rows
    return tuple(row.entrant for row in order)


def _round_of(
    state: State, pool: int, number: int, present: Sequence[Entrant], now: Instant
) -> Iterator[Pairing]:
    """Yield the pairings of a new round, with the fewest pairs who have met already."""
    met = Counter(pairing.seats for pairing in state.of_pool(pool))

    def again(pairs: Sequence[round_robin.Pair]) -> int:
        return sum(met[seats] for seats in _meeting(pairs, present))

    pairs = min(round_robin.rounds(present), key=again)
    for board, seats in enumerate(_meeting(pairs, present), 1):
        one, *others = sorted(seats, key=lambda seat: (_lean(state, pool, seat), seat))
        pairing = state.paired((pool, number, board), (one, next(iter(others), None)), now)
        yield pairing if others else replace(pairing, award=Award.HALF)


def _meeting(
    pairs: Sequence[round_robin.Pair], present: Sequence[Entrant]
) -> Iterator[frozenset[Entrant]]:
    """Yield the pairings of the present players, and the players without an opponent."""
    yield from map(frozenset, pairs)
    yield from (frozenset([seat]) for seat in {*present}.difference(*pairs))


def _lean(state: State, pool: int, seat: Entrant) -> int:
    """Return how much more often a player has had the attackers first than second."""
    own = [pairing for pairing in state.of_pool(pool) if seat in pairing.seats]
    return sum(1 if pairing.one == seat else -1 for pairing in own)


def _is_free(state: State, seat: Entrant) -> bool:
    """Whether a player can have a pairing in the next round: not out, and not too many running."""
    running = sum(seat in pairing.seats for pairing in state.undecided)
    return running < _AT_ONCE and not state.is_out(seat)
