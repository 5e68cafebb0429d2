"""What one decision writes, with the limits that are counted in the same transaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping

    from bot.model.challenges import Challenge
    from bot.model.matches import Record
    from bot.model.moderation import LogEntry
    from bot.model.people import Block, Player
    from bot.model.posts import Post
    from bot.model.servers import Bar
    from bot.model.times import Instant
    from games.events import Event


class Stale(Exception):
    """Another change came first: what was to be changed is no longer as it was read."""


class BrokenMatch(Exception):
    """What is stored of a match cannot be read: a fault of the program or the disk."""


class ForgottenMatch(BrokenMatch):
    """Of this match only the result is kept."""


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
    # Withdrawn or declined challenges to `other` or all, whose `until` is after `since`. Of those
    # that were withdrawn at once, one is not counted.
    CLOSED = auto()


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
    # Of closed challenges: what is raised instead, by what became of the newest.
    by_standing: Mapping[str, Exception] = field(default_factory=dict[str, Exception])


@dataclass(frozen=True, slots=True)
class Closing:
    """Closes open challenges of and to a person, as they stand in the transaction that writes."""

    player: Player
    closes: Callable[[Challenge], Change | None]  # what becomes of one; None: it stays open


@dataclass(frozen=True, slots=True)
class Change:
    """All that one decision writes, in one transaction or not at all.

    A challenge or record with id 0 is new. One with an id is written only if it is still as it was
    read: the challenge at `version - 1`, the match with as many events as `before`. A challenge and
    a new record written together belong together: each is given the other's id. There is at most
    one open challenge for the rematch of a match: a second one is Stale too. The place and message
    of what is stored stay as they are: a sent post alone writes them.
    """

    challenge: Challenge | None = None
    record: Record | None = None
    events: tuple[Event, ...] = ()  # new ones, at the end of the record's log
    before: int = 0
    nudged: Instant | None = None  # Record.nudged as it was read, where there are no events
    planned: str = ""  # the plan of a match as it was read; with events, the record's replaces it
    posts: tuple[Post, ...] = ()  # 0 as match or challenge: the one written here
    bar: Bar | None = None  # one who is barred already stays so, since that day
    entry: LogEntry | None = None  # of the log of moderation; none of a bar that changes nothing
    block: Block | None = None  # the same
    closing: Closing | None = None
    # Of the private games against the engine that this person has ended, how many keep their moves.
    private_games: tuple[Player, int] | None = None
    limits: tuple[Limit, ...] = ()  # counted in the same transaction, the first one first
    # What a feature writes of it, once its numbers are known; it may raise Stale or a refusal.
    also: Callable[[sqlite3.Connection, Committed], object] | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """The numbers that the change was given."""

    challenge: int | None = None
    match: int | None = None
    posts: tuple[int, ...] = ()
    closed: int = 0  # challenges that its `closing` has closed
