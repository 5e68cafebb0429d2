"""The changes of one decision, with the limits that are checked in the same transaction."""

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
    from games.core import Move
    from games.events import Event


class Stale(Exception):
    """Another change came first: the data is no longer as it was read."""


class OtherReply(Stale):
    """A player has planned another reply to the new move than the change has, or planned none."""

    def __init__(self, reply: Move | None) -> None:
        super().__init__()
        self.reply = reply


class BrokenMatch(Exception):
    """A stored match cannot be read: a fault of the program or the disk."""


class ForgottenMatch(BrokenMatch):
    """Only the result of this match is still stored."""


class Counted(Enum):
    """The things of a person that a limit counts."""

    CHALLENGES = auto()  # open ones that they made; only those to `other` if it is given
    DRAFTS = auto()
    GAMES = auto()  # between people, in progress and not paused
    PRACTICE = auto()  # with the engine, in private, in progress
    ENGINE_GAMES = auto()  # with the engine, in public, in progress and not paused
    ENGINE_LATELY = auto()  # with the engine, ended since `since`; guild 0: in private, else public
    BARS = auto()  # 1 if they are barred
    BLOCKS = auto()  # 1 if `other` has blocked them
    BLOCKED = auto()  # the people they have blocked
    UNWELCOME = auto()  # 1 if `other` doesn't accept their challenges
    # Withdrawn or declined challenges to `other` or all, whose `until` is after `since`. One that
    # was withdrawn at once isn't counted.
    CLOSED = auto()


@dataclass(frozen=True, slots=True)
class Limit:
    """The highest count allowed after the change; the store raises `refusal` beyond it."""

    counted: Counted
    player: Player
    most: int
    refusal: Exception
    guild: int | None = None  # the server that counts; None: all
    other: Player | None = None
    since: Instant = 0
    # For closed challenges: raised instead, by the newest one's standing.
    by_standing: Mapping[str, Exception] = field(default_factory=dict[str, Exception])


@dataclass(frozen=True, slots=True)
class Closing:
    """Closes open challenges of and to a person, as found in the transaction that writes."""

    player: Player
    closes: Callable[[Challenge], Change | None]  # returns its change; None: it stays open


@dataclass(frozen=True, slots=True)
class Change:
    """All changes of one decision, written in one transaction or not at all.

    A challenge or record with id 0 is new. One with an id is written only if nobody changed it
    since it was read: the challenge must be at `version - 1`, the match must have as many events as
    `before`. A challenge and a new record written together belong together: each gets the other's
    id. A match has at most one open challenge for its rematch: a second one is Stale too. A stored
    place and message stay as they are: only a sent post changes them.
    """

    challenge: Challenge | None = None
    record: Record | None = None
    events: tuple[Event, ...] = ()  # new ones, at the end of the record's log
    before: int = 0
    nudged: Instant | None = None  # Record.nudged as it was read, if there are no events
    moved: Record | None = None  # the match after its newest move, if a planned reply can follow
    reply: Move | None = None  # the reply planned to that move; OtherReply if it is another
    posts: tuple[Post, ...] = ()  # match or challenge 0: the one written here
    bar: Bar | None = None  # no change if the person is barred already
    entry: LogEntry | None = None  # of the moderation log; not written if the bar changes nothing
    block: Block | None = None  # no change if the person is blocked already
    closing: Closing | None = None
    # A person, and how many of their finished private games against the engine keep their moves.
    private_games: tuple[Player, int] | None = None
    limits: tuple[Limit, ...] = ()  # checked in the same transaction, in this order
    # Writes a feature's part once the numbers are known; can raise Stale or a refusal.
    also: Callable[[sqlite3.Connection, Committed], object] | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """The numbers given to the change."""

    challenge: int | None = None
    match: int | None = None
    posts: tuple[int, ...] = ()
    closed: int = 0  # challenges closed by its `closing`
