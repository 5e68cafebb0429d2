"""Copy all rows into the strict tables, set aside those that do not fit, and take the names."""

# ruff: noqa: S608  names of tables and columns of ours

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from bot.store.deriving import derive_match
from bot.store.set_aside import SetAside, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_NEW, _OLD = "new_", "old_"
_INDEXES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql NOT NULL"
_ONE_RATED = 'CREATE UNIQUE INDEX rated_match ON rated ("match")'  # which had no name
_MOST = 2**53  # numbers that no table has come to
_NUMBERED = ("challenge", "match", "post", "vacation", "blocked")


def fill(db: sqlite3.Connection) -> None:
    """Take the step. Rows are the only thing that can be wrong here, and no row stops it."""
    named: dict[str, str] = dict(db.execute(_INDEXES).fetchall())
    numbers: dict[str, object] = dict(
        db.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
    )
    tables = [
        name.removeprefix(_NEW)
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        if name.startswith(_NEW)
    ]
    for name in named:
        db.execute(f'DROP INDEX "{name}"')
    _swap_names(db, tables)
    indexes = [*named.values(), _ONE_RATED]
    _run(db, (statement for statement in indexes if "UNIQUE" in statement))
    aside = SetAside(db)
    for table in tables:
        _copy(db, table, aside)
        db.execute(f'DROP TABLE "{_OLD}{table}"')
    aside.take_strays()
    for match in aside.matches:
        derive_match(db, match)
    _run(db, (statement for statement in indexes if "UNIQUE" not in statement))
    _keep_numbers(db, numbers)
    aside.write()


def _run(db: sqlite3.Connection, statements: Iterable[str]) -> None:
    for statement in statements:
        db.execute(statement)


def _swap_names(db: sqlite3.Connection, tables: Iterable[str]) -> None:
    db.execute("PRAGMA legacy_alter_table = ON")  # what points to a table goes on to name it so
    for table in tables:
        db.execute(f'ALTER TABLE "{table}" RENAME TO "{_OLD}{table}"')
        db.execute(f'ALTER TABLE "{_NEW}{table}" RENAME TO "{table}"')
    db.execute("PRAGMA legacy_alter_table = OFF")


def _copy(db: sqlite3.Connection, table: str, aside: SetAside) -> None:
    """All at once where every row fits, as almost always; else one by one."""
    columns = [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')]
    listed = ", ".join(f'"{column}"' for column in columns)
    copied = f'INSERT INTO "{table}" ({listed}) SELECT {listed} FROM "{_OLD}{table}"'
    try:
        db.execute(copied)
    except sqlite3.IntegrityError:
        for row in rows_of(db, f"{_OLD}{table}"):
            aside.put(table, {column: row[column] for column in columns})


def _keep_numbers(db: sqlite3.Connection, given: dict[str, object]) -> None:
    """No number is given twice."""
    for table in _NUMBERED:
        (number,) = db.execute(f'SELECT coalesce(max(id), 0) FROM "{table}"').fetchone()
        known = given.get(table)
        if isinstance(known, int) and number < known < _MOST:
            number = known
        db.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))
