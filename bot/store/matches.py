"""Matches in SQLite: an append-only log of events for each, and a row for lists.

Invariant: the events are the truth. Their key is the concurrency control: if two write the same
number, one comes too late.
"""

# ruff: noqa: S608  every word of a statement is in this package

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace
from itertools import starmap
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bot.model.matches import (
    OFF_THE_BOARD,
    SEATS,
    SHORTEST,
    Listing,
    Outcome,
    Past,
    Record,
    Tally,
    urgency,
)
from bot.model.people import ENGINE
from bot.store import events, rows, sql
from bot.store.changes import BrokenMatch, ForgottenMatch, Stale
from bot.store.errors import Damaged, UnreadableMatch
from games.core import WITHOUT_RESULT, Reason, Side
from games.errors import GameError
from games.match import fold
from games.pace import Absence, Clock

T = TypeVar("T")

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bot.model.matches import Search
    from bot.model.people import Player
    from bot.model.times import Instant
    from bot.store.changes import Change
    from bot.store.database import Database
    from games.match import Match

    Also = Callable[[sqlite3.Connection, sqlite3.Row], T]

log = logging.getLogger(__name__)

CLOCK = ("clock_since", "clock_total", "clock_reserve", "due", "reminded")
MATCH = (
    *rows.columns(Record, "match", "earlier", "clock", "due", "reminded"),
    *events.SNAPSHOT,
    *CLOCK,
)

# Rows


def match_row(record: Record) -> Mapping[str, Any]:
    """Return every column of a match."""
    fields = rows.row_of(record, "match", "earlier", "clock")
    return {**fields, **events.snapshot(record.match), **clock_row(record)}


def clock_row(record: Record) -> Mapping[str, Any]:
    """Return the part of a match's row about its clock."""
    clock = record.clock
    return {
        "clock_since": clock and clock.since,
        "clock_total": clock and clock.total,
        "clock_reserve": clock and clock.reserve,
        "due": record.due,
        "reminded": record.reminded,
    }


def read_listing(row: sqlite3.Row) -> Listing:
    """Read a match's row as a line of a list."""
    stored = rows.values_of(row)
    return rows.read_values(Listing, stored, {"clock": _clock(stored)})


def _record(row: sqlite3.Row, match: Match, earlier: Match | None) -> Record:
    stored = rows.values_of(row)
    given = {"match": match, "earlier": earlier, "clock": _clock(stored)}
    return rows.read_values(Record, stored, given)


@dataclass(frozen=True, slots=True)
class _StoredClock:
    turn: Side
    weekends: bool
    clock_since: int
    clock_total: int
    clock_reserve: int

    def __post_init__(self) -> None:
        """Raise Contradiction for impossible numbers."""
        for value in (self.clock_since, self.clock_total, self.clock_reserve):
            Absence(None, 0, value)


def _clock(stored: Mapping[str, Any]) -> Clock | None:
    if stored["clock_since"] is None:
        return None
    clock = rows.read_values(_StoredClock, stored, {})
    times = clock.clock_since, clock.clock_total, clock.clock_reserve
    return Clock(clock.turn, *times, (), clock.weekends)


# One match

ONE_MATCH: Final = 'SELECT * FROM "match" WHERE id = :id'
MATCH_AT: Final = 'SELECT id FROM "match" WHERE message = :message'
NEWEST_IN: Final = 'SELECT id FROM "match" WHERE channel = :channel ORDER BY id DESC LIMIT 1'

SECOND_OF: Final = 'SELECT id FROM "match" WHERE first = :first'

NEWEST_OF_CHANNEL: Final = """
    SELECT * FROM "match" WHERE channel = :channel ORDER BY id DESC LIMIT :most"""


def match_and_events(
    db: sqlite3.Connection, number: int, after: int
) -> tuple[sqlite3.Row | None, list[sqlite3.Row]]:
    """Return a match's row and its events after the first `after`, as of one moment."""
    if after:
        row = sql.one(db, ONE_MATCH, {"id": number})
        if row is None or row["version"] == after:
            return row, []  # the usual case: no newer events
    db.execute("BEGIN")
    try:
        return sql.one(db, ONE_MATCH, {"id": number}), events.events_of(db, number, after)
    finally:
        db.rollback()  # does nothing if the disk failed and SQLite has rolled back


