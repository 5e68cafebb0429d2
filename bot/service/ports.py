"""The protocols that the use cases need from outside: a store, and an outbox to wake."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol, TypeVar

from bot.service.puzzles import HasPuzzles
from bot.service.ratings import Game, HasRatings
from bot.service.standings import HasStandings

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from bot.service.model import (
        Challenge,
        Guild,
        Instant,
        Kept,
        Listing,
        Past,
        Person,
        Place,
        Player,
        Post,
        Record,
        Search,
        Tally,
        Vacation,
    )
    from bot.service.my_data import Dossier
    from bot.service.refusals import Bar, Block
    from bot.service.turn_list import TurnLists
    from games.core import Move
    from games.events import Event
    from games.match import Match

T = TypeVar("T")


class Stale(Exception):
    """Another change came first: what was to be changed is no longer as it was read."""


class BrokenMatch(Exception):
    """What is stored of a match cannot be read: a fault of the program or the disk."""


class Counted(Enum):
    """What a limit counts of one person."""

    CHALLENGES = auto()  # open ones that they made; to `other` alone where that is given
    DRAFTS = auto()
    GAMES = auto()  # between people, not over and not shelved
    PRACTICE = auto()  # with the engine, in private, not over
    ENGINE_GAMES = auto()  # with the engine, in public, not over and not shelved
    ENGINE_LATELY = auto()  # with the engine, ended since `since`; guild 0: in private, else public
    BARS = auto()  # 1 where they are barred
    BLOCKS = auto()  # 1 where `other` has blocked them
    BLOCKED = auto()  # the people they have blocked
    UNWELCOME = auto()  # 1 where `other` does not want to be challenged by them
    CLOSED = auto()  # withdrawn or declined challenges to `other` or all; `until` is after `since`


@dataclass(frozen=True, slots=True)
class Limit:
    """How many there may be once the change is written; the store raises `refusal` for one more."""

    counted: Counted
    player: Player
    most: int
    refusal: Exception
    guild: int | None = None  # where it counts; None: everywhere
    other: Player | None = None
    since: Instant = 0


@dataclass(frozen=True, slots=True)
class Change:
    """All that one decision writes, in one transaction or not at all.

    A challenge or record with id 0 is new. One with an id is written only if it is still as it was
    read: the challenge at `version - 1`, the match with as many events as `before`. A challenge and
    a new record written together belong together: each is given the other's id. There is at most
    one open challenge for the rematch of a match: a second one is Stale too. The place and message
    of what is stored stay as they are: `post_done` alone writes them.
    """

    challenge: Challenge | None = None
    record: Record | None = None
    events: tuple[Event, ...] = ()  # new ones, at the end of the record's log
    before: int = 0
    planned: str = ""  # the plan of a match as it was read; with events, the record's replaces it
    posts: tuple[Post, ...] = ()  # 0 as match or challenge: the one written here
    bar: Bar | None = None  # one who is barred already stays so, since that day
    block: Block | None = None  # the same
    limits: tuple[Limit, ...] = ()  # counted in the same transaction, the first one first
    rated: Game | None = None  # the match is over by these events, and counts
    search: bool = False  # it is over by these events, and a puzzle is to be looked for in it


@dataclass(frozen=True, slots=True)
class Committed:
    """The numbers that the change was given."""

    challenge: int | None = None
    match: int | None = None
    posts: tuple[int, ...] = ()


class StoreReader(HasRatings, HasStandings, Protocol):
    """What may be read of the store; it returns only what was committed."""

    async def challenge(self, number: int) -> Challenge | None:
        """One challenge."""
        ...

    async def record(self, number: int) -> Record | None:
        """One match, folded from its events; raises BrokenMatch where they cannot be read."""
        ...

    async def newest_in(self, channel: int) -> Record | None:
        """The match that began last in this channel."""
        ...

    async def record_at(self, message: int) -> Record | None:
        """The match whose newest board is this message."""
        ...

    async def open_challenges(self, player: Player) -> Sequence[Challenge]:
        """Open challenges made by this player or addressed to them, newest first."""
        ...

    async def drafts(self, player: Player) -> Sequence[Challenge]:
        """The drafts of this player, oldest first."""
        ...

    async def expired(self, now: Instant) -> Sequence[Challenge]:
        """Open challenges and drafts whose time is over."""
        ...

    async def running(self, player: Player) -> Sequence[Listing]:
        """The player's matches that are not over, the most urgent first, shelved ones last."""
        ...

    async def running_in(self, guild: int, most: int) -> Sequence[Listing]:
        """Up to `most` matches of a server that are not over, newest first."""
        ...

    async def finished(self, search: Search, skip: int, most: int) -> Sequence[Past]:
        """Up to `most` finished matches, newest first, after skipping the first `skip`."""
        ...

    async def tally(self, search: Search) -> Tally:
        """How the matches of this search went; the outcome searched for is ignored."""
        ...

    async def due_matches(self, now: Instant, most: int) -> Sequence[Listing]:
        """Up to `most` matches that are due, the longest due first."""
        ...

    async def next_deadline(self) -> Instant | None:
        """When the next match is due."""
        ...

    async def engine_to_move(self) -> Sequence[int]:
        """The numbers of the matches that wait for a move of the engine, in no order."""
        ...

    async def vacations(self, players: Sequence[Player], since: Instant) -> Sequence[Vacation]:
        """The vacations of these players that end after `since`, in no order."""
        ...

    async def vacations_of(self, player: Player) -> Sequence[Vacation]:
        """All vacations of one player, newest first."""
        ...

    async def outages(self, since: Instant) -> Sequence[tuple[Instant, Instant]]:
        """From when and up to when the bot was offline; the outages that end after `since`."""
        ...

    async def guild(self, number: int) -> Guild:
        """The settings of a server; the defaults where none are stored."""
        ...

    async def stored_guilds(self) -> Sequence[int]:
        """The servers whose settings or bars are stored."""
        ...

    async def barred(self, guild: int) -> Sequence[Bar]:
        """The people who may not begin games there, the newest first."""
        ...

    async def blocked(self, player: Player) -> Sequence[Block]:
        """The people that a person has blocked, the newest first."""
        ...

    async def erasures(self) -> Sequence[tuple[Player, str]]:
        """The people who are still to be erased, each with who asked for it."""
        ...

    async def dossier(self, player: Player, *, logs: bool = True) -> Dossier:
        """All that is stored about a person, oldest first; without events it is much faster."""
        ...

    async def person(self, player: Player) -> Person:
        """The settings of a person; the defaults where none are stored."""
        ...

    async def note(self, name: str) -> str | None:
        """A text that the program stored about itself."""
        ...

    async def due_posts(
        self, now: Instant, each: int, busy: Collection[int] = (), full: Collection[int] = ()
    ) -> Sequence[Post]:
        """Up to `each` posts of each queue that are due, with their places, longest due first.

        Of each lane only its oldest post. Left out: posts that are `busy`, queues that are `full`.
        """
        ...

    async def newest_post(self) -> int:
        """The highest number any post ever had; 0 when there was none."""
        ...


