"""Everything that is wrong with a file: its pages, its schema, its rows, its matches.

Each row is read and its checksum compared; what is derived (the snapshot of a match, its seats,
place and clock) is worked out again. Changes nothing, holds few matches at a time, and may be done
while a bot plays on.
"""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from bot.service.conditional import read_lines, write_lines
from bot.service.honours import Honour
from bot.service.model import Challenge, Guild, Person, Vacation
from bot.service.puzzles import Attempt, Daily
from bot.service.ratings import Learned, Lesson, Rating, Seat
from bot.service.refusals import Bar, Block
from bot.service.standings import Score, Title
from bot.service.turn_list import TurnList
from bot.store import checksums, puzzles, ratings, review, rows, sql, standings
from bot.store.connection import many, reading
from bot.store.errors import Damaged, refusing
from bot.store.jobs import numbers
from bot.store.match_cache import events
from bot.store.migrations import steps
from games.core import Side
from games.errors import GameError
from games.events import Moved
from games.match import fold
from games.pace import Absence, Pace, clock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Iterator
    from pathlib import Path

    from bot.service.model import Listing
    from games.match import Match

_NUMBERED = ("challenge", "post", "vacation", "blocked")
_AT_ONCE = 100  # matches read in one job
# What SQLite finds wrong with single rows, or with an index, which rows can be read without.
_OF_ROWS = re.compile(
    r"row \d+ missing from index|wrong # of entries in index|row \d+ of .* values differ from index"
    r"|non-unique entry in index|(NULL|TEXT|NUMERIC) value in|CHECK constraint failed in"
)


@dataclass(frozen=True, slots=True)
class Broken:
    """Something that is not as it should be; the match when it is one match's."""

    match: int | None
    sentence: str
    file: bool = False  # the file itself is damaged, so that no copy of it can be relied on


async def check(path: Path) -> AsyncGenerator[Broken]:
    """Everything that is wrong with the file; StoreError when it cannot be read at all."""
    with refusing(path):
        async with reading(path, len(steps())) as connection:
            await connection.run(sql.tolerate)
            for broken in await connection.run(damage):
                yield broken
            wrong = await connection.run(partial(schema_faults, len(steps())))
            for broken in wrong:
                yield broken
            if any(broken.file for broken in wrong):
                return  # rows cannot be read by their columns
            for broken in await connection.run(_row_faults):
                yield broken
            for sentence in await connection.run(ratings.faults):
                yield Broken(None, sentence)
            last = 0
            while found := await connection.run(partial(_matches_after, last)):
                for number, sentences in found:
                    for sentence in sentences:
                        yield Broken(number, sentence)
                last = found[-1][0]


