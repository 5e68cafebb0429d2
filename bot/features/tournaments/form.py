"""A tournament's state, and the protocol of its form, which decides everything about it.

Invariant: the state follows only from the entries, the pairings and their games, so that
recomputing it gives the same. A form is an object without state, `FORM` of a file in `forms`: who
can join, the seeds, the pairings, the winners, the texts. `TournamentForm` has the usual answers,
and a form overrides them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from bot.features.tournaments import deciding, length
from bot.features.tournaments.deciding import Decision
from bot.features.tournaments.entries import new_entry, seeded
from bot.features.tournaments.model import (
    FEWEST,
    LARGEST,
    Award,
    Entry,
    Pairing,
    Setting,
    Status,
    Step,
)
from bot.features.tournaments.outcome import PairingOutcome, outcome_of
from bot.features.tournaments.refusals import TournamentNo
from bot.model.joinable import LONGEST_NAME, read_name
from bot.model.people import FORMER
from bot.service.refusals import Refusal
from bot.ui.pages import naming
from bot.ui.pages.page import TextField
from games.pace import DAY
from games.pair import By
from games.tournament import knockout, outcomes, standings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from bot.features.tournaments.model import Game, Key, Now, Tournament
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.ui.pages.games import DrawnNames
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words
    from games.tournament.knockout import Tie
    from games.tournament.standings import Entrant, Result, Row
    from render.bracket import Bracket
    from render.points import Points
    from render.versus import Versus

_USUAL = 8  # entrants, for a guess before as many have joined
SIZES = (4, 8, 16, 32, LARGEST)  # choices for the most entrants


@dataclass(frozen=True)
class State:
    """Everything stored about a tournament, read together."""

    tournament: Tournament
    form: TournamentForm
    entries: tuple[Entry, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    games: tuple[Game, ...] = ()
    barred: frozenset[Player] = field(default_factory=frozenset["Player"])
    before: tuple[Player, ...] = ()  # who played in the tournament that this one repeats

    @cached_property
    def entry(self) -> Mapping[Entrant, Entry]:
        """All entries by seat."""
        return {entry.seat: entry for entry in self.entries}

    @cached_property
    def seeds(self) -> tuple[Entrant, ...]:
        """The entrants, strongest first; before the start, in the order of joining."""
        seeded = [entry for entry in self.entries if entry.seed is not None] or self.entries
        return tuple(entry.seat for entry in sorted(seeded, key=lambda e: (e.seed or 0, e.seat)))

    def seat_of(self, player: Player) -> Entrant | None:
        """Return the seat of a person, if they are in the tournament."""
        return next((e.seat for e in self.entries if e.player == player != FORMER), None)

    @property
    def winners(self) -> tuple[Player, ...]:
        """The winner, unless nobody has won."""
        return tuple(entry.player for entry in self.entries if entry.won)

    def player(self, seat: Entrant | None) -> Player:
        """Return the player on a seat; FORMER if they were erased."""
        return FORMER if seat is None or seat not in self.entry else self.entry[seat].player

    @cached_property
    def games_of(self) -> Mapping[Key, Sequence[Game]]:
        """The games of each pairing, by its key."""
        games: defaultdict[Key, list[Game]] = defaultdict(list)
        for game in sorted(self.games, key=lambda game: game.leg):
            games[game.key].append(game)
        return games

    @cached_property
    def decided(self) -> Mapping[Key, PairingOutcome]:
        """The outcomes of the decided pairings, by their keys."""
        decisions = {
            pairing.key: outcome_of(self.tournament, pairing, self.games_of.get(pairing.key, ()))
            for pairing in self.pairings
        }
        return {key: decided for key, decided in decisions.items() if decided}

    @cached_property
    def level(self) -> Mapping[Key, Instant]:
        """The pairings whose players are level, and until when both can ask for one more game."""
        if not self.form.needs_winners:
            return {}
        over = [(p, self.decided[p.key]) for p in self.pairings if p.key in self.decided]
        return {
            pairing.key: outcome.at + deciding.ASKING
            for pairing, outcome in over
            if deciding.may_be_level(pairing, outcome, self.tournament.games)
            and deciding.by_games(pairing, outcome) is None
        }

    @cached_property
    def undecided(self) -> tuple[Pairing, ...]:
        """The pairings whose games are in progress, or may have one more."""
        return tuple(p for p in self.pairings if p.key not in self.decided or p.key in self.level)

    def halves_so_far(self, pairing: Pairing, seat: Entrant) -> int:
        """Return the half points that a player has from a pairing's finished games."""
        over = [game for game in self.games_of.get(pairing.key, ()) if game.reason is not None]
        return sum(outcomes.halves(game)[seat == game.light] for game in over)

    def of_pool(self, pool: int) -> tuple[Pairing, ...]:
        """Return the pairings of a group (0: outside groups), by round and board."""
        pairings = (pairing for pairing in self.pairings if pairing.pool == pool)
        return tuple(sorted(pairings, key=lambda pairing: pairing.key))

    @cached_property
    def absences(self) -> Mapping[Entrant, int]:
        """The pairings that each player has missed in a row since they last came back."""
        absences: defaultdict[Entrant, int] = defaultdict(int)
        played = [pairing for pairing in self.pairings if pairing.award is Award.BY_GAMES]
        over = [
            (self.decided[pairing.key], pairing)
            for pairing in played
            if pairing.key in self.decided
        ]
        for decided, pairing in sorted(over, key=lambda one: (one[0].at, one[1].round)):
            for seat in pairing.seats:
                missed = seat in decided.absent and decided.at > (self.entry[seat].back or 0)
                absences[seat] = absences[seat] + 1 if missed else 0
        return absences

    def rests(self, seat: Entrant) -> bool:
        """Whether an entrant is sitting out: absent too often in a row, until they return."""
        most = self.form.rests_after
        return not self.has_left(seat) and self.absences.get(seat, 0) >= most

    def has_left(self, seat: Entrant) -> bool:
        """Whether an entrant has left, or was erased."""
        return self.entry[seat].left is not None or self.entry[seat].player == FORMER

    def running(self, seat: Entrant | None) -> tuple[Game, ...]:
        """Return the games in progress of an entrant."""
        return tuple(
            game for game in self.games if game.reason is None and seat in {game.dark, game.light}
        )

    def may_leave(self, seat: Entrant | None) -> bool:
        """Whether an entrant has anything to give up, including games left by a kill mid-leave."""
        if seat is None or self.running(seat):
            return seat is not None
        return not self.has_left(seat) and self.form.plays_on(self, seat)

    def has_scored(self, seat: Entrant) -> bool:
        """Whether an entrant has won or drawn a game in a pairing that was played."""
        return any(decided.played and decided.halves(seat) for decided in self.decided.values())

    def is_out(self, seat: Entrant) -> bool:
        """Whether an entrant takes no part in new pairings."""
        return self.has_left(seat) or self.player(seat) in self.barred or self.rests(seat)

    @property
    def invited(self) -> tuple[Player, ...]:
        """The players of the earlier tournament who haven't joined this one."""
        joined = {entry.player for entry in self.entries if entry.left is None}
        return tuple(player for player in self.before if player not in joined)

    @property
    def present(self) -> tuple[Entry, ...]:
        """The entries that would take part if the tournament started now."""
        return tuple(entry for entry in self.entries if not self.is_out(entry.seat))

    @property
    def has_failed(self) -> bool:
        """Whether too few people joined, so that it never started; nobody called it off."""
        off = self.tournament.status is Status.CALLED_OFF and self.tournament.began is None
        return off and self.tournament.lapses > 0

    @property
    def can_start(self) -> bool:
        """Whether enough people have joined."""
        return bool(self.form.started(self, {}))

    @cached_property
    def groups(self) -> tuple[tuple[Entrant, ...], ...]:
        """The groups or divisions of the tournament, if there are any."""
        return self.form.groups(self)

    def members(self, pool: int) -> tuple[Entrant, ...]:
        """Return the players of a group; for 0, all players or the finalists."""
        return self.form.members(self, pool)

    def table(self, pool: int) -> tuple[Row, ...]:
        """Return the standings of a group, or of everyone."""
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
        """All rounds of a knockout, as far as they are known."""
        through: dict[tuple[int, int], Entrant | None] = {}
        for pairing in self.of_pool(0):
            if pairing.key in self.decided and pairing.key not in self.level:
                decision = self.decision(pairing)
                through[pairing.round - 1, pairing.board - 1] = decision and decision.winner
        return knockout.ties(self.seeds, through)

    def decision(self, pairing: Pairing) -> Decision | None:
        """Return who goes through from a pairing that is over, and why; None: nobody."""
        outcome = self.decided[pairing.key]
        if pairing.award is Award.NOBODY or outcome.absent >= pairing.seats:
            return None
        if pairing.through is not None:
            return Decision(pairing.through, By.SEED)
        return deciding.by_games(pairing, outcome) or Decision(self.higher_seed(pairing), By.SEED)

    def higher_seed(self, pairing: Pairing) -> Entrant:
        """Return the higher seed of a pairing's players."""
        return min(pairing.seats, key=self.seeds.index)

    def first_of(self, ranked: Iterable[Entrant]) -> tuple[Entrant, ...]:
        """Return the first who can have the title: they have scored and not left; empty if none."""
        able = (s for s in ranked if self.has_scored(s) and not self.has_left(s))
        return tuple(islice(able, 1))

    def best(self, *pools: int) -> tuple[Entrant, ...]:
        """Return the winner by the standings of these pools, the first pool's before the others."""
        return self.first_of(row.entrant for pool in pools for row in self.table(pool))

    @property
    def next_date(self) -> Instant | None:
        """The latest start of the next round, or the season's end; None if there is no date.

        The bot may look again sooner, or later if a league waits for its players.
        """
        if not self.form.rounds_have_dates:
            return None
        newest = max((pairing.begun for pairing in self.pairings), default=None)
        date = None if newest is None else self.form.step(self, newest).due
        return None if date is None else max(date, self.tournament.due or date)

    def title(self, words: Words) -> str:
        """Return the tournament's title."""
        return self.form.title(self.tournament, words)

    # Pairings that start

    def round_of(
        self, pool: int, number: int, pairs: Iterable[tuple[Entrant, Entrant | None]], now: Instant
    ) -> tuple[Pairing, ...]:
        """Return a round that starts now, on boards from 1."""
        return tuple(
            self.paired((pool, number, board), pair, now) for board, pair in enumerate(pairs, 1)
        )

    def paired(self, key: Key, pair: tuple[Entrant, Entrant | None], now: Instant) -> Pairing:
        """Return a pairing that starts now; if one player is out, the other gets the points."""
        one, other = pair
        award = Award.ONE if other is None else Award.BY_GAMES
        if other is not None and self.is_out(other):
            award = Award.NOBODY if self.is_out(one) else Award.ONE
        elif other is not None and self.is_out(one):
            one, other, award = other, one, Award.ONE
        pool, number, board = key
        return Pairing(
            tournament=self.tournament.id,
            pool=pool,
            round=number,
            board=board,
            one=one,
            other=other,
            begun=now,
            award=award,
        )


