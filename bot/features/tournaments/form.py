"""The protocol of a form: who may join, what is drawn, who meets whom, what wins, what is shown.

A form is an object without state, `FORM` of a file in `forms`; all that it says follows from the
`State` that it is asked about. `TournamentForm` says what is usual, and a form what is otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.features.tournaments.model import FEWEST, LARGEST, Entry, Status
from bot.features.tournaments.pages.standings import sheets_of
from bot.features.tournaments.refusals import TournamentNo
from bot.model.joinable import LONGEST_NAME, read_name
from bot.service.refusals import Refusal
from bot.ui.pages import naming
from bot.ui.pages.page import TextField

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.features.tournaments.model import Pairing, Tournament
    from bot.features.tournaments.pages.sheets import Sheet
    from bot.features.tournaments.state import State
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.ui.words import Words
    from games.tournament.standings import Entrant

UNRATED = 1500.0  # the rating by which people are seeded of whom nothing is known
SIZES = (4, 8, 16, 32, LARGEST)  # that can be chosen, as the most


class Setting(StrEnum):
    """What is chosen of a draft."""

    FORM = "form"
    RULES = "rules"
    PACE = "pace"
    SIGN_UP = "sign-up"
    SIZE = "size"
    ROUND = "round"
    GAMES = "games"
    RATED = "rated"
    WEEKENDS = "weekends"
    CHANNEL = "channel"


@dataclass(frozen=True, slots=True)
class Step:
    """What must be done now with a tournament that is played."""

    pairings: tuple[Pairing, ...] = ()  # that start
    finalists: tuple[Entrant, ...] = ()  # who are in the final group now
    over: bool = False
    winners: tuple[Entrant, ...] = ()
    due: Instant | None = None  # when to look again, if no game ends before

    @property
    def is_nothing(self) -> bool:
        """Whether it changes nothing."""
        return not (self.pairings or self.finalists or self.over)


class TournamentForm:
    """What is usual; a form overrides what is otherwise with it."""

    name: str  # as it is stored, and in the keys of its words
    begin = ""  # what a button that starts one says; empty: it is chosen among other forms
    asks_title = "tournament.form-title"
    asks = (Setting.FORM, Setting.RULES, Setting.PACE, Setting.SIGN_UP)  # after its name
    menus: Sequence[Setting] = (Setting.SIZE,)  # of its draft
    sizes: Sequence[int] = SIZES  # to choose from
    usual_size, usual_sign_up = 16, 7
    longest_name = LONGEST_NAME
    rests_after = 2  # absences
    joins_late = False  # people may join while it is played
    winner_key = "tournament.won"

    # What its maker chooses

    def names(self, draft: Tournament, words: Words) -> Sequence[TextField]:
        """The questions for its name."""
        longest, about = self.longest_name, words("tournament.form-name-about")
        asked = words("tournament.form-name")
        return (TextField("name", asked, longest, draft.name[:longest], about),)

    def asked_size(self, words: Words) -> tuple[str, str]:
        """The question for its size, and what more is said of that."""
        return words("tournament.size-prompt"), ""

    def size_label(self, size: int, words: Words) -> str:
        """What a size is called."""
        return words("tournament.at-most", count=size)

    def checked(self, tournament: Tournament) -> Tournament:
        """The tournament as it may be; refused where it may not."""
        name, size = self.read_name(tournament.name), min(tournament.size, max(self.sizes))
        return replace(tournament, name=name, versus="", size=size, repeats=False)

    def read_name(self, typed: str) -> str:
        """A name as it was typed; refused where it may not be one."""
        name = read_name(typed, self.longest_name)
        if name is None:
            raise Refusal(TournamentNo.NO_SUCH_NAME, limit=self.longest_name)
        return name

    # Who may join

    def ways_in(self, tournament: Tournament, words: Words) -> Sequence[tuple[int, str]]:
        """What people press to join: the pool that they join, and what the button says."""
        del tournament
        return ((0, words("tournament.join")),)

    def takes_in(self, tournament: Tournament) -> bool:
        """Whether people may join now, as far as its status says."""
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
        """The entry of who joins; refused where they are in it, or where there is no room."""
        del pool  # there is one
        own = next((entry for entry in known if entry.player == player), None)
        if own and own.left is None:
            raise Refusal(TournamentNo.JOINED_ALREADY)
        if own is None and len(known) >= tournament.size:
            raise Refusal(TournamentNo.TOURNAMENT_IS_FULL, limit=tournament.size)
        return own or new_entry(tournament, known, player, now)

    def too_few(self) -> Refusal:
        """Why it cannot start now."""
        return Refusal(TournamentNo.TOO_FEW_JOINED, limit=FEWEST)

    def started(self, state: State, ratings: Mapping[Player, float]) -> Sequence[Entry]:
        """The entries with their places as it starts; none where too few have joined."""
        return seeded(state.present, ratings) if len(state.present) >= FEWEST else ()

    def may_meet(self, one: Entry, other: Entry) -> bool:
        """Whether these two may be paired."""
        del one, other
        return True

    # Who meets whom

    def groups(self, state: State) -> tuple[tuple[Entrant, ...], ...]:
        """Its groups or divisions, if it has some."""
        del state
        return ()

    def members(self, state: State, pool: int) -> tuple[Entrant, ...]:
        """Who is in a group; in 0, all."""
        return state.groups[pool - 1] if pool else state.seeds

    def step(self, state: State, now: Instant) -> Step:
        """What must be done now."""
        raise NotImplementedError

    def rounds(self, state: State) -> int:
        """How many rounds there are, before a final group; 0: that is not known."""
        del state
        return 0

    def may_follow(self, state: State, pairing: Pairing) -> bool:
        """Whether a round may follow for both of this pairing."""
        return pairing.round < self.rounds(state)

    def has_thread(self, tournament: Tournament) -> bool:
        """Whether all its games are played in a thread of its announcement."""
        del tournament
        return False

    def in_thread(self, state: State, pairing: Pairing) -> bool:
        """Whether the games of a pairing are, as a final's."""
        del pairing
        return self.has_thread(state.tournament)

    def next_season(self, state: State) -> Sequence[Entry]:
        """Who is in it again when it is over, with their places."""
        del state
        return ()

    # What is shown

    def title(self, tournament: Tournament, words: Words) -> str:
        """What it is called, and which season it is."""
        called = naming.isolated(tournament.name)
        if tournament.edition == 1:
            return called
        return words("tournament.edition", tournament=called, number=tournament.edition)

    def what(self, tournament: Tournament, words: Words, state: State | None = None) -> str:
        """What it is, as the first of its facts."""
        del tournament, state
        return words(f"tournament.form.{self.name}")

    def opening(self, tournament: Tournament, words: Words) -> str:
        """Until when people may join."""
        day = f"<t:{tournament.closes}:f>"
        return words("hub.open", when=naming.when(tournament.closes, words), day=day)

    def joined(self, state: State, words: Words) -> Iterator[str]:
        """Who has joined."""
        players, size = [e.player for e in state.entries if not e.left], state.tournament.size
        if players:
            people = ", ".join(naming.person(player) for player in players)
            yield words("tournament.entrants", count=len(players), size=size, people=people)
        elif state.tournament.status is Status.OPEN:
            yield words("tournament.nobody", size=size)

    def not_started(self, words: Words) -> str:
        """That too few have joined."""
        return words("tournament.too-few", count=FEWEST)

    def sheets(self, state: State) -> tuple[Sheet, ...]:
        """What there is to see, the announcement's first."""
        return sheets_of(state, 0)

    def standing(self, state: State, words: Words) -> str:
        """How far it is: the round that is played."""
        if not state.undecided:
            return words(f"tournament.status.{state.tournament.status}")
        newest = max(state.undecided, key=lambda pairing: (not pairing.pool, pairing.round))
        return words("tournament.round-of", number=newest.round, count=self.rounds(state))

    def progress(self, state: State, words: Words) -> str:
        """How far it is in a line of its own; with a date, where the next round has one."""
        now, date = f"**{self.standing(state, words)}**", state.next_date
        return words("tournament.until", round=now, day=naming.day(date)) if date else now

    def ending(self, state: State, words: Words) -> str:
        """Who has won."""
        if not state.winners:
            return words("tournament.won-by-nobody")
        people = words.join([naming.person(player) for player in state.winners])
        return words(self.winner_key, count=len(state.winners), player=people)

    def ends(self, state: State, words: Words) -> Iterator[str]:
        """What is told once as it ends."""
        yield self.ending(state, words)

    def past(self, state: State, day: str, words: Words) -> str:
        """The same in a line of several, with the day."""
        title = state.title(words)
        if not state.winners:
            return words("tournament.hub-over-nobody", tournament=title, day=day)
        people = words.join([naming.person(player) for player in state.winners])
        return words("tournament.hub-over", tournament=title, player=people, day=day)

    def told(self, state: State) -> Iterable[Player]:
        """Who is pinged as it ends."""
        return state.winners

    def pool_name(self, pool: int, words: Words) -> str:
        """What a group is called."""
        return words("tournament.group", letter=chr(ord("A") + pool - 1))

    def goes_up(self, state: State, pool: int) -> int:
        """How many of the first of a group are marked, since they go on or up."""
        del state, pool
        return 0

    def round_name(self, state: State, pairing: Pairing, words: Words) -> str:
        """What the round of a pairing is called."""
        del state
        return words("tournament.round", number=pairing.round)

    def heading(self, state: State, pool: int, number: int, words: Words) -> str:
        """What stands above the pairings of a round."""
        name = words("tournament.round", number=number)
        if len(state.groups) < 2 or not pool:  # noqa: PLR2004  one group has no name
            return name
        return f"{self.pool_name(pool, words)} · {name}"

    def idle(self, state: State, pool: int, newest: Sequence[Pairing]) -> Sequence[Entrant]:
        """Who has no opponent in the newest round of a pool, and no pairing that says so."""
        del state, pool, newest
        return ()

    def idle_line(self, people: str, words: Words) -> str:
        """The same in words."""
        return words("tournament.idle", people=people)

    def after(self, state: State, pairing: Pairing, words: Words) -> Iterator[str]:
        """What a decided pairing brings: who goes on, or wins."""
        del state, pairing, words
        yield from ()

    def byes(self, state: State, seat: Entrant, words: Words) -> Iterator[str]:
        """A line for each bye of an entrant that is no pairing."""
        del state, seat, words
        yield from ()


def new_entry(
    tournament: Tournament, known: Sequence[Entry], player: Player, now: Instant
) -> Entry:
    """The entry of who joins anew."""
    seat = max((entry.seat for entry in known), default=0) + 1
    return Entry(tournament=tournament.id, seat=seat, player=player, joined=now)


def seeded(entries: Sequence[Entry], ratings: Mapping[Player, float]) -> tuple[Entry, ...]:
    """The entries with their seeds: by rating, then by who joined first."""
    ranked = sorted(
        entries, key=lambda entry: (-ratings.get(entry.player, UNRATED), entry.joined, entry.seat)
    )
    return tuple(replace(entry, seed=seed) for seed, entry in enumerate(ranked, 1))
