"""Finds all faults of a file: in its pages, its schema, its rows and its matches.

Each row is read; each match is replayed from its events and their chain of checksums; and derived
data (a match's row, players, place and clock, and the features' figures) is compared with what it
should be. Changes nothing, and can run while a bot does.
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from bot.model.challenges import Challenge
from bot.model.matches import vacation_stops
from bot.model.moderation import LogEntry
from bot.model.people import CHANNEL, Block, Person
from bot.model.servers import Bar, Server
from bot.model.times import Vacation
from bot.store import (
    challenges,
    events,
    matches,
    notes,
    personal_data,
    rows,
    servers,
    sql,
    times,
)
from bot.store.connection import open_reader
from bot.store.errors import Damaged, refusing
from bot.store.migrations import steps
from bot.store.posts import kinds_of, post_reader
from games.core import Side
from games.errors import GameError
from games.match import fold
from games.pace import Absence, Pace, clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from bot.model.matches import Listing
    from bot.model.times import Instant
    from bot.store.extension import Extension
    from bot.store.migrations import Step
    from games.match import Match
    from games.pace import Clock

    Reader = Callable[[sqlite3.Row], object]

progress = logging.getLogger("progress.check")

_OF_OTHERS = "sqlite_stat"  # harmless tables, which a host's ANALYZE makes
# SQLite's messages about indexes: rows can still be read without them; then about values and space.
_OF_INDEXES = re.compile(
    r"row \d+ missing from index|wrong # of entries in index|row \d+ of .* values differ from index"
    r"|non-unique entry in index"
)
_OF_ROWS = re.compile(
    r"(NULL|TEXT|NUMERIC|non-\w+) value in|CHECK constraint failed in|Page \d+:? (is )?never used"
)
_HEADING = "*** in database"  # of SQLite's messages about pages

# Each row is read once.
NEXT_MATCHES: Final = 'SELECT * FROM "match" WHERE id > :id ORDER BY id LIMIT :most'
HIGHEST_NUMBERS: Final = "SELECT name, seq FROM sqlite_sequence"  # ever given in each table
NUMBERED: Final = """
    SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'"""
_AT_ONCE = 100  # matches read in one transaction
_LARGEST = 2**63 - 1  # SQLite's highest number


@dataclass(frozen=True, slots=True)
class Broken:
    """A fault that was found, with its match if it concerns one."""

    match: int | None
    sentence: str
    file: bool = False  # the file itself is damaged, so no copy of it is reliable
    derived: bool = False  # a repair computes it again from the games, without loss


INDEX = Broken(None, "an index is damaged: `konakis repair` makes it again")


def check(path: Path, extensions: Sequence[Extension]) -> Iterator[Broken]:
    """Yield all faults of the file; raise StoreError if it can't be read at all."""
    with refusing(path), closing(open_reader(path, len(steps()), sqlite3.Connection)) as db:
        db.text_factory = sql.tolerant_text
        wrong = [*damage(db), *schema_faults(len(steps()), db)]
        yield from wrong
        if any(broken.file for broken in wrong):
            return  # rows cannot be read by their columns
        try:
            yield from _content_faults(db, extensions)
        except sqlite3.DatabaseError:
            if INDEX not in wrong:
                raise


def _content_faults(db: sqlite3.Connection, extensions: Sequence[Extension]) -> Iterator[Broken]:
    yield from _number_faults(db)
    yield from _row_faults(db, readers(extensions))
    for extension in extensions:
        if extension.faults:
            progress.debug("comparing what follows from the games")
            yield from (Broken(None, sentence, derived=True) for sentence in extension.faults(db))
    yield from _all_match_faults(db)


def damage(db: sqlite3.Connection) -> list[Broken]:
    """Return SQLite's faults: damaged pages, incomplete indexes, dangling references."""
    progress.debug("looking through the pages of the file")
    lines = _integrity(db)
    of_rows = list(filter(_OF_ROWS.match, lines))
    pages = [line for line in lines if line not in of_rows and not _OF_INDEXES.match(line)]
    if not pages or not _tables_are_whole(db):
        broken = [Broken(None, sentence, file=sentence in pages) for sentence in lines]
    else:
        broken = [INDEX, *(Broken(None, sentence) for sentence in of_rows)]
    progress.debug("looking for rows that point nowhere")
    stray = db.execute("PRAGMA foreign_key_check").fetchall() if not pages else []
    return [
        *broken,
        *(
            Broken(None, f"a row of {row[0]} points to a {row[2]} that is not there")
            for row in stray
        ),
    ]


