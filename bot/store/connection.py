"""Connections to the database file: one that writes, durably, and one that only reads.

And how values are read through them: what cannot be read is left out, so that all else goes on.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Generic, Self, TypeVar, cast

import aiosqlite

from bot.store import checksums, rows, sql
from bot.store.errors import Damaged, StoreError, refusing
from bot.store.migrations import Step, migrate, recognise, steps

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from pathlib import Path

T = TypeVar("T")

log = logging.getLogger(__name__)

_NUMBERED = ("challenge", "match", "post", "vacation", "blocked")  # others: by a person's number
_PATIENCE = 5  # seconds to wait for another program's write to end
_CACHE = 8 * 1024  # KiB of pages a connection keeps
_LARGEST_WAL = 16 * 1024 * 1024  # bytes it is cut down to after a backup has held it up


class Connection(aiosqlite.Connection):
    """A connection with a thread of its own, to which jobs are handed whole.

    A job runs from beginning to end even if the task that awaits it is cancelled.
    """

    async def __aenter__(self) -> Self:
        try:
            await self
        except BaseException:
            # Its thread still calls back into the loop, which must not end before.
            await asyncio.to_thread(self._thread.join)
            raise
        return self

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What the job returns or raises, when those handed in before it are done."""
        execute = cast("Callable[..., Awaitable[T]]", self._execute)  # pyright: ignore[reportUnknownMemberType]  it bears no types
        return await execute(job, self._conn)

    async def one(self, kind: type[T], statement: str, **values: object) -> T | None:
        """The first value that can be read, if there is one."""
        return await self.run(lambda db: one(kind, db, statement, **values))

    async def many(self, kind: type[T], statement: str, **values: object) -> list[T]:
        """All values that can be read."""
        return await self.run(lambda db: many(kind, db, statement, **values))


def one(kind: type[T], db: sqlite3.Connection, statement: str, **values: object) -> T | None:
    """The same as part of a job."""
    return next(iter(many(kind, db, statement, **values)), None)


def many(kind: type[T], db: sqlite3.Connection, statement: str, **values: object) -> list[T]:
    """The same as part of a job."""
    return [*rows.readable(partial(rows.read, kind), sql.many(db, statement, values))]


def writing(path: Path, script: Sequence[Step]) -> Connection:
    """The connection that brings the file up to date, and then alone writes."""
    return Connection(partial(_open_writer, path, script), iter_chunk_size=1)


def reading(path: Path, newest: int) -> Connection:
    """A connection that sees all that was committed, and changes nothing."""
    return Connection(partial(_open_reader, path, newest), iter_chunk_size=1)


def beside(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """A connection of another program's: for a wish to the bot that has the file open, or `ro`."""
    db = _open_existing(path, len(steps()), mode)
    db.execute("PRAGMA secure_delete = ON")
    return db


def _open_writer(path: Path, script: Sequence[Step]) -> sqlite3.Connection:
    with refusing(path):
        db = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
        try:
            _set_up(db)
            recognise(db, path, len(script))  # before anything is changed in it
            _make_durable(db, path)
            migrate(db, path, script)
            # After a crash, nothing that was erased is left in the log.
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except BaseException:
            db.close()
            raise
    return db


def _make_durable(db: sqlite3.Connection, path: Path) -> None:
    (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreError(
            f"The file system of {path} cannot keep a write-ahead log; "
            "put the database on a local disk."
        )
    db.execute("PRAGMA synchronous = FULL")  # what was acknowledged survives a power cut
    db.execute(f"PRAGMA journal_size_limit = {_LARGEST_WAL}")
    db.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
    _try_to_write(db)


def _try_to_write(db: sqlite3.Connection) -> None:
    """Raise now if the file is read-only; BEGIN alone does not."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute(f"PRAGMA user_version = {version:d}")
    finally:
        db.rollback()


def _open_reader(path: Path, newest: int) -> sqlite3.Connection:
    with refusing(path):
        db = _open_existing(path, newest, "rw")
        db.execute("PRAGMA query_only = ON")
        return db


def _open_existing(path: Path, newest: int, mode: str) -> sqlite3.Connection:
    """A connection to a file that must be there, in today's format."""
    db = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", timeout=_PATIENCE, isolation_level=None, uri=True
    )
    try:
        _refuse_older(recognise(db, path, newest), newest, path)
        _set_up(db)
    except BaseException:
        db.close()
        raise
    return db


def _refuse_older(version: int, newest: int, path: Path) -> None:
    if version < newest:
        raise StoreError(f"{path} is of an older format; start the bot once to renew it.")


def _set_up(db: sqlite3.Connection) -> None:
    db.row_factory = sqlite3.Row
    checksums.register(db)
    db.execute("PRAGMA foreign_keys = ON")
    db.execute(f"PRAGMA cache_size = {-_CACHE}")


@dataclass(frozen=True, slots=True)
class Table(Generic[T]):
    """A table, and what makes a value of one of its rows."""

    name: str
    read: Callable[[sqlite3.Row], T]


class LeftOut:
    """The numbers of the rows that could not be read so far."""

    def __init__(self) -> None:
        self._numbers: defaultdict[str, set[int]] = defaultdict(set)

    def read(self, table: Table[T], row: sqlite3.Row) -> T | None:
        """The value of a row; None for one that cannot be read."""
        try:
            return table.read(row)
        except Damaged as damaged:
            number: int = row["id"] if table.name in _NUMBERED else 0
            if number not in self._numbers[table.name]:
                log.warning("row %s of %s is left out: %s", number or "?", table.name, damaged)
            self._numbers[table.name].add(number)
            return None

    def listed(self, table: str) -> str:
        """The numbers of a table, for a statement."""
        return sql.listed(sorted(self._numbers[table]))
