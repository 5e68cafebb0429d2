"""Rows that do not fit: each is written to a text file beside the database, before it is changed.

A row does not fit where a column cannot hold its value or a CHECK refuses it, and is a stray where
it points to a row that is not there. As much of it as can stay does: a column that may be empty or
has a default takes that. What is left of a row that cannot stay is in the file alone.

Law: nothing is changed before it is on disk in the file. A kill in between leaves it in both; a
line that is there already is not written again.
"""

# ruff: noqa: S608  names of tables and columns of ours

from __future__ import annotations

import json
import logging
import os
import re
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.store import sql
from bot.store.ownership import give_to_owner

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    Row = Mapping[str, Any]

log = logging.getLogger(__name__)

_LOGGED = 20  # rows that are named in the log
_END = "-set-aside.txt"
_HEADER = """\
# Rows of {database} that could not be read or pointed nowhere, as they were before they were
# changed or taken out. Nothing reads this file. It may name people: delete it when you need it no
# more.
"""
# What SQLite says of a row that does not fit: the column comes last, or first in its CHECK.
_COLUMN = re.compile(
    r'(?:cannot store .*|NOT NULL constraint failed:.*)\.(\w+)$|CHECK constraint failed: "?(\w+)'
)
# In these tables a row that points nowhere says nothing any more.
_USELESS = {"post"}
# The tables whose rows have the number that Discord gave a person or a server: no log may hold it.
_NUMBERED_BY_DISCORD = ("person", "guild")


def file_of(database: Path) -> Path:
    """Where its rows are set aside."""
    return database.with_name(database.stem + _END)


def name_of(table: str, row: Row | sqlite3.Row) -> str:
    """What a log or a report calls a row: never by the number of a person."""
    if table == "event":
        return f"event {row['number']} of match {row['match']}"
    ours = "id" in row.keys() and table not in _NUMBERED_BY_DISCORD  # noqa: SIM118  sqlite3.Row
    return f"row {row['id']} of {table}" if ours else f"a row of {table}"


class SetAside:
    """The rows that one transaction changes or takes out because they do not fit."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.matches: set[int] = set()  # whose rows have lost something
        self._lines: list[str] = []
        self._names: list[str] = []

    def note(self, table: str, row: Row, why: str) -> None:
        """Write this row down as it is; it is about to be changed, or taken out."""
        stored = {"table": table, "why": why, "row": dict(row)}
        self._lines.append(json.dumps(stored, ensure_ascii=False, default=_text))
        self._names.append(f"{name_of(table, row)}: {why}")

    def write(self) -> None:
        """Have it on disk, and say in the log what it is; to be called before the commit."""
        database = _path(self._db)
        if self._lines and database:
            _append(database, self._lines)
        for name in self._names[:_LOGGED]:
            log.warning("set aside: %s", name)
        if len(self._names) > _LOGGED:
            log.warning("set aside: %d more rows", len(self._names) - _LOGGED)

    def put(self, table: str, row: Row, unread: Collection[str] = ()) -> bool:
        """Insert a row without what cannot be read, or as much of it as fits; False: none of it."""
        refused = [name for name in unread if name in _optional(self._db, table)]
        fitting = {name: value for name, value in row.items() if name not in refused}
        while wrong := _insert_or_refused(self._db, table, fitting):
            if wrong in refused or wrong not in fitting or wrong not in _optional(self._db, table):
                self.note(table, row, f"its {wrong} does not fit")
                return False
            refused.append(wrong)
            del fitting[wrong]  # the default takes its place
        if refused:
            self.note(table, row, f"its {', '.join(refused)} did not fit and is empty now")
            if table == "match":
                self.matches.add(row["id"])
        return True

    def take(self, table: str, row: Row, why: str) -> None:
        """Take a row out."""
        self.note(table, row, why)
        self.delete(table, row)

    def delete(self, table: str, row: Row) -> None:
        """Delete a row that is written down."""
        columns = self._db.execute(f'PRAGMA table_info("{table}")').fetchall()
        names = [column[1] for column in columns if column[5]] or [*row]
        # Text that is no UTF-8 comes as bytes.
        where = " AND ".join(
            f'CAST("{name}" AS BLOB) = :{name}'
            if isinstance(row[name], bytes)
            else f'"{name}" IS :{name}'
            for name in names
        )
        self._db.execute(f'DELETE FROM "{table}" WHERE {where}', dict(row))

    def take_strays(self) -> None:
        """Take out all that points nowhere: the row, or what points where it may point nowhere."""
        while sum(self._take_strays(*reference) for reference in _references(self._db)):
            pass  # what pointed to a row that was taken out is a stray now

    def _take_strays(self, table: str, column: str, parent: str) -> int:
        stray = f""""{column}" IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM "{parent}" AS parent WHERE parent.id = "{table}"."{column}")"""
        strays = [*rows_of(self._db, table, stray)]
        emptied = column in _optional(self._db, table) and table not in _USELESS
        what = "is empty now" if emptied else "is not there"
        for row in strays:
            self.note(table, row, f"the {parent} to which its {column} points {what}")
        change = f'UPDATE "{table}" SET "{column}" = NULL' if emptied else f'DELETE FROM "{table}"'
        if strays:
            self._db.execute(f"{change} WHERE {stray}")
        return len(strays)


def rows_of(db: sqlite3.Connection, table: str, where: str = "true") -> Iterator[Row]:
    """Rows as they are, by their columns; text that is no UTF-8 as bytes."""
    cursor = db.cursor()
    cursor.row_factory = sqlite3.Row
    with sql.tolerant(db):
        for row in cursor.execute(f'SELECT * FROM "{table}" WHERE {where}'):
            yield dict(row)


def read(database: Path) -> Sequence[str]:
    """What was set aside of a database, one line each."""
    if not file_of(database).exists():
        return []
    lines = file_of(database).read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def sentence(line: str) -> str:
    """What such a line says, without what stood in the row."""
    stored = json.loads(line)
    return f"{name_of(stored['table'], stored['row'])}: {stored['why']}"


def carry(source: Path, target: Path) -> None:
    """What was set aside of one database, while it was brought up to date, is now another's."""
    if lines := read(source):
        _append(target, lines)