def damage(db: sqlite3.Connection) -> list[Broken]:
    """What SQLite itself finds: damaged pages, indexes that lack a row, rows that point nowhere."""
    damage = [row[0] for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
    stray = (
        f"a row of {row[0]} points to a {row[2]} that is not there"
        for row in db.execute("PRAGMA foreign_key_check")
    )
    return [
        *(Broken(None, sentence, file=not _OF_ROWS.match(sentence)) for sentence in damage),
        *(Broken(None, sentence) for sentence in stray),
    ]


def schema_faults(version: int, db: sqlite3.Connection) -> list[Broken]:
    """Tables and indexes that are missing or different from those that this format has."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        checksums.register(fresh)
        for step in steps()[:version]:
            step.take(fresh)
            fresh.commit()
        expected = _schema(fresh)
    found = _schema(db)
    lost = {
        name: "is not as it should be" if name in found else "is missing"
        for name, text in expected.items()
        if found.get(name) != text
    }
    more = sorted(found.keys() - expected.keys())
    return [
        *(Broken(None, f"{name} {how}", file="table" in name) for name, how in lost.items()),
        *(Broken(None, f"{name} does not belong there") for name in more),
    ]


def _schema(db: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """The statement that made each table and index, and the table it is of."""
    return {
        f"the {kind} {name}": (table, text)
        for kind, name, table, text in db.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_master"
        )
        if text and not name.startswith("sqlite_stat")  # which a host's ANALYZE makes
    }


def _number_faults(db: sqlite3.Connection) -> list[Broken]:
    """Whether SQLite still knows which numbers it gave."""
    noted = sql.one(db, sql.NOTE, {"name": "numbers"})
    if noted and noted["text"] == numbers(db):
        return []
    return [Broken(None, "the numbers given so far are not those that were noted")]


def _row_faults(db: sqlite3.Connection) -> list[Broken]:
    """What is wrong with single rows, those of matches and events left out."""
    found = _number_faults(db)
    for table, read in _READERS.items():
        try:
            for row in db.execute(_checked_rows(table, db)):
                found += [
                    Broken(None, f"{_name(table, row)}: {each}") for each in _faults(row, read)
                ]
        except sqlite3.DatabaseError as error:
            found.append(Broken(None, f"{table} cannot be read: {error}", file=True))
    return found


def _checked_rows(table: str, db: sqlite3.Connection) -> str:
    """Every row of a table, each with the checksum that it should have."""
    right = checksums.stored(checksums.columns_of(db, table))
    return f'SELECT *, {right} AS "right" FROM "{table}"'  # noqa: S608  a table of ours


_READERS: dict[str, Callable[[sqlite3.Row], object]] = {
    "challenge": partial(rows.read, Challenge),
    "post": rows.post,
    "person": partial(rows.read, Person),
    "guild": partial(rows.read, Guild),
    "vacation": partial(rows.read, Vacation),
    "outage": partial(rows.read, rows.Outage),
    "note": partial(rows.read, rows.Note),
    "barred": partial(rows.read, Bar),
    "blocked": partial(rows.read, Block),
    "erasure": partial(rows.read, rows.Erasure),
    "erased": partial(rows.read, rows.Erased),
    "departed": partial(rows.read, rows.Departed),
    "rating": partial(rows.read, Rating),
    "lean": partial(rows.read, Learned),
    "rated": partial(rows.read, Lesson),
    "seat": partial(rows.read, Seat),
    "score": partial(rows.read, Score),
    "honour": partial(rows.read, Honour),
    "season": partial(rows.read, standings.Season),
    "title": partial(rows.read, Title),
    "turn_list": partial(rows.read, TurnList),
    "review": review.read,
    "attempt": partial(rows.read, Attempt),
    "puzzle_day": partial(rows.read, puzzles.Chosen),
    "unsearched": partial(rows.read, puzzles.Unsearched),
    "found_puzzle": puzzles.read_found,
    "daily": partial(rows.read, Daily),
}


def _name(table: str, row: sqlite3.Row) -> str:
    """What a report calls a row: never by the number of a person."""
    return f"row {row['id']} of {table}" if table in _NUMBERED else f"a row of {table}"


def _faults(row: sqlite3.Row, read: Callable[[sqlite3.Row], object]) -> Iterator[str]:
    try:
        read(row)
    except Damaged as damaged:
        yield str(damaged)
    if row["sum"] != row["right"]:
        yield "its checksum is wrong"


def _matches_after(last: int, db: sqlite3.Connection) -> list[tuple[int, list[str]]]:
    """The next matches, each with what is wrong with it."""
    db.execute("BEGIN")  # one view for the rows and their events
    try:
        matches = sql.many(db, sql.MATCHES_AFTER, {"id": last, "most": _AT_ONCE})
        return [(match["id"], list(_match_faults(match, db))) for match in matches]
    finally:
        db.rollback()


def _match_faults(row: sqlite3.Row, db: sqlite3.Connection) -> Iterator[str]:
    damaged = list(_faults(row, _read_match))
    yield from damaged
    yield from _log_faults(row["id"], db)
    try:
        match = fold(tuple(map(rows.event, events(db, row["id"]))))
    except (Damaged, GameError) as error:
        yield f"its events make no match: {error}"
        return
    yield from _snapshot_faults(row, match)
    if not damaged:
        yield from _seat_faults(row, db)
        yield from _time_faults(row, match, db)
        yield from _plan_faults(row["plan"], match)


def _read_match(row: sqlite3.Row) -> object:
    return rows.listing(row), rows.filed(row)


def _log_faults(match: int, db: sqlite3.Connection) -> Iterator[str]:
    """Whether each event is there, and runs on from the one before."""
    found = sql.many(db, sql.CHECKED_EVENTS, {"match": match})
    if [event["number"] for event in found] != list(range(1, len(found) + 1)):
        yield "an event is missing"
    before = match
    for number, kept, *values in found:
        if not isinstance(kept, int) or kept != checksums.of_event(before, values):
            yield f"the checksum of event {number} is wrong"
        before = kept if isinstance(kept, int) else match


def _snapshot_faults(row: sqlite3.Row, match: Match) -> Iterator[str]:
    for column, value in rows.snapshot(match).items():
        if row[column] != value:
            yield f"its {column} is {row[column]}, but its events say {value}"


def _plan_faults(plan: str, match: Match) -> Iterator[str]:
    """Whether each answer that is prepared in it can come to be played."""
    for line in read_lines(plan):
        ahead = match
        try:
            for path in line:
                ahead = ahead.after(Moved(by=ahead.turn, at=ahead.log[-1].at, path=path))
        except GameError:
            yield f"an answer is prepared in it that cannot be played: {write_lines((line,))}"


def _seat_faults(row: sqlite3.Row, db: sqlite3.Connection) -> Iterator[str]:
    """Whether those who were challenged play it, where they were, and the second game follows."""
    made = sql.one(db, sql.CHALLENGE, {"id": row["challenge"]})
    if made:
        dark, light = (row["light"], row["dark"]) if row["first"] else (row["dark"], row["light"])
        side = {None: None, Side.DARK: dark, Side.LIGHT: light}[made["side"]]
        if {made["by"], made["opponent"]} != {dark, light} or side not in (None, made["by"]):
            yield "its players are not those of its challenge"
        if made["guild"] != row["guild"]:
            yield "its server is not that of its challenge"
    first = sql.one(db, sql.MATCH, {"id": row["first"]})
    if first and (first["dark"], first["light"]) != (row["light"], row["dark"]):
        yield "its players are not those of the first game, with the sides changed"
    if first and (first["guild"], first["channel"]) != (row["guild"], row["channel"]):
        yield "its place is not that of the first game"


def _time_faults(row: sqlite3.Row, match: Match, db: sqlite3.Connection) -> Iterator[str]:
    """Whether its clock is one that its pace and moves allow, and is looked at in time."""
    listing, pace = rows.listing(row), rows.read(Pace, row)
    if match.verdict and (row["due"], listing.clock) != (None, None):
        yield "it is over, but its clock runs"
    if match.verdict or listing.clock is None:
        return
    running = clock(pace, match, _absences(listing, match, db))
    if running is None:
        yield "it has a clock, but no pace"
    elif (kept := listing.clock) and (kept.since, kept.total - kept.reserve) != (
        running.since,
        running.total - running.reserve,
    ):
        yield "its clock is not that of its pace and moves"
    elif row["due"] is None or row["due"] > running.deadline:
        yield "it is due after its time is up"


def _absences(listing: Listing, match: Match, db: sqlite3.Connection) -> Iterator[Absence]:
    since = {"since": match.log[0].at}
    players = json.dumps([listing.dark, listing.light])
    for away in many(Vacation, db, sql.VACATIONS, players=players, **since):
        yield Absence(listing.side(away.player), away.start, away.end)
    for outage in many(rows.Outage, db, sql.OUTAGES, **since):
        yield Absence(None, outage.start, outage.end)
