"""How a cup goes: what its pairings brought, who stands where, who meets whom next. Pure.

Law: all of it follows from the entries, the pairings and their games alone, so that a cup worked
out again is the same.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from bot.features.cups.model import Entry, Form, Given, Pairing, season_end
from bot.model.people import FORMER
from games.core import Reason
from games.pace import DAY
from games.tournament import knockout, outcomes, round_robin, seeding, standings, swiss
from games.tournament.knockout import UNKNOWN
from games.tournament.standings import Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.features.cups.model import Cup, Game
    from bot.model.people import Player
    from bot.model.times import Instant
    from games.tournament.knockout import Key, Tie
    from games.tournament.standings import Entrant, Row

T = TypeVar("T")

UNRATED = 1500.0  # by which those are seeded of whom nothing is known
GROUP, GROUPS = 5, 8  # players of a group, about; groups at most
RESTS_AFTER = 2  # absences; in a league, one
DIVISION, DIVISION_MOST = 5, 8  # players of a division, about; with those who join meanwhile
_CARD_WITHIN = 3600  # seconds: a league waits so long for its card, from which its thread opens
_UNDER_WAY = 2  # pairings of one person in a league, who has no further one meanwhile
_LAST_ROUND = 20 * DAY  # before the end of a season, at the latest
_SHORTEST_SWISS = 3  # rounds
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
class Course:
    """All that is stored of a cup, as one moment has it."""

    cup: Cup
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
        """The entrants, the strongest first; in the order of joining before the cup has begun."""
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
    def games_of(self) -> Mapping[tuple[int, int, int], Sequence[Game]]:
        """The games of each pairing, by its key."""
        games: defaultdict[tuple[int, int, int], list[Game]] = defaultdict(list)
        for game in sorted(self.games, key=lambda game: game.leg):
            games[game.key].append(game)
        return games

    @cached_property
    def decided(self) -> Mapping[tuple[int, int, int], Decided]:
        """What the pairings brought that are decided, by their keys."""
        decisions = {
            pairing.key: _decided(self.cup, pairing, self.games_of.get(pairing.key, ()))
            for pairing in self.pairings
        }
        return {key: decided for key, decided in decisions.items() if decided}

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
        most = 1 if self.cup.form is Form.LEAGUE else RESTS_AFTER
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

    @cached_property
    def groups(self) -> tuple[tuple[Entrant, ...], ...]:
        """The groups, of a cup that has some; the divisions of a league."""
        if self.cup.form is Form.LEAGUE:
            pools = range(1, max((entry.pool for entry in self.entries), default=0) + 1)
            return tuple(
                tuple(seat for seat in self.seeds if self.entry[seat].pool == pool)
                for pool in pools
            )
        if self.cup.form is not Form.GROUPS:
            return ()
        size = max(GROUP, -(-len(self.seeds) // GROUPS))
        return seeding.fair_groups(self.seeds, seeding.group_count(len(self.seeds), size))

    def members(self, pool: int) -> tuple[Entrant, ...]:
        """Who is in a group; in 0, the finalists, or all where there are no groups."""
        if pool:
            return self.groups[pool - 1]
        if self.cup.form is Form.GROUPS:
            return tuple(seat for seat in self.seeds if self.entry[seat].finalist)
        return self.seeds

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
        through: dict[Key, Entrant | None] = {}
        for pairing in self.of_pool(0):
            if decided := self.decided.get(pairing.key):
                through[pairing.round - 1, pairing.board - 1] = self._winner_of(pairing, decided)
        return knockout.ties(self.seeds, through)

    def through(self, pairing: Pairing) -> Entrant | None:
        """Who is through by this pairing of a knock-out; None: nobody, or not yet."""
        return _entrant(self.bracket[pairing.round - 1][pairing.board - 1].winner)

    def _winner_of(self, pairing: Pairing, decided: Decided) -> Entrant | None:
        """Who is through: by points, then by men taken, then the better seed; None: nobody."""
        if pairing.given is Given.NOBODY or decided.absent >= pairing.seats:
            return None

        def strength(seat: Entrant) -> tuple[int, int, int]:
            return decided.halves(seat), decided.taken(seat), -self.seeds.index(seat)

        return max(pairing.seats, key=strength)

    @cached_property
    def rounds_planned(self) -> int:
        """How many there are; of groups those before the final group, of a league 0: not known."""
        match self.cup.form:
            case Form.KNOCKOUT:
                return len(self.bracket)
            case Form.SWISS:
                count = len(self.seeds)
                return min(max(_SHORTEST_SWISS, (count - 1).bit_length()), max(1, count - 1))
            case Form.ROBIN:
                return len(round_robin.rounds(self.seeds))
            case Form.GROUPS:
                return max((len(round_robin.rounds(group)) for group in self.groups), default=0)
            case Form.LEAGUE:  # as many as the season has room for
                return 0


def _decided(cup: Cup, pairing: Pairing, games: Sequence[Game]) -> Decided | None:
    if pairing.given is not Given.PLAYED:
        points = {Given.ONE: cup.points, Given.HALF: cup.points // 2}.get(pairing.given, 0)
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


# What is to be done


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be done now with a cup that is played."""

    pairings: tuple[Pairing, ...] = ()  # to be begun
    finalists: tuple[Entrant, ...] = ()  # who are in the final group now
    over: bool = False
    winners: tuple[Entrant, ...] = ()
    due: Instant | None = None  # when to look again, if no game ends before

    @property
    def is_nothing(self) -> bool:
        """Whether it changes nothing."""
        return not (self.pairings or self.finalists or self.over)