def _unreadable(sentence: str) -> UnreadableMatch:
    """Note that a match can't be read, and return the error."""
    rows.reported.add(sentence)
    return UnreadableMatch(sentence)


def folded(number: int, known: Match | None, newer: Sequence[sqlite3.Row]) -> Match:
    """Return the match as known from the cache, with these newer events.

    Raises UnreadableMatch if they don't fit.
    """
    try:
        newest = tuple(map(events.read_event, newer))
        return known.after(*newest) if known else fold(newest)
    except (Damaged, GameError) as error:
        raise _unreadable(f"The events of match {number} make no match: {error}.") from error


def record_of(row: sqlite3.Row, match: Match, earlier: Match | None = None) -> Record:
    """Make a record of a row, its match and the pair's first game.

    UnreadableMatch if that fails.
    """
    number = row["id"]
    if row["version"] != len(match.log):  # so nothing can be written after these events
        raise _unreadable(f"Match {number} cannot be read: its events are not as many.")
    try:
        return _record(row, match, earlier)
    except Damaged as damaged:
        raise _unreadable(f"Match {number} cannot be read: {damaged}.") from damaged


# Lists

_CLOCKED = ("clock_since", "clock_total", "clock_reserve", "weekends")
_LISTED = ", ".join(f'"{name}"' for name in (*rows.columns(Listing, "clock"), *_CLOCKED))
_AS_DARK, _AS_LIGHT = "dark = +:player", "light = +:player AND dark <> :player"
_AS_PARTNERS = "dark_partner = +:player", "light_partner = +:player"
RUNNING: Final = " UNION ALL ".join(
    f'SELECT {_LISTED} FROM "match" WHERE {mine} AND reason IS NULL'
    for mine in (_AS_DARK, _AS_LIGHT, *_AS_PARTNERS)
)
RUNNING_IN: Final = """
    SELECT * FROM "match" WHERE guild = :guild AND reason IS NULL ORDER BY id DESC LIMIT :most"""
DUE_MATCHES: Final = """
    SELECT id FROM "match" WHERE due <= :now ORDER BY due, id LIMIT :most"""
NEXT_DEADLINE: Final = """
    SELECT due FROM "match" WHERE due IS NOT NULL ORDER BY due LIMIT 1"""
# The indexes contain the engine's ID as a player too.
ENGINE_TO_MOVE: Final = """
    SELECT id FROM "match" WHERE dark = 1 AND reason IS NULL AND turn = 'd'
    UNION ALL SELECT id FROM "match" WHERE light = 1 AND reason IS NULL AND turn = 'l'"""


def _quoted(reasons: Iterable[Reason]) -> str:
    return ", ".join(f"'{reason}'" for reason in sorted(reasons))


# The history of a person: reads only their own finished matches, by an index in the right order. A
# criterion that isn't used is NULL; a preset also finds its variants with options. SQLite merges
# two lists that an index keeps in order, so nothing is sorted. If a match started from a position,
# its challenge says so.
_VOID = f"reason IN ({_quoted(WITHOUT_RESULT)})"
# Whether it counts, like bot.model.matches.was_played for a game with a result.
_PLAYED = f"(plies >= {SHORTEST} OR reason NOT IN ({_quoted(OFF_THE_BOARD)}))"
_SOUGHT = """reason IS NOT NULL
        AND (:guild IS NULL OR guild = :guild)
        AND (:rules IS NULL OR rules = :rules OR rules LIKE :more)
        AND (:opponent IS NULL OR :opponent IN ({other}))
        AND NOT (:alone AND coalesce(dark_partner, light_partner) IS NOT NULL)"""
_OUTCOME = """CASE WHEN winner = '{side}' THEN 'won' WHEN winner IS NOT NULL THEN 'lost'
            WHEN {void} THEN 'void' ELSE 'drawn' END"""
# The conditions for a person's side, that side, and the columns of the opponents.
_SIDES = (
    (_AS_DARK, "d", "light, light_partner"),
    (_AS_LIGHT, "l", "dark, dark_partner"),
    (_AS_PARTNERS[0], "d", "light, light_partner"),
    (_AS_PARTNERS[1], "l", "dark, dark_partner"),
)


def _finished(mine: str, side: str, other: str) -> str:
    """Return the statement that finds a player's finished matches on one side."""
    return f"""
        SELECT id, {", ".join(SEATS)}, rules, plies, since, winner, reason, games, first, challenge,
            level, forgotten, excused
        FROM "match" WHERE {mine} AND {_SOUGHT.format(other=other)}
        AND (:outcome IS NULL OR :outcome = {_OUTCOME.format(side=side, void=_VOID)})"""


