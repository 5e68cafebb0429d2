"""Hashes: a checksum of each row and of each event, which runs on from the one before; pseudonyms.

A row's checksum is the exclusive or of one checksum for each column. So a statement that changes
single columns changes it by these alone: what was wrong in the row stays wrong.

A pseudonym is a keyed hash of a person's number: it stays where the number is erased. Without the
key it says nothing; with it, only whether it is that of a number one already has.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    Kept = bytes | None  # a value cast to a blob: so text is read that is no UTF-8

EVENT = ("match", "number", "by", "at", "kind", "data")
_NUMBERED = ("challenge", "match", "post", "vacation", "blocked")
_GIVEN = {(table, "id") for table in _NUMBERED}  # by SQLite


def register(db: sqlite3.Connection) -> None:
    """Let this connection's statements call checksum(...), changed(...) and pseudonym(...)."""
    db.create_function("checksum", -1, _of_row, deterministic=True)
    db.create_function("changed", -1, _changed, deterministic=True)
    db.create_function("pseudonym", 2, _pseudonym, deterministic=True)


def columns_of(db: sqlite3.Connection, table: str) -> list[str]:
    """The columns that a row's checksum covers: all but itself and a number given by SQLite."""
    found: list[str] = [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')]
    return [each for each in found if each != "sum" and (table, each) not in _GIVEN]


def cast(value: str) -> str:
    """The SQL by which a value is handed to a checksum."""
    return f"CAST({value} AS BLOB)"


def whole(values: Iterable[tuple[str, str]]) -> str:
    """The SQL of the checksum of a row whose columns hold these expressions."""
    pairs = (f"'{column}', {cast(value)}" for column, value in values)
    return f"checksum({', '.join(pairs)})"


def stored(columns: Iterable[str]) -> str:
    """The SQL of the checksum that a row with these columns should have."""
    return whole((each, f'"{each}"') for each in columns)


def after(changes: Iterable[tuple[str, str]]) -> str:
    """The SQL of the checksum of a row whose columns become these expressions."""
    values = (f"""'{each}', {cast(f'"{each}"')}, {cast(to)}""" for each, to in changes)
    right = f'changed("sum", {", ".join(values)})'
    return f"""CASE typeof("sum") WHEN 'integer' THEN {right} ELSE "sum" END"""  # else damaged


def with_column(column: str) -> str:
    """The SQL of the checksum of a row to which this column was added."""
    return f"""changed("sum", '{column}', NULL, {cast(f'"{column}"')})"""


def pseudonym(key: bytes, player: int) -> int:
    """The keyed hash of a person's number."""
    digest = blake2b(b"%d" % player, digest_size=8, key=key[:64]).digest()
    return int.from_bytes(digest, "big", signed=True)


def _pseudonym(key: str, player: int) -> int:
    return pseudonym(key.encode(), player)


def of_event(before: int, values: Iterable[Kept]) -> int:
    """The checksum of an event's columns; `before`: of the event before, or the match's number."""
    digest = blake2b(before.to_bytes(9, "big", signed=True), digest_size=8)
    for each in values:
        digest.update(b"-" if each is None else b"%d:%b" % (len(each), each))
    return int.from_bytes(digest.digest(), "big", signed=True)


def _of_row(*pairs: str | Kept) -> int:
    found = 0
    for column, value in zip(pairs[::2], pairs[1::2], strict=True):
        found ^= _of(column, value)
    return found


def _changed(known: int | str | Kept, *triples: str | Kept) -> int | str | Kept:
    if not isinstance(known, int):  # damaged, and stays so
        return known
    for column, old, new in zip(triples[::3], triples[1::3], triples[2::3], strict=True):
        if old != new:
            known ^= _of(column, old) ^ _of(column, new)
    return known


@lru_cache(maxsize=4096)
def _of(column: str | Kept, value: str | Kept) -> int:
    if value is None:
        return 0
    assert isinstance(column, str)
    assert isinstance(value, bytes)
    digest = blake2b(b"%b %b" % (column.encode(), value), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
