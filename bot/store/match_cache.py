"""The cache of what is read at every move: matches, made of their events, lists, and settings.

Law: what is in a cache was committed. A log only ever grows, so an older match is a beginning of
the newer one: never wrong, only short. Records, which hold the row of a match too, are not kept
while a write is under way that may change them: what else it wrote, a post say, can be read before
its end is known here. A write reads the rows that it has changed, so that they are kept after it.
Settings are forgotten when it ends. Who plays a match changes in an erasure alone, which may change
any match. Which matches of a player are not over is kept until another one is written; it is of use
only while the records of all of them are kept, and none of these is over.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakSet

from bot.service.lookup import listing_of
from bot.store import rows, sql
from bot.store.errors import Damaged, UnreadableMatch
from games.errors import GameError
from games.match import fold

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Awaitable, Callable, Sequence

    from bot.service.model import Listing, Player, Record
    from games.match import Match

    # What a write may change: a match, by its number; `_matches_of` a player; `_unfinished_of` a
    # player; or `_ALL`.
    Scope = int | tuple[str, Player]
    # A match's row and its events after the first so many.
    Read = Callable[[int, int], Awaitable[tuple[sqlite3.Row | None, list[sqlite3.Row]]]]

T = TypeVar("T")

log = logging.getLogger(__name__)

_BESIDE = 8  # what a match weighs beside its events, in events
_PARTS = 4  # a match takes at most such a part of the cache
_LISTS = 2000  # players whose unfinished matches are kept, by their numbers
_ALL = ("all", 0)


def events(db: sqlite3.Connection, match: int, after: int = 0) -> list[sqlite3.Row]:
    """The events of a match after the first so many."""
    return sql.many(db, sql.EVENTS_AFTER, {"match": match, "number": after})


def row(db: sqlite3.Connection, match: int | None) -> sqlite3.Row | None:
    """A match's row, where there is such a match."""
    return sql.one(db, sql.MATCH, {"id": match}) if match else None


def match_and_events(
    db: sqlite3.Connection, number: int, after: int
) -> tuple[sqlite3.Row | None, list[sqlite3.Row]]:
    """A match and its events after the first so many, as one moment had them."""
    if after:
        row = sql.one(db, sql.MATCH, {"id": number})
        if row is None or row["version"] == after:
            return row, []  # as most often: nothing is newer
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


def record_of(row: sqlite3.Row, match: Match, earlier: Match | None = None) -> Record:
    """The record of a row and of its match; UnreadableMatch where they make none."""
    number = row["id"]
    if row["version"] != len(match.log):  # so nothing could be written after these events
        raise UnreadableMatch(f"Match {number} cannot be read: its events are not as many.")
    try:
        return rows.record(row, match, earlier)
    except Damaged as damaged:
        raise UnreadableMatch(f"Match {number} cannot be read: {damaged}.") from damaged


class Reading:
    """Records, or which matches a player has, that are being read."""

    def __init__(self) -> None:
        self.changed: set[Scope] = set()  # since it began


class Hold:
    """From its begin to its end, nothing is kept of what a write may change."""

    def __init__(self, cache: MatchCache, *scopes: Scope) -> None:
        self._cache = cache
        self._scopes = scopes
        self.since = Reading()  # what changed again since it ended

    def begin(self) -> None:
        """It is under way."""
        self._cache.note_begun(self._scopes)

    def end(self) -> None:
        """It is over, whether it was done or not."""
        self._cache.note_over(self._scopes)
        self.since = self._cache.begin_reading()


