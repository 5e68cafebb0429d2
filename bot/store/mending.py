"""Damage that would cost more than its own row, mended when the file is opened and when it is met.

There are three kinds:

- Of a damaged index nothing is lost, but what is found by it alone is not found: every clock, say.
  SQLite cannot drop an index whose pages it cannot read, so it is taken out of the schema first.
- Where a row holds a value that its column cannot hold, SQLite refuses each statement that would
  change it, though it would change a thousand others too. As much of it as fits stays.
- Where the highest number that a table ever gave is said to be the largest there is, there is none
  for the next row.

Law: what is damaged in other ways is left as it is. Law: nothing is done where nothing is wrong.
"""

# ruff: noqa: S608  names of tables and columns of ours

from __future__ import annotations

import logging
import re
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.store.deriving import derive_match
from bot.store.set_aside import SetAside, rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

log = logging.getLogger(__name__)
progress = logging.getLogger("progress.mending")

# An event is found by its key, and its table has no index that could be damaged. It is by far the
# largest: a hundred thousand games are looked at in three seconds without it, on one slow core.
_LOGS = "event"
_MISFIT = re.compile(r"(?:NULL|non-\w+) value in ")
_CHECKED = re.compile(r"CHECK constraint failed in ")  # a row that is left out where it is read
_DATATYPE = sqlite3.SQLITE_CONSTRAINT | 12 << 8  # a value that its column cannot hold
_LARGEST = 2**53  # no table has come to such a number
_TYPES = {"INTEGER": "'integer'", "TEXT": "'text'", "REAL": "'real'"}


def can_be_mended(error: sqlite3.Error) -> bool:
    """Whether a statement failed by damage that can be mended here."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code == _DATATYPE or code & 0xFF == sqlite3.SQLITE_CORRUPT


def mend(db: sqlite3.Connection) -> bool:
    """Mend what can be mended, outside of a transaction; whether there was anything."""
    foreign_keys = db.execute("PRAGMA foreign_keys").fetchone()[0]
    db.execute("PRAGMA foreign_keys = OFF")  # a row is taken out and put in again
    try:
        mended = [_mend_table(db, *table) for table in _tables(db)]
        return any(mended)
    finally:
        db.execute(f"PRAGMA foreign_keys = {foreign_keys:d}")


def mend_indexes(db: sqlite3.Connection) -> None:
    """Mend indexes alone, in a copy that is to be as its source."""
    for table, _ in _tables(db):
        if not all(map(_MISFIT.match, _faults(db, table))):
            _rebuild_indexes(db, table)


def _tables(db: sqlite3.Connection) -> Sequence[tuple[str, str]]:
    return db.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()


def _mend_table(db: sqlite3.Connection, table: str, text: str) -> bool:
    progress.debug("looking through the indexes of %s", table)
    faults = _faults(db, table)
    try:
        if not all(map(_MISFIT.match, faults)):
            _rebuild_indexes(db, table)
            log.error("the indexes of %s were damaged, and are made anew", table)
        if any(map(_MISFIT.match, faults)) and "STRICT" in text:
            _put_misfits_again(db, table)
        numbered = "AUTOINCREMENT" in text and _mend_number(db, table)
        return numbered or bool(faults)
    except sqlite3.DatabaseError as error:  # the table itself is damaged
        db.rollback()
        log.error("%s is damaged (%s): see `konakis check`", table, error)  # noqa: TRY400  a host's
        return False


def _faults(db: sqlite3.Connection, table: str) -> Sequence[str]:
    """What SQLite finds wrong with a table and its indexes."""
    if table == _LOGS:
        return []
    try:
        faults = [row[0] for row in db.execute(f'PRAGMA integrity_check("{table}")')]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [fault for fault in faults if fault != "ok" and not _CHECKED.match(fault)]


def _rebuild_indexes(db: sqlite3.Connection, table: str) -> None:
    """Make all indexes of a table anew."""
    of_table = "FROM sqlite_master WHERE type = 'index' AND sql NOT NULL AND tbl_name = ?"
    db.execute("BEGIN IMMEDIATE")
    statements = [row[0] for row in db.execute(f"SELECT sql {of_table}", (table,))]
    db.execute("PRAGMA writable_schema = ON")
    db.execute(f"DELETE {of_table}", (table,))
    db.execute("PRAGMA writable_schema = RESET")
    for statement in statements:
        db.execute(statement)
    db.commit()
    with suppress(sqlite3.OperationalError):  # another program reads: their pages stay, unused
        db.execute("VACUUM")


def _misfits(db: sqlite3.Connection, table: str) -> str:
    """The condition for rows in which a column holds what it cannot hold."""
    return " OR ".join(
        f"""typeof("{name}") NOT IN ({_TYPES[kind]}{"" if required or key else ", 'null'"})"""
        for _, name, kind, required, _, key in db.execute(f'PRAGMA table_info("{table}")')
    )


def _put_misfits_again(db: sqlite3.Connection, table: str) -> None:
    """Take such rows out, and insert as much of them as fits."""
    db.execute("BEGIN IMMEDIATE")
    aside, wrong = SetAside(db), _misfits(db, table)
    rows = [*rows_of(db, table, wrong)]
    db.execute(f'DELETE FROM "{table}" WHERE {wrong}')
    for row in rows:
        aside.put(table, row)
    aside.take_strays()
    for match in aside.matches:
        derive_match(db, match)
    aside.write()
    db.commit()


def _mend_number(db: sqlite3.Connection, table: str) -> bool:
    """Have a table give the number after the highest one that it has."""
    (highest,) = db.execute(f'SELECT coalesce(max(id), 0) FROM "{table}"').fetchone()
    noted = db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
    if noted is None or may_be_noted(noted[0], highest):
        return False
    db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (highest, table))
    log.error("the highest number of %s was not that which was noted", table)
    return True


def may_be_noted(noted: object, highest: int) -> bool:
    """Whether this may be the highest number that a table ever gave, whose rows have this one."""
    return isinstance(noted, int) and highest <= noted < _LARGEST
