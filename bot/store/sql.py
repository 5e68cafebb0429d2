"""How statements are made and run. They stand beside the functions that run them.

Law: each is a constant of its module and finds its rows by an index: a test explains them all.
Columns are named by `bot.store.rows`; a statement names those alone by which it finds or counts.
With `dark = :player`, SQLite would plan it anew at each use, to see whether the index of the
engine's games (`dark = 1`) fits that player; with `dark = +:player` it does not ask.
"""

# ruff: noqa: S608  every word that a statement is made of stands in this package

from __future__ import annotations

import sqlite3
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping, Sequence

_MOST = 10**9  # that is counted of anything


def one(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> sqlite3.Row | None:
    """The first row, if there is one."""
    return next(iter(many(db, statement, values)), None)


def many(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> list[sqlite3.Row]:
    """All rows. Text that is no UTF-8 comes as bytes."""
    try:
        return db.execute(statement, values).fetchall()
    except sqlite3.OperationalError as error:
        if db.text_factory is tolerant_text or "decode" not in str(error):
            raise
    with tolerant(db):
        return db.execute(statement, values).fetchall()


@contextmanager
def tolerant(db: sqlite3.Connection) -> Generator[None]:
    """Inside this block text that is no UTF-8 comes as bytes, and all text takes longer."""
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
    """Text, or bytes that are none."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def insert(table: str, columns: Sequence[str], verb: str = "INSERT", **computed: str) -> str:
    """A new row: each column as the value of its name, others as these expressions."""
    values = {**{column: f":{column}" for column in columns}, **computed}
    names = ", ".join(f'"{column}"' for column in values)
    return f'{verb} INTO "{table}" ({names}) VALUES ({", ".join(values.values())})'


def keep(table: str, columns: Sequence[str]) -> str:
    """Insert it, or put it in the place of what has the same key."""
    return insert(table, columns, "INSERT OR REPLACE")


def add(table: str, key: Sequence[str], *counts: str) -> str:
    """Insert it, or add its counts to those of what has the same key."""
    added = _set({count: more(count, f":{count}") for count in counts})
    return f"{insert(table, (*key, *counts))} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {added}"


def more(count: str, by: str = "1") -> str:
    """A count with some added; one that is damaged, near the largest number, does not overflow."""
    return f'min("{count}", {_MOST}) + {by}'


def update(table: str, where: str, *columns: str, **changes: str) -> str:
    """Give columns the values of their names, and others these expressions."""
    changed = {**{column: f":{column}" for column in columns}, **changes}
    return f'UPDATE "{table}" SET {_set(changed)} WHERE {where}'


def run_each(db: sqlite3.Connection, statement: str, values: Mapping[str, Any]) -> None:
    """Run an update of many rows. A damaged one, which fits into no table, stays as it is.

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
    """These columns without some."""
    return [column for column in columns if column not in without]


def not_in(numbers: str, number: str) -> str:
    """Whether a number is not among those of this name, which are `listed`."""
    return f"instr(:{numbers}, ',' || {number} || ',') = 0"


def inserted(cursor: sqlite3.Cursor) -> int:
    """The number that the new row was given."""
    assert cursor.lastrowid is not None
    return cursor.lastrowid