def forget(db: sqlite3.Connection, player: int) -> None:
    """Delete what names this person; where that cannot be, the log says so."""
    database = _path(db)
    if database is None:
        return
    naming = re.compile(rf"(?<!\d){player}(?!\d)")
    try:
        lines = read(database)
        rest = [line for line in lines if not naming.search(line)]
        if len(rest) < len(lines):
            _replace(database, rest)
    except OSError as error:
        log.warning("%s may name a person who was erased: delete it (%s)", file_of(database), error)


def _replace(database: Path, lines: Sequence[str]) -> None:
    part = file_of(database).with_suffix(".part")
    part.unlink(missing_ok=True)
    _append(database, lines, part)
    part.replace(file_of(database))


def _path(db: sqlite3.Connection) -> Path | None:
    """The file of a connection, if it has one."""
    (_, _, database) = db.execute("PRAGMA database_list").fetchone()
    return Path(database) if database else None


def _append(database: Path, lines: Sequence[str], file: Path | None = None) -> None:
    """Add lines to its text file that are not there yet, and have them on disk."""
    path = file or file_of(database)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    give_to_owner(database, path)
    with os.fdopen(descriptor, "r+", encoding="utf-8") as text:
        known = set(text.read().splitlines())
        text.write("" if known else _HEADER.format(database=database.name))
        text.writelines(f"{line}\n" for line in lines if line not in known)
        text.flush()
        os.fsync(text.fileno())


def _text(value: object) -> object:
    """What JSON cannot hold."""
    return {"hex": value.hex()} if isinstance(value, bytes) else str(value)


def _insert_or_refused(db: sqlite3.Connection, table: str, row: Row) -> str | None:
    """Insert it; the column that keeps it out, if it was not inserted."""
    names = ", ".join(f'"{name}"' for name in row)
    values = ", ".join("?" for _ in row)
    try:
        db.execute(f'INSERT INTO "{table}" ({names}) VALUES ({values})', [*row.values()])
    except sqlite3.IntegrityError as error:
        column = _COLUMN.search(str(error))
        return (column[1] or column[2]) if column else "key"
    return None


def _optional(db: sqlite3.Connection, table: str) -> set[str]:
    """The columns of a table that may be empty, or have a default."""
    columns = db.execute(f'PRAGMA table_info("{table}")').fetchall()
    return {
        name
        for _, name, _, required, default, key in columns
        if not key and (not required or default is not None)
    }


def _references(db: sqlite3.Connection) -> Iterator[tuple[str, str, str]]:
    """Which column of which table points to rows of which other one."""
    tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in tables:
        references = db.execute(f'PRAGMA foreign_key_list("{table}")').fetchall()
        yield from ((table, column, parent) for _, _, parent, column, *_ in references)