class Store(StoreReader, HasPuzzles, Protocol):
    """The whole store. Each method that writes is one transaction."""

    turn_lists: TurnLists

    async def commit(self, change: Change, *more: Change) -> Committed:
        """Write all of it or nothing; raises Stale where any of it is outdated.

        Where nothing is outdated and a limit does not hold, it raises that limit's refusal.

        Returns the numbers of the first change.
        """
        ...

    async def keep_plan(self, record: Record, planned: str) -> None:
        """Store the plan of a match; Stale where that or the match is not as it was read."""
        ...

    async def change_vacations(
        self,
        player: Player,
        change: Callable[[Sequence[Vacation]], Sequence[Vacation]],
        now: Instant,
    ) -> Sequence[Vacation]:
        """Store what `change` makes of the player's vacations as they are at that moment.

        It is given all of them, newest first, and returns new ones and those with a new end. The
        player's matches are marked due. Returns all their vacations after it.
        """
        ...

    async def keep_outage(self, start: Instant, end: Instant) -> None:
        """Store an outage."""
        ...

    async def clock_set_back(self, now: Instant) -> None:
        """The clock was ahead: cut outages off at now, and mark all that is due later due now."""
        ...

    async def change_guild(self, number: int, change: Callable[[Guild], Guild]) -> Guild:
        """Change the settings of a server as they are at that moment."""
        ...

    async def unbar(self, guild: int, player: Player) -> bool:
        """Let a person begin games in a server again; whether they were barred."""
        ...

    async def unblock(self, by: Player, number: int) -> bool:
        """Delete that block of this person; whether it was there."""
        ...

    async def note_guilds(
        self, joined: Collection[int], left: Collection[int], now: Instant
    ) -> None:
        """The bot is in these servers, and in those no longer; one that was left stays so since."""
        ...

    async def clear(self, kept: Kept, most: int) -> bool:
        """Delete up to `most` of each kind of what is older; whether there may be more."""
        ...

    async def erase(self, player: Player, now: Instant, asked_by: str = "") -> None:
        """Put FORMER in place of the player, and delete what concerns only them.

        Where others have barred or blocked them, that stays, by their pseudonym. It is noted that
        they were erased, and who asked.
        A match or challenge that cannot be read is not in the way: it is made theirs no more.
        Afterwards no file of the store holds their number. Raises Stale while they have a running
        match or an open challenge: end these first.
        """
        ...

    async def change_person(
        self, player: Player, change: Callable[[Person], Person], now: Instant
    ) -> Person:
        """Change the settings of a person as they are at that moment.

        Where the reminder changes, their matches are marked due with it.
        """
        ...

    async def keep_note(self, name: str, text: str) -> None:
        """Store a text that the program needs again."""
        ...

    async def post_done(
        self,
        post: Post,
        message: int | None,
        channel: int | None = None,
        ping: int | None = None,
        later: Sequence[Post] = (),
    ) -> None:
        """The post was sent, as this message; a BOARD's becomes its match's newest board.

        A STRIP is added for the board before it, a CLEAR for each message that goes with that one,
        and once the posts `later`, but none for a person who was erased meanwhile.
        With a channel: the match moves there (its thread was opened), and the second game with it.
        """
        ...

    async def retry_post(self, post: int, due: Instant) -> None:
        """The post failed; try it again at that time."""
        ...

    async def drop_post(self, post: int) -> None:
        """The post can never be sent."""
        ...