def completed(cup: int, entries: Sequence[Entry], pairings: Sequence[Pairing]) -> tuple[Entry, ...]:
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
            cup=cup,
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


def seeded(entries: Sequence[Entry], ratings: Mapping[Player, float]) -> tuple[Entry, ...]:
    """The entries with their seeds: by rating, then by who joined first."""
    ranked = sorted(
        entries, key=lambda entry: (-ratings.get(entry.player, UNRATED), entry.joined, entry.seat)
    )
    return tuple(replace(entry, seed=seed) for seed, entry in enumerate(ranked, 1))


def step(course: Course, now: Instant) -> Step:
    """What is to be done now."""
    match course.cup.form:
        case Form.ROBIN:
            return _ended(course, _next_round(course, 0, now))
        case Form.SWISS:
            return _ended(course, _next_swiss(course, now))
        case Form.KNOCKOUT:
            return _next_ties(course, now)
        case Form.GROUPS:
            return _in_groups(course, now)
        case Form.LEAGUE:
            return _in_league(course, now)


def next_date(course: Course) -> Instant | None:
    """When the next round begins at the latest, or the season ends; None: that has no date.

    When the cup is looked at again may be sooner, and later where a league waits for its players.
    """
    newest = max((pairing.begun for pairing in course.pairings), default=None)
    date = None if newest is None else step(course, newest).due
    return None if date is None else max(date, course.cup.due or date)


def _ended(course: Course, step: Step) -> Step:
    """With who has won, where all is played."""
    return replace(step, winners=_best(course, 0)) if step.over else step


def _best(course: Course, pool: int) -> tuple[Entrant, ...]:
    """The best in a table of those who have not left, all who share that place.

    Without a point from a pairing that was played, nobody has won anything.
    """
    rows = [
        row
        for row in course.table(pool)
        if course.has_scored(row.entrant) and not course.has_left(row.entrant)
    ]
    return tuple(row.entrant for row in rows if row.place == rows[0].place)


def _next_round(course: Course, pool: int, now: Instant) -> Step:
    """Everybody against everybody: a round begins when that before it is over, or at its date."""
    schedule = round_robin.rounds(course.members(pool))
    played = course.of_pool(pool)
    done = max((pairing.round for pairing in played), default=0)
    newest = [pairing for pairing in played if pairing.round == done]
    waits = any(pairing.key not in course.decided for pairing in newest)
    if done == len(schedule):
        return Step(over=all(pairing.key in course.decided for pairing in played))
    until = newest[0].begun + course.cup.round_days * DAY if newest else now
    if waits and now < until:
        return Step(due=until)
    pairs = schedule[done]
    return Step(
        tuple(
            _paired(course, (pool, done + 1, board), pair, now)
            for board, pair in enumerate(pairs, 1)
        )
    )


def _next_swiss(course: Course, now: Instant) -> Step:
    """Those meet who have about as many points, once the round before is over."""
    played = course.of_pool(0)
    done = max((pairing.round for pairing in played), default=0)
    if any(pairing.key not in course.decided for pairing in played):
        return Step()
    present = [seat for seat in course.seeds if not course.is_out(seat)]
    if done == course.rounds_planned or len(present) < 2:  # noqa: PLR2004  a pair
        return Step(over=True)
    drawn = swiss.round_of([_swiss_player(course, seat) for seat in present])
    pairs: list[tuple[Entrant, Entrant | None]] = [*drawn.pairs]
    if drawn.bye is not None:
        pairs.append((drawn.bye, None))
    return Step(
        tuple(
            _paired(course, (0, done + 1, board), pair, now) for board, pair in enumerate(pairs, 1)
        )
    )