def _tally(mine: str, side: str, other: str) -> str:
    """Return the statement that counts a player's wins, draws and losses on one side."""
    return f"""
    SELECT '{side}' AS side, count(*) FILTER (WHERE winner = '{side}') AS won,
        count(*) FILTER (WHERE winner IS NULL AND NOT {_VOID}) AS drawn,
        count(*) FILTER (WHERE winner <> '{side}') AS lost,
        count(*) FILTER (WHERE {_VOID}) AS void
    FROM "match" WHERE {mine} AND {_SOUGHT.format(other=other)}
        AND :rated = (level = 0 AND dark_partner IS NULL AND NOT excused AND ({_VOID} OR {_PLAYED})
        AND NOT EXISTS (
            SELECT 1 FROM challenge AS c WHERE c.id = "match".challenge AND c.start IS NOT NULL))"""


FINISHED: Final = f"""
    SELECT past.*, challenge.start IS NOT NULL AS placed FROM (
        {" UNION ALL ".join(starmap(_finished, _SIDES))}
        ORDER BY since DESC, id DESC LIMIT :most OFFSET :skip
    ) AS past LEFT JOIN challenge ON challenge.id = past.challenge"""
TALLY: Final = " UNION ALL ".join(starmap(_tally, _SIDES))
SIDES_OF_SERVER: Final = f"""
    SELECT rules, count(*) FILTER (WHERE winner = 'l') AS won,
        count(*) FILTER (WHERE winner IS NULL) AS drawn, count(*) AS games
    FROM "match" WHERE guild = :guild
        AND rated AND level = 0 AND NOT excused AND reason IS NOT NULL
        AND NOT {_VOID} AND {_PLAYED}
    GROUP BY rules"""

# Uses the index of the person's matches: the engine has far more.
LEVELS_BEATEN: Final = """
    SELECT level, rules FROM "match"
    WHERE dark = +:player AND reason IS NOT NULL AND +light = +:engine AND winner = 'd'
        AND dark_partner IS NULL
    UNION ALL SELECT level, rules FROM "match"
    WHERE light = +:player AND reason IS NOT NULL AND +dark = +:engine AND winner = 'l'
        AND light_partner IS NULL"""


def _sought(search: Search) -> Mapping[str, object]:
    """Return a search as a statement's values."""
    return {
        "player": search.player,
        "opponent": search.opponent,
        "alone": search.alone,
        "guild": search.guild,
        "rules": search.rules or None,
        "more": None if "+" in search.rules else f"{search.rules}+%",
    }


def _read_past(row: sqlite3.Row) -> Past:
    return rows.read(Past, row, ended=row["since"])


def finished(db: sqlite3.Connection, search: Search, skip: int, most: int) -> list[Past]:
    """Return up to `most` matches of a search, after the first `skip`; newest first."""
    values = {**_sought(search), "outcome": search.outcome, "skip": skip, "most": most}
    past = rows.many(_read_past, db, FINISHED, **values)
    return sorted(past, key=lambda line: (line.ended, line.id), reverse=True)


def _nothing(_: sqlite3.Connection, __: sqlite3.Row) -> None:
    """Read nothing besides a match."""


