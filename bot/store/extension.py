"""What a feature adds to the store: declared by the feature, listed by the composition.

Law: the core never names a feature. Each part is a function that runs inside a job of the store, in
the same transaction as that to which it adds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bot.model.matches import Record
    from bot.model.people import Player
    from bot.model.posts import Post, SentMessage
    from bot.model.servers import Bar
    from bot.model.times import Instant
    from games.events import Event

    Db = sqlite3.Connection


@dataclass(frozen=True, slots=True)
class MatchWritten:
    """A match to whose log events were just written."""

    number: int
    record: Record  # with these events; its own number is 0 where it has just begun
    events: Sequence[Event]

    @property
    def now(self) -> Instant:
        """When the newest event happened."""
        return self.events[-1].at


@dataclass(frozen=True, slots=True)
class PostKind:
    """A kind of post as the store knows it."""

    post: type[Post]
    # What is stored when one was sent; None: it is deleted, and nothing follows.
    sent: Callable[[sqlite3.Connection, Any, SentMessage], None] | None = None


@dataclass(frozen=True, slots=True)
class Extension:
    """The parts of one feature. All of them are optional."""

    posts: tuple[PostKind, ...] = ()  # its own kinds

    # Written in the same transaction
    match_written: Callable[[Db, MatchWritten], None] | None = None
    moves_forgotten: Callable[[Db, int], object] | None = None  # only this match's result is kept
    board_sent: Callable[[Db, sqlite3.Row], None] | None = None  # of the match with this row
    server_changed: Callable[[Db, int], None] | None = None  # the settings of this server
    news_sent: Callable[[Db, Post], None] | None = None  # of a kind that is news
    vacations_changed: Callable[[Db, Player, Instant], None] | None = None
    clocks_changed: Callable[[Db, Instant], None] | None = None  # an outage; set back

    barred: Callable[[Db, Bar], None] | None = None  # a person, from beginning games in a server

    # Of one person or one server
    # They are about to be erased: they are in nothing that would begin games for them.
    retire: Callable[[Db, Player, Instant], object] | None = None
    erase: Callable[[Db, Player, Instant], None] | None = None  # before the core erases
    personal_data: Callable[[Db, Player], Mapping[str, Sequence[Any]]] | None = (
        None  # JSON, by name
    )
    people: Callable[[Db], Iterable[Player]] | None = None  # all that its tables name
    servers: Callable[[Db], Iterable[int]] | None = None  # the same of servers
    clear_server: Callable[[Db, int], object] | None = None  # the bot has left it long ago

    # For `konakis check` and `konakis repair`
    tables: Mapping[str, Callable[[sqlite3.Row], object]] = field(
        default_factory=dict[str, "Callable[[sqlite3.Row], object]"]
    )  # what reads a row of each; raises Damaged
    faults: Callable[[Db], Sequence[str]] | None = None  # what is not as the logs say
    rebuild: Callable[[Db], object] | None = None  # works all of that out again from the logs
