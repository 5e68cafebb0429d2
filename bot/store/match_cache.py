"""What is read at every move and kept in memory: matches made of their events, and settings.

Law: what is in a cache was committed. A log only ever grows, so an older match is a beginning of
the newer one: never wrong, only short. Settings are forgotten at any write that may change them.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, TypeVar

from bot.store import rows, sql
from bot.store.errors import Damaged, UnreadableMatch
from games.errors import GameError
from games.match import fold

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Awaitable, Callable, Sequence

    from games.match import Match

T = TypeVar("T")

_BESIDE = 8  # what a match weighs beside its events, in events
_PARTS = 4  # a match takes at most such a part of the cache


def events(db: sqlite3.Connection, match: int, after: int = 0) -> list[sqlite3.Row]:
    """The events of a match after the first so many."""
    return sql.many(db, sql.EVENTS_AFTER, {"match": match, "number": after})


def match_and_events(
    db: sqlite3.Connection, number: int, after: int
) -> tuple[sqlite3.Row | None, list[sqlite3.Row]]:
    """A match and its events after the first so many, as one moment had them."""
    db.execute("BEGIN")
    try:
        return sql.one(db, sql.MATCH, {"id": number}), events(db, number, after)
    finally:
        db.rollback()


def folded(number: int, known: Match | None, newer: Sequence[sqlite3.Row]) -> Match:
    """The match that these events make of what is known of it.

    UnreadableMatch where they make none.
    """
    try:
        found = tuple(map(rows.event, newer))
        return known.after(*found) if known else fold(found)
    except (Damaged, GameError) as error:
        raise UnreadableMatch(f"The events of match {number} make no match: {error}.") from error


class MatchCache:
    """Matches of so many events in all; an event takes about 600 bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._matches: OrderedDict[int, Match] = OrderedDict()

    def find(self, number: int) -> Match | None:
        """The match, at least as far as it had come when it was kept."""
        found = self._matches.get(number)
        if found:
            self._matches.move_to_end(number)
        return found

    def keep(self, number: int, match: Match) -> None:
        """Keep it, unless a newer one is kept, or it would take the room of many others."""
        known = self.find(number)
        if known and len(known.log) >= len(match.log):
            return
        if _weight(match) * _PARTS > self._most:
            return
        self._weight += _weight(match) - (_weight(known) if known else 0)
        self._matches[number] = match
        while self._weight > self._most:
            self._weight -= _weight(self._matches.popitem(last=False)[1])


def _weight(match: Match) -> int:
    return len(match.log) + _BESIDE


class SettingsCache:
    """The settings of so many people and servers; all are forgotten at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[tuple[type, int], object] = {}
        self._times = 0  # it was emptied

    async def get(self, kind: type[T], number: int, read: Callable[[], Awaitable[T]]) -> T:
        """What is kept, or read and kept, unless it may have changed meanwhile."""
        kept = self._kept.get((kind, number))
        if isinstance(kept, kind):
            return kept
        times = self._times
        found = await read()
        if times == self._times:
            if len(self._kept) >= self._most:
                self._kept.clear()
            self._kept[kind, number] = found
        return found

    def forget(self) -> None:
        """Some may have changed."""
        self._kept.clear()
        self._times += 1
