"""Repair of a whole file: what is derived is derived again, what cannot be read is set aside.

What a match's row repeats follows from its events, its clock from its pace and all that stops it;
what features count follows from the games. Of what follows from nothing, such as who plays, nothing
is made up: the check goes on to name it.

Law: one transaction, and every row that it changes or takes out is written down before it ends.
"""

# ruff: noqa: S608  names of tables and columns of ours

from __future__ import annotations

import logging
import sqlite3
from typing import TYPE_CHECKING, Any

from bot.model.plans import read_lines, write_lines
from bot.store import check, events, matches, sql
from bot.store.deriving import derive_match
from bot.store.errors import Damaged
from bot.store.set_aside import SetAside, rows_of
from games.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.store.check import Reader
    from bot.store.extension import Extension
    from games.match import Match


log = logging.getLogger(__name__)
progress = logging.getLogger("progress.repair")


def repair(db: sqlite3.Connection, extensions: Sequence[Extension]) -> None:
    """Repair what can be; to be called where no bot has the file open, after `mending.mend`."""
    db.execute("PRAGMA foreign_keys = OFF")  # a row is taken out and put in again
    db.execute("BEGIN IMMEDIATE")
    try:
        with sql.tolerant(db):
            _repair_all(db, SetAside(db), extensions)
        db.commit()
    except BaseException:
        db.rollback()
        raise
    db.execute("PRAGMA foreign_keys = ON")
    try:
        db.execute("VACUUM")
    except sqlite3.OperationalError as error:  # the disk has no room for it twice, say
        log.warning("it is repaired, but could not be made smaller (%s)", error)


def _repair_all(db: sqlite3.Connection, aside: SetAside, extensions: Sequence[Extension]) -> None:
    _repair_indexes(db)
    for table, read in {**check.readers(extensions), "match": check.read_match}.items():
        _repair_rows(db, table, read, aside)
    aside.take_strays()
    matches_stored = [*rows_of(db, "match")]
    for number, row in enumerate(matches_stored):
        progress.debug("%s of %s games repaired", number, len(matches_stored))
        _repair_match(db, row, aside)
    aside.take_strays()  # the events of a match that was taken out, say
    for extension in extensions:
        progress.debug("comparing what follows from the games")
        if extension.faults and extension.rebuild and extension.faults(db):
            extension.rebuild(db)
    aside.write()


def _repair_indexes(db: sqlite3.Connection) -> None:
    """Have those that belong there, and no others."""
    expected, known = check.expected_indexes(), check.indexes(db)
    for name in known.keys() - expected.keys():
        db.execute(f'DROP INDEX "{name}"')
    for name, text in expected.items():
        if known.get(name) != text:
            db.execute(f'DROP INDEX IF EXISTS "{name}"')
            db.execute(text)


def _repair_rows(db: sqlite3.Connection, table: str, read: Reader, aside: SetAside) -> None:
    """Of a row that cannot be read, leave what can, or nothing."""
    progress.debug("reading the rows of %s", table)
    faults = [
        (row, fault)
        for row in db.execute(f'SELECT * FROM "{table}"')
        if (fault := check.fault(row, read))
    ]
    for row, fault in faults:
        stored = dict(zip(row.keys(), row, strict=True))
        aside.delete(table, stored)
        aside.put(table, stored, fault.columns)
    for match in aside.matches:
        derive_match(db, match)
    aside.matches.clear()
    if faults:
        for row in db.execute(f'SELECT * FROM "{table}"').fetchall():
            if fault := check.fault(row, read):
                aside.take(table, dict(zip(row.keys(), row, strict=True)), str(fault))


def _repair_match(db: sqlite3.Connection, row: Mapping[str, Any], aside: SetAside) -> None:
    """Have the row say what its events say; take it out where they say nothing."""
    number = row["id"]
    if row["forgotten"] and not events.events_of(db, number):
        return
    log = sql.many(db, events.CHECKED_EVENTS, {"match": number})
    try:
        match = check.match_of(db, number)
    except (Damaged, GameError) as error:
        aside.take("match", row, f"its events make no match: {error}")
        return
    if check.lacks_events([event["number"] for event in log]):
        aside.take("match", row, "an event is missing")
        return
    _sum_again(db, number, log, aside)
    derived = {
        "forgotten": 0,
        **events.snapshot(match),
        **_time_of(db, number, match),
        **_plan_of(row, match),
    }
    changed = {name: value for name, value in derived.items() if row[name] != value}
    if changed:
        aside.note("match", row, f"its {', '.join(changed)} did not follow from its events")
        db.execute(sql.update("match", "id = :id", *changed), {**changed, "id": number})


def _sum_again(
    db: sqlite3.Connection, match: int, log: Sequence[sqlite3.Row], aside: SetAside
) -> None:
    """Take events as they stand, where a checksum says that they were others."""
    checksum, wrong = match, False
    for number, stored, *values in log:
        checksum = events.checksum_after(checksum, values)
        if stored == checksum:
            continue
        if not wrong:
            (event,) = rows_of(db, "event", f'"match" = {match:d} AND number = {number:d}')
            aside.note("event", event, "its checksum was wrong; it is taken as it stands")
        wrong = True
        key = {"match": match, "number": number, "sum": checksum}
        db.execute(sql.update("event", '"match" = :match AND number = :number', "sum"), key)


def _time_of(db: sqlite3.Connection, number: int, match: Match) -> Mapping[str, Any]:
    """The columns of the clock, where those that are stored are wrong."""
    (row,) = sql.many(db, matches.ONE_MATCH, {"id": number})
    if not [*check.time_faults(row, match, db)]:
        return {}
    if match.verdict:
        return {**dict.fromkeys(matches.CLOCK), "reminded": row["reminded"]}
    running = check.running_clock(row, match, db)
    return {
        "clock_since": running and running.since,
        "clock_total": running and running.total,
        "clock_reserve": running and running.reserve,
        "due": 0,  # it is looked at as soon as the bot runs
    }


def _plan_of(row: Mapping[str, Any], match: Match) -> Mapping[str, Any]:
    """The answers that can be played, where some cannot."""
    lines = read_lines(row["plan"])
    playable = tuple(line for line in lines if check.playable(line, match))
    return {"plan": write_lines(playable)} if len(playable) < len(lines) else {}