class Matches:
    """Reads matches. `bot.store.commit` writes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, number: int) -> Record | None:
        """Read a match from its events; raise BrokenMatch if they can't be read.

        Raises ForgottenMatch if they are no longer stored.
        """
        read = await self.record_and(number, _nothing)
        return read and read[0]

    async def record_and(self, number: int, also: Also[T]) -> tuple[Record, T] | None:
        """Read a match, and in the same job `also` for its row."""
        if (read := await self._read(number, also)) is None:
            return None
        row, match, more = read
        return record_of(row, match, await self._earlier(row["first"])), more

    async def _read(self, number: int, also: Also[T]) -> tuple[sqlite3.Row, Match, T] | None:
        """Read a match's row and its events; usually most of the events are in the cache."""
        cache = self._database.folded
        known = cache.find(number)
        after = len(known.log) if known else 0

        def job(db: sqlite3.Connection) -> tuple[sqlite3.Row, list[sqlite3.Row], T] | None:
            row, newer = match_and_events(db, number, after)
            return None if row is None else (row, newer, also(db, row))

        if (read := await self._database.read(job)) is None:
            return None
        row, newer, more = read
        if row["forgotten"]:
            raise ForgottenMatch
        if newer or known is None:  # can take milliseconds: not on the event loop
            known = await asyncio.to_thread(folded, number, known, newer)
            cache.keep(number, known)
        return row, known, more

    async def _earlier(self, first: int | None) -> Match | None:
        """Return the first game of two; None if it can't be read."""
        if first is None:
            return None
        try:
            read = await self._read(first, _nothing)
        except BrokenMatch as error:
            log.warning("%s", error)
            return None
        return read and read[1]

    async def second_of(self, first: int) -> int | None:
        """Return the number of the second of two games, if it has started."""
        row = await self._database.row(SECOND_OF, first=first)
        return row["id"] if row else None

    async def newest_in(self, channel: int) -> Record | None:
        """Return the match that started last in this channel."""
        row = await self._database.row(NEWEST_IN, channel=channel)
        return await self.record(row["id"]) if row else None

    async def all_in(self, channel: int, most: int) -> Sequence[Listing]:
        """Return up to `most` matches of this channel, newest first."""
        asked = {"channel": channel, "most": most}
        return await self._database.many(read_listing, NEWEST_OF_CHANNEL, **asked)

    async def record_at(self, message: int) -> Record | None:
        """Return the match whose newest board is this message."""
        row = await self._database.row(MATCH_AT, message=message)
        record = await self.record(row["id"]) if row else None
        return record if record and record.message == message else None

    async def running(self, player: Player) -> Sequence[Listing]:
        """Return the player's running matches, most urgent first, paused ones last."""
        listings = await self._database.many(read_listing, RUNNING, player=player)
        return sorted(listings, key=lambda listing: urgency(listing, player))

    async def running_in(self, guild: int, most: int) -> Sequence[Listing]:
        """Return up to `most` running matches of a server, newest first."""
        return await self._database.many(read_listing, RUNNING_IN, guild=guild, most=most)

    async def finished(self, search: Search, skip: int, most: int) -> Sequence[Past]:
        """Return up to `most` finished matches, newest first, after skipping the first `skip`."""
        return await self._database.read(lambda db: finished(db, search, skip, most))

    async def tally(self, search: Search) -> Tally:
        """Return the results of a search's matches; the outcome searched for is ignored."""
        rated, unrated = await self._counts(search, rated=True), await self._counts(search)
        outcomes = {how: sum(unrated[side, how] for side in Side) for how in Outcome}
        return Tally(rated, outcomes)

    async def lights_scores(self, guild: int) -> Mapping[str, tuple[float, int]]:
        """Return Light's points in a server's rated games and their number, by rule set."""
        counted = await self._database.rows(SIDES_OF_SERVER, guild=guild)
        return {row["rules"]: (row["won"] + row["drawn"] / 2, row["games"]) for row in counted}

    async def levels_beaten(self, player: Player) -> Sequence[tuple[int, str]]:
        """Return the levels at which this person has beaten the engine, each with the rules."""
        won = await self._database.rows(LEVELS_BEATEN, player=player, engine=ENGINE)
        return [(int(row["level"]), str(row["rules"])) for row in won]

    async def _counts(
        self, search: Search, *, rated: bool = False
    ) -> dict[tuple[Side, Outcome], int]:
        """Count a player's games in a search by side and outcome."""
        counts = dict.fromkeys(((side, outcome) for side in Side for outcome in Outcome), 0)
        for row in await self._database.rows(TALLY, **_sought(search), rated=rated):
            for outcome in Outcome:
                counts[Side(row["side"]), outcome] += int(row[outcome])
        return counts

    async def due(self, now: Instant, most: int) -> Sequence[int]:
        """Return the numbers of up to `most` due matches, longest due first."""
        return [row["id"] for row in await self._database.rows(DUE_MATCHES, now=now, most=most)]

    async def next_deadline(self) -> Instant | None:
        """Return when the next match is due."""
        row = await self._database.row(NEXT_DEADLINE)
        return row["due"] if row else None

    async def engine_to_move(self) -> Sequence[int]:
        """Return the numbers of the matches that wait for the engine's move, in no order."""
        return [row["id"] for row in await self._database.rows(ENGINE_TO_MOVE)]


# Writing, as parts of jobs