class MatchCache:
    """Matches of so many events in all; an event takes about 600 bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._matches: OrderedDict[int, Match] = OrderedDict()
        self._records: dict[int, Record] = {}  # of some of these
        self._unfinished: dict[Player, Sequence[int]] = {}  # the numbers of a player's matches
        self._reads = WeakSet[Reading]()  # under way: those that are over disappear
        self._written: Counter[Scope] = Counter()  # by so many writes under way

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
            unused, forgotten = self._matches.popitem(last=False)
            self._weight -= _weight(forgotten)
            self._records.pop(unused, None)

    def record(self, number: int) -> Record | None:
        """The record of a match as it is, where it is kept."""
        found = self._records.get(number)
        if found:
            self._matches.move_to_end(number)
        return found

    def begin_reading(self) -> Reading:
        """Something is going to be read."""
        begun = Reading()
        self._reads.add(begun)
        return begun

    def keep_record(self, record: Record, begun: Reading) -> None:
        """Keep a record that was read, with its match, unless it may have changed meanwhile."""
        changed = begun.changed | self._written.keys()
        if changed & _scopes_with(record) or self._matches.get(record.id) is not record.match:
            return
        self._records[record.id] = record

    def keep_row(self, row: sqlite3.Row | None, begun: Reading) -> None:
        """Keep the record of a match's row, where the match is kept with the same events."""
        match = self.find(row["id"]) if row else None
        if row and match and row["first"] is None:
            with suppress(UnreadableMatch):
                self.keep_record(record_of(row, match), begun)

    def unfinished(self, player: Player) -> Sequence[Record] | None:
        """The matches of a player that are not over; None where not all of that is kept."""
        numbers = self._unfinished.get(player)
        if numbers is None:
            return None
        kept = [each for each in map(self.record, numbers) if each and not each.match.verdict]
        return kept if len(kept) == len(numbers) else None

    def keep_unfinished(self, player: Player, numbers: Sequence[int], begun: Reading) -> None:
        """Keep which matches of a player are not over, unless they may have changed meanwhile."""
        changed = begun.changed | self._written.keys()
        if changed.isdisjoint((_unfinished_of(player), _ALL)):
            if len(self._unfinished) >= _LISTS:
                self._unfinished.clear()
            self._unfinished[player] = numbers

    def hold(self, *numbers: int) -> Hold:
        """A hold, not begun yet, for a write of these matches."""
        return Hold(self, *numbers)

    def hold_records(self, *records: Record) -> Hold:
        """A hold for a write of these matches, some of which may begin with it."""
        lists = [
            _unfinished_of(player)
            for each in records
            for player in (each.dark, each.light)
            if each.id not in self._unfinished.get(player, ())  # new, or wrongly said to be over
        ]
        return Hold(self, *(each.id for each in records), *lists)

    def hold_matches_of(self, player: Player) -> Hold:
        """A hold for a write that may change the row of any match of this player."""
        return Hold(self, _matches_of(player))

    def hold_all(self) -> Hold:
        """A hold for a write that may change the row of any match."""
        return Hold(self, _ALL)

    def note_begun(self, scopes: Sequence[Scope]) -> None:
        """A write of these is under way: from now on, nothing of them is kept."""
        self._written.update(scopes)
        self._note_changed(scopes)
        for each in scopes:
            self._forget(each)

    def note_over(self, scopes: Sequence[Scope]) -> None:
        """A write of these is over."""
        self._written -= Counter(scopes)
        self._note_changed(scopes)

    def _note_changed(self, scopes: Sequence[Scope]) -> None:
        for begun in self._reads:
            begun.changed.update(scopes)

    def _forget(self, scope: Scope) -> None:
        if isinstance(scope, int):
            self._records.pop(scope, None)
        elif scope == _ALL:
            self._records.clear()
            self._unfinished.clear()
        elif scope == _unfinished_of(scope[1]):
            self._unfinished.pop(scope[1], None)
        else:
            for each in [*self._records.values()]:
                if scope[1] in (each.dark, each.light):
                    del self._records[each.id]


def _scopes_with(record: Record) -> set[Scope]:
    """The scopes in which this match is."""
    return {record.id, _matches_of(record.dark), _matches_of(record.light), _ALL}


def _matches_of(player: Player) -> Scope:
    """The rows of all matches of a player."""
    return "matches", player


def _unfinished_of(player: Player) -> Scope:
    """Which matches of a player are not over."""
    return "unfinished", player


def _weight(match: Match) -> int:
    return len(match.log) + _BESIDE


async def read_record(read: Read, cache: MatchCache, number: int) -> Record | None:
    """One match: as it is kept, or folded from its events, or from those since it was folded."""
    if kept := cache.record(number):
        return kept
    known, begun = cache.find(number), cache.begin_reading()
    row, newer = await read(number, len(known.log) if known else 0)
    if row is None:
        return None
    if newer or known is None:  # can take milliseconds: not on the event loop
        known = await asyncio.to_thread(folded, number, known, newer)
        cache.keep(number, known)
    earlier = await _earlier(read, cache, row["first"])
    found = record_of(row, known, earlier)
    if found.first is None:  # else the first of the two games may change
        cache.keep_record(found, begun)
    return found


async def _earlier(read: Read, cache: MatchCache, first: int | None) -> Match | None:
    """The first game of two; without it, where it cannot be read."""
    try:
        earlier = await read_record(read, cache, first) if first else None
    except UnreadableMatch as error:
        log.warning("%s", error)
        return None
    return earlier and earlier.match


async def read_unfinished(
    read: Callable[[], Awaitable[Sequence[Listing]]], cache: MatchCache, player: Player
) -> Sequence[Listing]:
    """The lines of a player's matches that are not over, in no order: of what is kept, or read."""
    kept = cache.unfinished(player)
    if kept is not None:
        return [*map(listing_of, kept)]
    begun = cache.begin_reading()
    found = await read()
    cache.keep_unfinished(player, [each.id for each in found], begun)
    return found


class SettingsCache:
    """The settings of so many people and servers."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[tuple[type, int], object] = {}
        self._times = 0  # some were forgotten

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

    def forget(self, kind: type, number: int) -> None:
        """These may have changed."""
        self._kept.pop((kind, number), None)
        self._times += 1

    def forget_all(self, kind: type = object) -> None:
        """Any of this kind may have changed."""
        gone = [each for each in self._kept if issubclass(each[0], kind)]
        for each in gone:
            del self._kept[each]
        self._times += 1