def _swiss_player(course: Course, seat: Entrant) -> swiss.Player:
    """What the Swiss system asks of an entrant; sides matter only where one game is played."""
    own = [pairing for pairing in course.of_pool(0) if seat in pairing.seats]
    decided = [course.decided[pairing.key] for pairing in own]
    games = [game for pairing in own for game in course.games_of.get(pairing.key, ())]
    lean = sum(1 if game.dark == seat else -1 for game in games)
    return swiss.Player(
        entrant=seat,
        halves=sum(outcome.halves(seat) for outcome in decided),
        opponents=frozenset(other for pairing in own for other in pairing.seats - {seat}),
        lean=lean if course.cup.games == 1 else 0,
        had_bye=any(pairing.given is Given.ONE and pairing.one == seat for pairing in own),
    )


def _next_ties(course: Course, now: Instant) -> Step:
    """The ties of a knock-out that are not begun and whose two are known: none waits for others."""
    final = course.bracket[-1][0] if course.bracket else None
    if final is None or final.winner is not UNKNOWN:
        winner = _entrant(final.winner) if final else None
        has_won = winner is not None and course.has_scored(winner) and not course.has_left(winner)
        return Step(over=True, winners=(winner,) if winner is not None and has_won else ())
    begun = {(pairing.round - 1, pairing.board - 1) for pairing in course.of_pool(0)}
    ties = [tie for tie in knockout.playable(course.bracket) if tie.key not in begun]
    return Step(
        tuple(
            _paired(course, (0, tie.key[0] + 1, tie.key[1] + 1), _sides(tie), now) for tie in ties
        )
    )


def _entrant(seat: object) -> Entrant | None:
    return seat if isinstance(seat, int) else None


def _sides(tie: Tie) -> tuple[Entrant, Entrant]:
    """The two of a tie, whose sides change from board to board."""
    first, second = _entrant(tie.first), _entrant(tie.second)
    assert first is not None
    assert second is not None
    return (first, second) if sum(tie.key) % 2 == 0 else (second, first)


def _in_groups(course: Course, now: Instant) -> Step:
    """The groups, each at its own pace; then the first of each among themselves."""
    if course.members(0):
        return _ended(course, _next_round(course, 0, now))
    pools = range(1, len(course.groups) + 1)
    steps = [_next_round(course, pool, now) for pool in pools]
    if not all(group_step.over for group_step in steps):
        dates = [group_step.due for group_step in steps if group_step.due is not None]
        pairings = tuple(pairing for group_step in steps for pairing in group_step.pairings)
        return Step(pairings, due=min(dates, default=None))
    first = {pool: seat for pool in pools if (seat := _first_of(course, pool)) is not None}
    if len(first) < 2:  # noqa: PLR2004  there is no final
        return Step(
            over=True, winners=tuple(seat for pool in first for seat in _best(course, pool))
        )
    return Step(finalists=tuple(first.values()))


def _first_of(course: Course, pool: int) -> Entrant | None:
    """Who goes to the final: the best of a group who has not left."""
    rows = (row.entrant for row in course.table(pool))
    return next((seat for seat in rows if not course.is_out(seat)), None)


def _in_league(course: Course, now: Instant) -> Step:
    """A round every two weeks in each division, until the season ends."""
    cup, last = course.cup, max((pairing.begun for pairing in course.pairings), default=None)
    began = cup.began or now
    end = season_end(began)
    if now >= end:
        return Step(over=True, winners=_best(course, 1))
    first = began if cup.message else began + _CARD_WITHIN
    at = first if last is None else last + cup.round_days * DAY
    if now < at or end - now < _LAST_ROUND:
        return Step(due=min(at, end) if end - at >= _LAST_ROUND else end)
    number = max((pairing.round for pairing in course.pairings), default=0) + 1
    pairings = [
        pairing
        for pool, members in enumerate(course.groups, 1)
        for present in [[seat for seat in members if _is_free(course, seat)]]
        if len(present) > 1
        for pairing in _league_round(course, (pool, number), present, now)
    ]
    return Step(tuple(pairings), due=None if pairings else min(now + DAY, end))


def _league_round(
    course: Course, key: tuple[int, int], present: Sequence[Entrant], now: Instant
) -> Iterator[Pairing]:
    """Of the rounds in which these all meet all, that of the fewest who have met already."""
    pool, number = key
    met = Counter(pairing.seats for pairing in course.of_pool(pool))

    def again(pairs: Sequence[round_robin.Pair]) -> int:
        return sum(met[seats] for seats in _meeting(pairs, present))

    pairs = min(round_robin.rounds(present), key=again)
    for board, seats in enumerate(_meeting(pairs, present), 1):
        one, *others = sorted(seats, key=lambda seat: (_lean(course, pool, seat), seat))
        other = next(iter(others), None)
        pairing = _paired(course, (pool, number, board), (one, other), now)
        yield pairing if others else replace(pairing, given=Given.HALF)