class Thought(Protocol):
    """What the engine thinks of a position."""

    @property
    def line(self) -> Sequence[Move]:
        """How the game should go on: one move at least."""
        ...

    @property
    def score(self) -> int:
        """What that is worth to the side to move; beyond 90,000 it has won."""
        ...


class Engine(Protocol):
    """What thinks for the bot when it plays."""

    @property
    def size(self) -> int:
        """How many searches it makes at a time; 0: the host wants none."""
        ...

    async def think(self, match: Match, level: int, person: Player, place: Place) -> Thought:
        """How a match that is not over goes on; level 0: as well as it can in short.

        Raises EngineDown where it cannot.
        """
        ...

    async def run(self, person: int, server: int, work: Callable[..., T], /, *args: object) -> T:
        """Do the work in one of its processes, in this person's turn; EngineDown as above."""
        ...


class EngineDown(Exception):
    """The engine cannot think: there is no process for it, or none could do it."""


class Opponent(Protocol):
    """The part of what plays for the bot that use cases know."""

    @property
    def engine(self) -> Engine:
        """What thinks."""
        ...

    def wake(self) -> None:
        """A match was written that may wait for the engine."""
        ...

    async def advise(self, match: Match, person: Player, place: Place) -> Thought:
        """How it goes on, by a short search; refused while that person waits for another one."""
        ...


class Outbox(Protocol):
    """The part of the outbox that use cases know."""

    def wake(self) -> None:
        """A post was committed."""
        ...