def _integrity(db: sqlite3.Connection) -> list[str]:
    """Return the faults that SQLite finds in pages, indexes and values."""
    try:
        lines = [
            line for row in db.execute("PRAGMA integrity_check") for line in row[0].splitlines()
        ]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [line for line in lines if line != "ok" and not line.startswith(_HEADING)]


def _tables_are_whole(db: sqlite3.Connection) -> bool:
    """Whether all rows can be read in the order of their keys, without an index."""
    tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    try:
        with sql.tolerant(db):
            return all(_is_whole(db, name) for (name,) in db.execute(tables).fetchall())
    except (sqlite3.DatabaseError, TypeError):  # keys of other types than the table's
        return False


def _is_whole(db: sqlite3.Connection, table: str) -> bool:
    columns = db.execute(f'PRAGMA table_info("{table}")').fetchall()
    without_rowid = db.execute(f'PRAGMA index_info("{table}")').fetchall()
    names = [column[1] for column in sorted(columns, key=itemgetter(5)) if column[5]]
    key = ", ".join(f'"{name}"' for name in names) if without_rowid else "rowid"
    order = f'INDEXED BY "sqlite_autoindex_{table}_1"' if without_rowid else "NOT INDEXED"
    rows = db.execute(f'SELECT {key}, * FROM "{table}" {order}')  # noqa: S608  ours
    width = len(names) if without_rowid else 1
    return all(
        before[:width] < after[:width]
        for before, after in pairwise(tuple[Any, ...](row) for row in rows)
    )


def schema_faults(version: int, db: sqlite3.Connection) -> list[Broken]:
    """Return the tables and indexes that are missing, different or unexpected in this format."""
    expected = _schema_after(steps()[:version])
    actual = _schema(db)
    lost = {
        name: "is not as it should be" if name in actual else "is missing"
        for name, text in expected.items()
        if actual.get(name) != text
    }
    more = sorted(actual.keys() - expected.keys())
    return [
        *(Broken(None, f"{name} {how}", file="table" in name) for name, how in lost.items()),
        *(Broken(None, f"{name} does not belong there") for name in more),
    ]


@cache
def _schema_after(script: tuple[Step, ...]) -> Mapping[str, tuple[str, str]]:
    """Return the schema of a new file after these steps, computed in a tenth of a second."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        for step in script:
            step.take(fresh)
            fresh.commit()
        return _schema(fresh)


def expected_indexes() -> Sequence[str]:
    """Return the statement that makes each index of today's format."""
    schema = _schema_after(steps())
    return [text for name, (_, text) in schema.items() if name.startswith("the index ")]


def _schema(db: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """Return each table's and index's statement, with the table that it belongs to."""
    return {
        f"the {kind} {name}": (table, text)
        for kind, name, table, text in db.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_master"
        )
        if text and not name.startswith(_OF_OTHERS)
    }


def _number_faults(db: sqlite3.Connection) -> Iterator[Broken]:
    """Yield the tables for which SQLite doesn't know its highest number: it never reuses one."""
    for table, _ in unknown_highest_ids(db):
        yield Broken(None, f"the highest number of {table} is not that which was noted")


def unknown_highest_ids(db: sqlite3.Connection) -> list[tuple[str, int]]:
    """Return the tables whose highest ID is noted wrong, each with the highest ID in its rows."""
    noted = {row["name"]: row["seq"] for row in sql.many(db, HIGHEST_NUMBERS, {})}
    wrong: list[tuple[str, int]] = []
    for (table,) in sql.many(db, NUMBERED, {}):
        (highest,) = db.execute(f'SELECT coalesce(max(id), 0) FROM "{table}"').fetchone()  # noqa: S608  ours
        given = noted.get(table, 0)
        if not isinstance(given, int) or not highest <= given < _LARGEST:
            wrong.append((table, highest))
    return wrong