def _meeting(
    pairs: Sequence[round_robin.Pair], present: Sequence[Entrant]
) -> Iterator[frozenset[Entrant]]:
    """Who meets whom, and who meets nobody."""
    yield from map(frozenset, pairs)
    alone = {*present}.difference(*pairs)
    yield from (frozenset([seat]) for seat in alone)


def _lean(course: Course, pool: int, seat: Entrant) -> int:
    """How much more often an entrant had the attackers first than not."""
    own = [pairing for pairing in course.of_pool(pool) if seat in pairing.seats]
    return sum(1 if pairing.one == seat else -1 for pairing in own)


def _is_free(course: Course, seat: Entrant) -> bool:
    """Whether an entrant of a league has a pairing in the next round."""
    own = [pairing for pairing in course.pairings if seat in pairing.seats]
    under_way = sum(pairing.key not in course.decided for pairing in own)
    return under_way < _UNDER_WAY and not course.is_out(seat)


def divided(seats: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """Divisions of about five, the strongest first.

    >>> divided(range(1, 13))
    ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12))
    """
    count = seeding.group_count(len(seats), DIVISION)
    cuts = [len(seats) * number // count for number in range(count + 1)]
    return tuple(tuple(seats[start:end]) for start, end in pairwise(cuts))


def promoted(course: Course) -> tuple[Entrant, ...]:
    """Who is in the league's next season, the strongest first.

    The first of each division changes places with the last of that above, unless nobody there has
    any points. Who has left or rests is not in it any more.
    """
    order: list[Row] = []
    for pool in range(1, len(course.groups) + 1):
        rows = [row for row in course.table(pool) if not course.is_out(row.entrant)]
        if order and rows and rows[0].halves:
            order[-1], rows[0] = rows[0], order[-1]
        order += rows
    return tuple(row.entrant for row in order)


def _paired(
    course: Course, key: tuple[int, int, int], pair: tuple[Entrant, Entrant | None], now: Instant
) -> Pairing:
    """A pairing that begins now; where one of the two is out, the other has the points."""
    one, other = pair
    given = Given.ONE if other is None else Given.PLAYED
    if other is not None and course.is_out(other):
        given = Given.NOBODY if course.is_out(one) else Given.ONE
    elif other is not None and course.is_out(one):
        one, other, given = other, one, Given.ONE
    pool, number, board = key
    return Pairing(
        cup=course.cup.id,
        pool=pool,
        round=number,
        board=board,
        one=one,
        other=other,
        rules=rules_of(course.cup, pool, number),
        begun=now,
        given=given,
    )


def rules_of(cup: Cup, pool: int, number: int) -> str:
    """The rule set of a round, by a lot that falls once: all of them before one comes again.

    A final group goes on where the groups ended, whichever round that was.
    """
    sets = list(cup.rule_sets)
    lap, place = divmod(number - 1, len(sets))
    stage = "final" if cup.form is Form.GROUPS and not pool else ""
    random.Random(f"{cup.id} {cup.made} {stage} {lap}").shuffle(sets)  # noqa: S311  no secret
    return sets[place]


def is_in_thread(course: Course, pairing: Pairing) -> bool:
    """Whether its games are played in a thread of the card."""
    return course.cup.is_in_thread or ends_cup(course, pairing)


def goes_on_after(course: Course, pairing: Pairing) -> bool:
    """Whether a further round may follow for those of a pairing who have not lost a tie."""
    match course.cup.form:
        case Form.LEAGUE:
            return True
        case Form.KNOCKOUT:  # who was absent is out
            return False
        case Form.SWISS:
            return pairing.round < course.rounds_planned
        case Form.ROBIN | Form.GROUPS:
            last = len(round_robin.rounds(course.members(pairing.pool)))
            to_final = pairing.pool > 0 and len(course.groups) > 1
            return pairing.round < last or to_final


def ends_cup(course: Course, pairing: Pairing) -> bool:
    """Whether it is the final: the last tie of a knock-out, or all that a final group has."""
    if course.cup.form is Form.KNOCKOUT:
        return pairing.round == len(course.bracket)
    return course.cup.form is Form.GROUPS and not pairing.pool and len(course.members(0)) == 2  # noqa: PLR2004  two
