"""A feature's part of the store: declared by the feature, listed by the composition.

Invariant: the core never names a feature. Each part is a function that runs inside a job of the
store, in the same transaction as the change that it belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bot.model.matches import Record
    from bot.model.moderation import LogEntry
    from bot.model.people import Player
    from bot.model.posts import Post, SentMessage
    from bot.model.servers import Bar, Server
    from bot.model.times import Instant
    from games.core import Move
    from games.events import Event

    Db = sqlite3.Connection


@dataclass(frozen=True, slots=True)
class MatchWritten:
    """A match after new events were written."""

    number: int
    record: Record  # with these events; its own number is 0 if it is new
    events: Sequence[Event]

    @property
    def now(self) -> Instant:
        """The time of the newest event."""
        return self.events[-1].at


@dataclass(frozen=True, slots=True)
class PostKind:
    """A kind of post as the store knows it."""

    post: type[Post]
    # Writes the consequences of a sent post; None: the post is only deleted.
    sent: Callable[[sqlite3.Connection, Any, SentMessage], None] | None = None


@dataclass(frozen=True, slots=True)
class Extension:
    """The parts of one feature, all optional."""

    posts: tuple[PostKind, ...] = ()  # its own kinds

    # Returns the reply that a player has planned to the newest move of this match; asked in the
    # transaction that writes the move.
    planned_reply: Callable[[Db, Record], Move | None] | None = None

    # Written in the same transaction
    match_written: Callable[[Db, MatchWritten], None] | None = None
    moves_forgotten: Callable[[Db, int], object] | None = None  # only this match's result is kept
    # Called with the match's row, and when the board was sent.
    board_sent: Callable[[Db, sqlite3.Row, Instant], None] | None = None
    server_changed: Callable[[Db, int], None] | None = None  # the settings of this server changed
    # A manager has chosen one channel for everything; the server before that. Repeatable.
    set_up: Callable[[Db, LogEntry, Server, int], None] | None = None
    news_sent: Callable[[Db, Post], None] | None = None  # of a kind that is news
    vacations_changed: Callable[[Db, Player, Instant], None] | None = None
    clocks_changed: Callable[[Db, Instant], None] | None = None  # an outage; set back

    barred: Callable[[Db, Bar], None] | None = None  # a person can't start games in this server

    # For one person or one server
    # They are about to be erased: takes them out of everything that would start games for them.
    retire: Callable[[Db, Player, Instant], object] | None = None
    erase: Callable[[Db, Player, Instant], None] | None = None  # before the core erases
    personal_data: Callable[[Db, Player], Mapping[str, Sequence[Any]]] | None = (
        None  # JSON, by name
    )
    people: Callable[[Db], Iterable[Player]] | None = None  # everyone that its tables name
    servers: Callable[[Db], Iterable[int]] | None = None  # every server that its tables name
    clear_server: Callable[[Db, int], object] | None = None  # the bot has left it long ago

    # For `konakis check` and `konakis repair`
    tables: Mapping[str, Callable[[sqlite3.Row], object]] = field(
        default_factory=dict[str, "Callable[[sqlite3.Row], object]"]
    )  # reads a row of each table; raises Damaged
    faults: Callable[[Db], Sequence[str]] | None = None  # derived data that differs from the logs
    rebuild: Callable[[Db], object] | None = None  # computes all derived data again from the logs