INSERT_MATCH: Final = sql.insert("match", sql.but(MATCH, "id"))
# Not message and place, which a sent board writes.
_BEFORE, _CHANGED = "id = :id AND version = :before", (*events.SNAPSHOT, *CLOCK)
UPDATE_MATCH: Final = sql.update("match", _BEFORE, *_CHANGED)
# For a running match: setting the reason, SQLite would rewrite each index with a condition on it.
_GOING_ON = sql.but(_CHANGED, "rules", "winner", "reason")
UPDATE_RUNNING: Final = sql.update("match", f"{_BEFORE} AND reason IS NULL", *_GOING_ON)
# If two nudge at once, one is too late.
UPDATE_CLOCK: Final = sql.update("match", f"{_BEFORE} AND nudged IS :knew", *CLOCK, "nudged")
_LATER = "reason IS NULL AND due > :now"
MARK_DUE_OF: Final = tuple(
    sql.update("match", f"{seat} = +:player AND {_LATER}", due=":now") for seat in SEATS
)
MARK_ALL_DUE: Final = sql.update("match", "due > :now", due=":now")


HAS_WALL: Final = "SELECT 1 FROM guild WHERE id = :guild AND wall IS NOT NULL"


def insert_match(db: sqlite3.Connection, record: Record, challenge: int | None) -> int:
    """Store a new match of the challenge written with it; return its number.

    If its server has a wall, a forum post will be opened for it there.
    """
    thread = record.thread or _belongs_on_wall(db, record)
    belonging = replace(record, challenge=challenge or record.challenge, thread=thread)
    return sql.inserted(db.execute(INSERT_MATCH, match_row(belonging)))


def _belongs_on_wall(db: sqlite3.Connection, record: Record) -> bool:
    """Whether a match gets a post on its server's wall.

    Vote games and games outside servers don't.
    """
    elsewhere = record.alone or record.place.remote or record.by_vote
    return not elsewhere and sql.one(db, HAS_WALL, {"guild": record.place.guild}) is not None


def update_match(db: sqlite3.Connection, change: Change) -> None:
    """Store the changes of a match's row; raise Stale if it has changed since it was read."""
    record = change.record
    assert record
    changed = {**events.snapshot(record.match), **clock_row(record)}
    row = {"id": record.id, "before": change.before, **changed}
    row |= {"nudged": record.nudged, "knew": change.nudged}
    updates = (UPDATE_MATCH,) if change.events else (UPDATE_CLOCK,)
    if change.events and not record.match.verdict:  # although a damaged row may say it is over
        updates = (UPDATE_RUNNING, UPDATE_MATCH)
    if not any(db.execute(statement, row).rowcount for statement in updates):
        raise Stale


_ENDED_PRIVATELY = "channel = 0 AND level > 0 AND reason IS NOT NULL AND NOT forgotten"
OLDER_PRIVATE: Final = f"""
    SELECT id FROM "match" WHERE max(dark, light) = :player AND {_ENDED_PRIVATELY}
    ORDER BY since DESC, id DESC LIMIT :most OFFSET :newest"""
FORGET_EVENTS: Final = 'DELETE FROM event WHERE "match" = :match'
FORGET_MATCH: Final = sql.update("match", "id = :match", forgotten="1")
_AT_ONCE = 3  # games forgotten when one ends: usually there is one


def older_private_games(db: sqlite3.Connection, player: Player, newest: int) -> list[int]:
    """Return some of a person's private games with moves, older than the `newest` ones."""
    values = {"player": player, "newest": newest, "most": _AT_ONCE}
    return [row["id"] for row in sql.many(db, OLDER_PRIVATE, values)]


def forget_moves(db: sqlite3.Connection, match: int) -> None:
    """Keep only the result of a finished match: its row."""
    for statement in (FORGET_EVENTS, FORGET_MATCH):
        db.execute(statement, {"match": match})


EXCUSE: Final = sql.update("match", "id = :match", "excused")


def excuse(db: sqlite3.Connection, match: int, *, excused: bool = True) -> None:
    """Leave a match lost on time out of all tallies, or count it again."""
    db.execute(EXCUSE, {"match": match, "excused": excused})


def mark_due(db: sqlite3.Connection, player: int, now: int) -> None:
    """Mark the player's matches due now."""
    for statement in MARK_DUE_OF:
        db.execute(statement, {"player": player, "now": now})