class Sheet(ABC):
    """A part of the standings, shown at a time."""

    @abstractmethod
    def seats(self, state: State) -> Collection[Entrant]:
        """Return the players named on the sheet."""

    @abstractmethod
    def drawn(self, state: State, reader: Reader, names: DrawnNames) -> Points | Bracket | Versus:
        """Return the sheet's picture."""

    @abstractmethod
    def lines(self, state: State, reader: Reader) -> Iterator[str]:
        """Yield the sheet's lines of text."""


class TournamentForm:
    """The usual form; each form overrides what it does differently."""

    name: str  # the stored name, also in the keys of its words
    begun = False  # by a button of its own; otherwise chosen among the forms
    is_rare = False  # that button is behind *More*
    asks_title = "tournament.form-title"
    order = 0  # among the kinds in the form: the most used first
    asks = (Setting.FORM, Setting.SIGN_UP)  # after its name
    menus: Sequence[Setting] = (Setting.RULES, Setting.PACE, Setting.SIZE)  # to change a draft
    asks_channel = True  # for its games
    sizes: Sequence[int] = SIZES  # choices
    usual_size, usual_sign_up = 16, 7
    longest_name = LONGEST_NAME
    needs_winners = False  # in each pairing
    rounds_have_dates = False  # on which the next round starts, even if games are in progress
    rests_after = 2  # absences in a row
    goes_on = False  # as the next season, when one is over
    joins_late = False  # people can join while it is in progress
    winner_key = "tournament.won"
    ties = "tournament.ties.table"  # key of how they are broken; empty: not at all

    # The maker's choices

    def names(self, draft: Tournament, words: Words) -> Sequence[TextField]:
        """Return the questions for its name."""
        longest, about = self.longest_name, words("tournament.form-name-about")
        asked = words("tournament.form-name")
        return (TextField("name", asked, longest, draft.name[:longest], about),)

    def asked_size(self, words: Words) -> tuple[str, str]:
        """Return the question about the size, and an explanation or an empty text."""
        return words("tournament.size-prompt"), ""

    def size_label(self, size: int, words: Words) -> str:
        """Return a size's label in its menu."""
        return words("tournament.at-most", count=size)

    def checked(self, tournament: Tournament) -> Tournament:
        """Return a valid tournament; refuse one that can't be."""
        name, size = self.read_name(tournament.name), min(tournament.size, max(self.sizes))
        return replace(tournament, name=name, versus="", size=size, repeats=False)

    def read_name(self, typed: str) -> str:
        """Return a typed name; refuse an invalid one."""
        name = read_name(typed, self.longest_name)
        if name is None:
            raise Refusal(TournamentNo.NO_SUCH_NAME, limit=self.longest_name)
        return name

    # Joining

    def ways_in(self, tournament: Tournament, words: Words) -> Sequence[tuple[int, str]]:
        """Return the buttons to join: a pool and a label each."""
        del tournament
        return ((0, words("tournament.join")),)

    def takes_in(self, tournament: Tournament) -> bool:
        """Whether people can join now, by the tournament's status."""
        late = self.joins_late and tournament.status is Status.RUNNING
        return late or tournament.status is Status.OPEN

    def seat(
        self,
        tournament: Tournament,
        known: Sequence[Entry],
        player: Player,
        pool: int,
        now: Instant,
    ) -> Entry:
        """Return the entry of a new player; refuse if they have one or there is no room."""
        del pool  # there is only one
        own = next((entry for entry in known if entry.player == player), None)
        if own and own.left is None:
            raise Refusal(TournamentNo.JOINED_ALREADY)
        if own is None and len(known) >= tournament.size:
            raise Refusal(TournamentNo.TOURNAMENT_IS_FULL, limit=tournament.size)
        return own or new_entry(tournament, known, player, now)

    def starts(self, now: Instant) -> Instant:
        """Return the earliest time from now at which a tournament can start."""
        return now

    def closes(self, draft: Tournament, now: Instant) -> Instant:
        """Return when the sign-up ends if it starts now."""
        return self.starts(now + draft.signup_days * DAY)

    def too_few(self) -> Refusal:
        """Return the refusal if too few players have joined."""
        return Refusal(TournamentNo.TOO_FEW_JOINED, limit=FEWEST)

    def started(self, state: State, ratings: Mapping[Player, float]) -> Sequence[Entry]:
        """Return the entries with their seeds at the start; empty if too few have joined."""
        return seeded(state.present, ratings) if len(state.present) >= FEWEST else ()

    def may_meet(self, one: Entry, other: Entry) -> bool:
        """Whether these two can be paired."""
        del one, other
        return True

    def plays_on(self, state: State, seat: Entrant) -> bool:
        """Whether a player who hasn't left can still get pairings after the start."""
        del state, seat
        return True

    # Pairings

    def groups(self, state: State) -> tuple[tuple[Entrant, ...], ...]:
        """Return the groups or divisions, if the form has any."""
        del state
        return ()

    def members(self, state: State, pool: int) -> tuple[Entrant, ...]:
        """Return the players of a group; for 0, all."""
        return state.groups[pool - 1] if pool else state.seeds

    def step(self, state: State, now: Instant) -> Step:
        """Return the next step: pairings to start, the end, or when to look again."""
        raise NotImplementedError

    def expected_days(self, tournament: Tournament, entrants: int) -> float | None:
        """Return how long it usually takes with so many; None: its end is a date."""
        raise NotImplementedError

    def rounds(self, state: State) -> int:
        """Return the number of rounds before a final group; 0 if unknown."""
        del state
        return 0

    def may_follow(self, state: State, pairing: Pairing) -> bool:
        """Whether another round may follow for the players of a pairing."""
        return pairing.round < self.rounds(state)

    def has_thread(self, tournament: Tournament) -> bool:
        """Whether all its games are played in a thread of its announcement."""
        del tournament
        return False

    def in_thread(self, state: State, pairing: Pairing) -> bool:
        """Whether a pairing's games are played in such a thread, as a final's are."""
        del pairing
        return self.has_thread(state.tournament)

    def next_season(self, state: State) -> Sequence[Entry]:
        """Return the entries of the next season, with their places."""
        del state
        return ()

    # Texts

    def title(self, tournament: Tournament, words: Words) -> str:
        """Return the title, with the season if there were several."""
        called = naming.isolated(tournament.name)
        if tournament.edition == 1:
            return called
        return words("tournament.edition", tournament=called, number=tournament.edition)

    def what(self, tournament: Tournament, words: Words, state: State | None = None) -> str:
        """Return the kind of tournament, the first of its facts."""
        del tournament, state
        return words(f"tournament.form.{self.name}")

    def opening(self, tournament: Tournament, words: Words) -> str:
        """Say until when people can join."""
        day = f"<t:{tournament.closes}:f>"
        return words("hub.open", when=naming.when(tournament.closes, words), day=day)

    def next_round(self, state: State, words: Words) -> Iterator[str]:
        """Yield when a player who joins or comes back gets a game, if the next round has a date."""
        del state, words
        yield from ()

    def joined(self, state: State, words: Words) -> Iterator[str]:
        """Yield the players who have joined."""
        players, size = [e.player for e in state.entries if not e.left], state.tournament.size
        if players:
            people = ", ".join(naming.person(player) for player in players)
            yield words("tournament.entrants", count=len(players), size=size, people=people)
        elif state.tournament.status is Status.OPEN:
            yield words("tournament.nobody", size=size)

    def not_started(self, words: Words) -> str:
        """Say that too few have joined."""
        return words("tournament.too-few", count=FEWEST)

    def sheets(self, state: State) -> tuple[Sheet, ...]:
        """Return the sheets of standings; the first is in the announcement."""
        raise NotImplementedError

    def standing(self, state: State, words: Words) -> str:
        """Say which round is being played."""
        if not state.undecided:
            return words(f"tournament.status.{state.tournament.status}")
        newest = max(state.undecided, key=lambda pairing: (not pairing.pool, pairing.round))
        return words("tournament.round-of", number=newest.round, count=self.rounds(state))

    def progress(self, state: State, now: Now, words: Words) -> str:
        """Say the current round in a separate line, with the next round's date."""
        return self.dated(f"**{self.standing(state, words)}**", state, now, words)

    def dated(self, said: str, state: State, now: Now, words: Words) -> str:
        """Say what is played now, until when, and from when on moves have 36 hours at most.

        It lasts as long as usual, but at least until every player has had the time for a move.
        """
        newest = max((pairing.begun for pairing in state.undecided), default=None)
        dates = [game.hurry_from for game in state.games if game.reason is None and game.hurry_from]
        hurry = max(dates, default=None) if state.tournament.pace.days != 1 else None
        if date := state.next_date:
            if hurry is not None and hurry // DAY == date // DAY:
                return words("tournament.until-hurries", round=said, day=naming.day(date))
            said = words("tournament.until", round=said, day=naming.day(date))
        elif newest is not None:
            games = [p for p in state.undecided if p.begun == newest and p.key not in state.level]
            lasts = length.days_of_games(state.tournament, len(games) * state.tournament.games)
            least = max((*state.level.values(), *now.deadlines.values()), default=0)
            until = max(newest + round(lasts * DAY), least)
            said = words("tournament.until-about", round=said, day=naming.day(until))
        if hurry is None:
            return said
        return words("tournament.hurries", round=said, day=naming.day(hurry))

    def lasts(self, tournament: Tournament, joined: int, words: Words) -> Iterator[str]:
        """Say about how long it takes: with those who have joined; with few, a usual number."""
        entrants = joined if joined >= min(SIZES) else min(tournament.size, _USUAL)
        days = self.expected_days(tournament, entrants)
        if days is not None:
            yield words("tournament.lasts", players=entrants, count=max(1, round(days / 7)))

    def ending(self, state: State, words: Words) -> str:
        """Say who has won."""
        if not state.winners:
            return words("tournament.won-by-nobody")
        return words(self.winner_key, player=naming.person(state.winners[0]))

    def ends(self, state: State, words: Words) -> Iterator[str]:
        """Yield the lines of the post about the end."""
        yield self.ending(state, words)

    def past(self, state: State, day: str, words: Words) -> str:
        """Return a finished tournament as one line of several, with the day."""
        title = state.title(words)
        if not state.winners:
            return words("tournament.hub-over-nobody", tournament=title, day=day)
        player = naming.person(state.winners[0])
        return words("tournament.hub-over", tournament=title, player=player, day=day)

    def told(self, state: State) -> Iterable[Player]:
        """Return the players to ping at the end."""
        return state.winners

    def pool_name(self, pool: int, words: Words) -> str:
        """Return a group's name."""
        return words("tournament.group", letter=chr(ord("A") + pool - 1))

    def goes_up(self, state: State, pool: int) -> int:
        """Return how many of a group's top players are marked, since they go on or up."""
        del state, pool
        return 0

    def round_name(self, state: State, pairing: Pairing, words: Words) -> str:
        """Return the name of a pairing's round."""
        del state
        return words("tournament.round", number=pairing.round)

    def heading(self, state: State, pool: int, number: int, words: Words) -> str:
        """Return the heading above the pairings of a round."""
        name = words("tournament.round", number=number)
        if len(state.groups) < 2 or not pool:  # noqa: PLR2004  a single group has no name
            return name
        return f"{self.pool_name(pool, words)} · {name}"

    def idle(self, state: State, pool: int, newest: Sequence[Pairing]) -> Sequence[Entrant]:
        """Return players who have neither a pairing nor a bye in a pool's newest round."""
        del state, pool, newest
        return ()

    def idle_line(self, people: str, words: Words) -> str:
        """Say who has no opponent in a round."""
        return words("tournament.idle", people=people)

    def after(self, state: State, pairing: Pairing, words: Words) -> Iterator[str]:
        """Yield the consequence of a decided pairing: who goes through or wins."""
        del state, pairing, words
        yield from ()

    def byes(self, state: State, seat: Entrant, words: Words) -> Iterator[str]:
        """Yield a line for each entrant's bye that isn't a pairing."""
        del state, seat, words
        yield from ()
