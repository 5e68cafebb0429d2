"""Makes and runs statements. Each statement is next to the function that runs it.

Invariant: each statement is a constant of its module and finds its rows by an index: a test
explains them all. `bot.store.rows` names the columns; a statement names only those by which it
finds or counts. With `dark = :player`, SQLite would plan the statement again at each use, to see
whether the index of the engine's games (`dark = 1`) fits that player; with `dark = +:player` it
doesn't.
"""

# ruff: noqa: S608  every word of a statement is in this package

from __future__ import annotations

import sqlite3
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping, Sequence

_MOST = 10**9  # the highest count of anything


def one(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> sqlite3.Row | None:
    """Return the first row, if there is one."""
    return next(iter(many(db, statement, values)), None)


def many(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> list[sqlite3.Row]:
    """Return all rows. Text that isn't UTF-8 is returned as bytes."""
    try:
        return db.execute(statement, values).fetchall()
    except sqlite3.OperationalError as error:
        if db.text_factory is tolerant_text or "decode" not in str(error):
            raise
    with tolerant(db):
        return db.execute(statement, values).fetchall()


@contextmanager
def tolerant(db: sqlite3.Connection) -> Generator[None]:
    """Inside this block, text that isn't UTF-8 is read as bytes; reading any text is slower."""
    plain = db.text_factory
    db.text_factory = tolerant_text
    try:
        yield
    finally:
        db.text_factory = plain


def listed(numbers: Iterable[int]) -> str:
    """Return numbers as ",3,4,", for a statement that leaves them out; a list in JSON is slower."""
    return "".join(f",{number}" for number in numbers) + ","


def tolerant_text(stored: bytes) -> str | bytes:
    """Return the text, or the bytes if they aren't UTF-8."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def insert(table: str, columns: Sequence[str], verb: str = "INSERT", **computed: str) -> str:
    """Return a statement for a new row: columns by their names, others computed."""
    values = {**{column: f":{column}" for column in columns}, **computed}
    names = ", ".join(f'"{column}"' for column in values)
    return f'{verb} INTO "{table}" ({names}) VALUES ({", ".join(values.values())})'


def keep(table: str, columns: Sequence[str]) -> str:
    """Return a statement that inserts a row, or replaces the one with its key."""
    return insert(table, columns, "INSERT OR REPLACE")


def add(table: str, key: Sequence[str], *counts: str) -> str:
    """Return a statement that inserts a row, or adds its counts to the row with its key."""
    added = _set({count: more(count, f":{count}") for count in counts})
    return f"{insert(table, (*key, *counts))} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {added}"


def more(count: str, by: str = "1") -> str:
    """Return an increased count; a damaged one near the largest number doesn't overflow."""
    return f'min("{count}", {_MOST}) + {by}'


def update(table: str, where: str, *columns: str, **changes: str) -> str:
    """Return a statement that updates rows: columns by their names, others computed."""
    changed = {**{column: f":{column}" for column in columns}, **changes}
    return f'UPDATE "{table}" SET {_set(changed)} WHERE {where}'


def run_each(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> None:
    """Run an update of many rows. A damaged row that doesn't fit into its table stays as it is.

    For tables whose rows have a rowid.
    """
    try:
        db.execute(statement, values)
    except sqlite3.IntegrityError:
        change, _, where = statement.partition(" WHERE ")
        table = change.split('"')[1]
        matching = db.execute(f'SELECT rowid FROM "{table}" WHERE {where}', values)
        for (number,) in matching.fetchall():
            with suppress(sqlite3.IntegrityError):
                db.execute(f"{change} WHERE rowid = :rowid", {**values, "rowid": number})


def _set(values: Mapping[str, str]) -> str:
    return ", ".join(f'"{column}" = {value}' for column, value in values.items())


def count(table: str, where: str) -> str:
    """Return a statement that counts the rows meeting a condition."""
    return f'SELECT count(*) AS count FROM "{table}" WHERE {where}'


def but(columns: Sequence[str], *without: str) -> list[str]:
    """Return the columns except some."""
    return [column for column in columns if column not in without]


def not_in(numbers: str, number: str) -> str:
    """Return a condition: a number is not among the `listed` numbers of this name."""
    return f"instr(:{numbers}, ',' || {number} || ',') = 0"


def inserted(cursor: sqlite3.Cursor) -> int:
    """Return the number given to the new row."""
    assert cursor.lastrowid is not None
    return cursor.lastrowid