def readers(extensions: Sequence[Extension]) -> Mapping[str, Reader]:
    """Return the readers of each table's rows, except matches and events."""
    core: dict[str, Reader] = {
        "challenge": partial(rows.read, Challenge),
        "post": post_reader(kinds_of(extensions)),
        "person": partial(rows.read, Person),
        "guild": partial(rows.read, Server),
        "vacation": partial(rows.read, Vacation),
        "outage": partial(rows.read, times.Outage),
        "note": partial(rows.read, notes.Note),
        "barred": partial(rows.read, Bar),
        "moderation": partial(rows.read, LogEntry),
        "blocked": partial(rows.read, Block),
        "erasure": partial(rows.read, personal_data.Erasure),
        "erased": partial(rows.read, personal_data.Erased),
        "departed": partial(rows.read, servers.Departed),
    }
    for extension in extensions:
        core.update(extension.tables)
    return core


def _row_faults(db: sqlite3.Connection, tables: Mapping[str, Reader]) -> Iterator[Broken]:
    """Yield the faults of single rows."""
    for table, read in tables.items():
        progress.debug("reading the rows of %s", table)
        try:
            for row in db.execute(f'SELECT * FROM "{table}"'):  # noqa: S608  a table of ours
                if damaged := fault(row, read):
                    yield Broken(None, f"{rows.name_of(table, row)}: {damaged}")
        except sqlite3.DatabaseError as error:
            yield Broken(None, f"{table} cannot be read: {error}", file=True)


def fault(row: sqlite3.Row, read: Reader) -> Damaged | None:
    """Return why a row can't be read; None if it can."""
    try:
        read(row)
    except Damaged as damaged:
        return damaged
    return None


def _all_match_faults(db: sqlite3.Connection) -> Iterator[Broken]:
    """Yield the faults of all matches, a few at a time, and report progress."""
    last = done = 0
    (count,) = db.execute('SELECT count(*) FROM "match"').fetchone()
    while faults := _next_match_faults(db, last, done, count):
        for number, sentences in faults:
            yield from (Broken(number, sentence) for sentence in sentences)
        last, done = faults[-1][0], done + len(faults)
    _report_progress(done, count)


def _next_match_faults(
    db: sqlite3.Connection, last: int, done: int, count: int
) -> list[tuple[int, list[str]]]:
    """Check the next few matches after the last one; return their numbers and faults."""
    faults = list[tuple[int, list[str]]]()
    db.execute("BEGIN")
    try:
        for row in sql.many(db, NEXT_MATCHES, {"id": last, "most": _AT_ONCE}):
            _report_progress(done + len(faults), count)
            faults.append((row["id"], [*_match_faults(row, db)]))
    finally:
        db.rollback()
    return faults


def _report_progress(done: int, count: int) -> None:
    progress.debug("%s of %s games read", f"{done:,}", f"{count:,}")


def _match_faults(row: sqlite3.Row, db: sqlite3.Connection) -> Iterator[str]:
    damaged = fault(row, read_match)
    if damaged:
        yield str(damaged)
    if row["forgotten"]:
        yield from _forgotten_faults(row, db)
        return
    yield from _log_faults(row["id"], db)
    try:
        match = match_of(db, row["id"])
    except (Damaged, GameError) as error:
        yield f"its events make no match: {error}"
        return
    yield from _snapshot_faults(row, match)
    if not damaged:
        yield from _player_faults(row, db)
        yield from time_faults(row, match, db)


def _forgotten_faults(row: sqlite3.Row, db: sqlite3.Connection) -> Iterator[str]:
    """Yield the faults of a match that keeps only its result."""
    if row["channel"] or not row["level"] or row["reason"] is None:
        yield "its moves are not kept, though it isn't a finished private game"
    if events.events_of(db, row["id"]):
        yield "its moves are kept, though its row says that they are not"
    if (row["due"], row["clock_since"]) != (None, None):
        yield "it is over, but its clock runs"


def match_of(db: sqlite3.Connection, number: int) -> Match:
    """Make a match from its events; raise Damaged or GameError if that fails."""
    return fold(tuple(map(events.read_event, events.events_of(db, number))))


