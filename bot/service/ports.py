"""The protocols that the use cases need from outside: a store, and an outbox to wake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.model import (
        Challenge,
        Dossier,
        Guild,
        Instant,
        Listing,
        Past,
        Person,
        Player,
        Post,
        Record,
        Search,
        Tally,
        Vacation,
    )
    from games.events import Event


class Stale(Exception):
    """Another change came first: what was to be changed is no longer as it was read."""


@dataclass(frozen=True, slots=True)
class Change:
    """All that one decision writes, in one transaction or not at all.

    A challenge or record with id 0 is new. One with an id is written only if it is still as it was
    read: the challenge at `version - 1`, the match with as many events as `before`. A challenge and
    a new record written together belong together: each is given the other's id. There is at most
    one open challenge for the rematch of a match: a second one is Stale too.

    What `post_done` writes is never written here: the place and message of what is already stored
    stay as they are, even where the value has others.
    """

    challenge: Challenge | None = None
    record: Record | None = None
    events: tuple[Event, ...] = ()  # new ones, at the end of the record's log
    before: int = 0
    posts: tuple[Post, ...] = ()  # 0 as match or challenge: the one written here


@dataclass(frozen=True, slots=True)
class Committed:
    """The numbers that the change was given."""

    challenge: int | None = None
    match: int | None = None
    posts: tuple[int, ...] = ()


class Store(Protocol):
    """Where everything is kept. What it returns is what was committed."""

    async def commit(self, change: Change, *more: Change) -> Committed:
        """Write all of it or nothing; raises Stale where any of it is outdated.

        What the first change was given comes back.
        """
        ...

    async def challenge(self, number: int) -> Challenge | None:
        """One challenge."""
        ...

    async def record(self, number: int) -> Record | None:
        """One match, folded from its events."""
        ...

    async def newest_in(self, channel: int) -> Record | None:
        """The match that began last in this channel."""
        ...

    async def record_at(self, message: int) -> Record | None:
        """The match whose newest board is this message."""
        ...

    async def open_challenges(self, player: Player) -> Sequence[Challenge]:
        """Those he made and those that wait for him alone, newest first."""
        ...

    async def drafts(self, player: Player) -> Sequence[Challenge]:
        """Those that he alone has seen so far, oldest first."""
        ...

    async def expired(self, now: Instant) -> Sequence[Challenge]:
        """Open challenges and drafts whose time is over."""
        ...

    async def running(self, player: Player) -> Sequence[Listing]:
        """His matches that are not over: those that wait for him first, longest waiting first.

        Those put aside come last.
        """
        ...

    async def running_in(self, guild: int, most: int) -> Sequence[Listing]:
        """The matches of a server that are not over, newest first, so many of them."""
        ...

    async def finished(self, search: Search, skip: int, most: int) -> Sequence[Past]:
        """His matches that are over and asked for, newest first, so many from there on."""
        ...

    async def tally(self, search: Search) -> Tally:
        """How these went; the outcome that is asked for does not matter."""
        ...

    async def due_matches(self, now: Instant, most: int) -> Sequence[Listing]:
        """Matches of which time may have something to say, the longest due first."""
        ...

    async def next_deadline(self) -> Instant | None:
        """When the next one is due."""
        ...

    async def mark_due(self, player: Player, now: Instant) -> None:
        """His matches are due now: what their `due` was reckoned from has changed."""
        ...

    async def vacations(self, players: Sequence[Player], since: Instant) -> Sequence[Vacation]:
        """Theirs that end after that, in no order."""
        ...

    async def vacations_of(self, player: Player) -> Sequence[Vacation]:
        """All there ever were, the newest first."""
        ...

    async def keep_vacation(self, vacation: Vacation, now: Instant) -> int:
        """Remember it, or its new end, and mark its player's matches due; its number."""
        ...

    async def outages(self, since: Instant) -> Sequence[tuple[Instant, Instant]]:
        """When nobody could reach us, from and up to; those that end after that."""
        ...

    async def keep_outage(self, start: Instant, end: Instant) -> None:
        """Remember it."""
        ...

    async def clock_set_back(self, now: Instant) -> None:
        """The clock was ahead: no outage lasts beyond now, and what is due later is due now."""
        ...

    async def guild(self, number: int) -> Guild:
        """How a server likes it; the defaults for one that never said."""
        ...

    async def keep_guild(self, guild: Guild) -> None:
        """Remember it."""
        ...

    async def barred(self, guild: int) -> Sequence[Player]:
        """Who may not challenge or accept there."""
        ...

    async def bar(self, guild: int, player: Player, *, barred: bool) -> None:
        """Bar him there, or no longer."""
        ...

    async def dossier(self, player: Player, *, logs: bool = True) -> Dossier:
        """All that is kept about him, each list from the oldest on; without logs, much faster."""
        ...

    async def erase(self, player: Player) -> None:
        """Put FORMER wherever he stands, and delete what is his alone.

        Afterwards no file of the store holds his number. Stale while he plays or has an open
        challenge: that is to be ended first, and said.
        """
        ...

    async def person(self, player: Player) -> Person:
        """How he likes to play; the defaults for someone who never said."""
        ...

    async def keep_person(self, person: Person) -> None:
        """Remember it."""
        ...

    async def note(self, name: str) -> str | None:
        """Something the program remembers about itself."""
        ...

    async def keep_note(self, name: str, text: str) -> None:
        """Remember it."""
        ...

    async def due_posts(self, now: Instant, most: int) -> Sequence[Post]:
        """Posts to be sent now, oldest first: of each lane its oldest, and only if it is due."""
        ...

    async def newest_post(self) -> int:
        """The highest number any post ever had; 0 when there was none."""
        ...

    async def post_done(self, post: Post, message: int | None, channel: int | None = None) -> None:
        """The post is out, as this message; a BOARD's becomes its match's newest board.

        The one before it is to lose its buttons: a STRIP is added for it.
        With a channel: the match moves there (its thread was opened), and the second game with it.
        """
        ...

    async def retry_post(self, post: int, due: Instant) -> None:
        """The post failed; try it then."""
        ...

    async def drop_post(self, post: int) -> None:
        """The post cannot be said any more."""
        ...


class Outbox(Protocol):
    """Whoever says what was decided."""

    def wake(self) -> None:
        """Something was committed that is to be said."""
        ...