def read_match(row: sqlite3.Row) -> object:
    """Read everything that is ever read of a match's row; raise Damaged if a part can't be."""
    return matches.read_listing(row), personal_data.read_filed(row)


def _log_faults(match: int, db: sqlite3.Connection) -> Iterator[str]:
    """Yield faults of a match's events: a missing one, or a wrong checksum."""
    log = sql.many(db, events.CHECKED_EVENTS, {"match": match})
    if lacks_events([event["number"] for event in log]):
        yield "an event is missing"
    before = match
    for number, checksum, *values in log:
        if checksum != events.checksum_after(before, values):
            yield f"the checksum of event {number} is wrong"
        before = checksum if isinstance(checksum, int) else match


def lacks_events(numbers: Sequence[int]) -> bool:
    """Whether a log with these event numbers has gaps."""
    return [*numbers] != list(range(1, len(numbers) + 1))


def _snapshot_faults(row: sqlite3.Row, match: Match) -> Iterator[str]:
    for column, value in events.snapshot(match).items():
        if row[column] != value:
            yield f"its {column} is {row[column]}, but its events say {value}"


def _player_faults(row: sqlite3.Row, db: sqlite3.Connection) -> Iterator[str]:
    """Yield faults of a match's players: against its challenge, and against its first game."""
    challenge = sql.one(db, challenges.ONE_CHALLENGE, {"id": row["challenge"]})
    if challenge:
        dark, light = (row["light"], row["dark"]) if row["first"] else (row["dark"], row["light"])
        proposer = CHANNEL if challenge["by_vote"] else challenge["by"]
        side = {None: None, Side.DARK: dark, Side.LIGHT: light}[challenge["side"]]
        wrong_side = side not in {None, proposer}
        if {proposer, challenge["opponent"]} != {dark, light} or wrong_side:
            yield "its players are not those of its challenge"
        if challenge["guild"] != row["guild"]:
            yield "its server is not that of its challenge"
    first = sql.one(db, matches.ONE_MATCH, {"id": row["first"]})
    if first and (first["dark"], first["light"]) != (row["light"], row["dark"]):
        yield "its players are not those of the first game, with the sides changed"
    if first and first["guild"] != row["guild"]:  # their channels differ if one left the wall
        yield "its server is not that of the first game"


def time_faults(row: sqlite3.Row, match: Match, db: sqlite3.Connection) -> Iterator[str]:
    """Yield faults of a match's clock: against its pace and moves, and its due time."""
    listing = matches.read_listing(row)
    # The second of two games may have still to start.
    due = row["due"] if row["games"] == 1 or row["first"] else None
    if match.verdict and (due, listing.clock) != (None, None):
        yield "it is over, but its clock runs"
    if match.verdict or listing.clock is None:
        return
    running = running_clock(row, match, db)
    if running is None:
        yield "it has a clock, but no pace"
    elif (stored := listing.clock) and (stored.since, stored.total - stored.reserve) != (
        running.since,
        running.total - running.reserve,
    ):
        yield "its clock is not that of its pace and moves"
    elif _is_late(row["due"], running, listing):
        yield "it is due after its time is up"


def _is_late(due: Instant | None, running: Clock, listing: Listing) -> bool:
    """Whether a match's due time is too late or missing; vote games have no clock."""
    if listing.player(running.side) == CHANNEL:
        return False
    return due is None or due > running.deadline


def running_clock(row: sqlite3.Row, match: Match, db: sqlite3.Connection) -> Clock | None:
    """Return the clock that follows from a match's pace, moves, vacations and outages."""
    absences = _absences(matches.read_listing(row), match, db)
    return clock(rows.read(Pace, row), match, absences)


def _absences(listing: Listing, match: Match, db: sqlite3.Connection) -> Iterator[Absence]:
    since = {"since": match.log[0].at}
    players = json.dumps(listing.everyone)
    away = rows.many(Vacation, db, times.VACATIONS, players=players, **since)
    yield from vacation_stops(listing, match.turns, away)
    for outage in rows.many(times.Outage, db, times.OUTAGES, **since):
        yield Absence(None, outage.start, outage.end)
