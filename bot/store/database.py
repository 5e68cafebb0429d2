"""The open database: a connection that writes, one that reads, and the matches in memory.

Invariant: work is given as a job, a function of the connection that runs to its end in its thread,
even if the task that awaits it is cancelled. Jobs that write share transactions: see
`bot.store.writer`.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from bot.store import rows, sql
from bot.store.alarms import Alarms
from bot.store.connection import open_reader, open_writer
from bot.store.errors import DiskFull, failing, refusing
from bot.store.folded import FoldedMatches
from bot.store.migrations import steps
from bot.store.worker import USUAL
from bot.store.writer import Writer

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from bot.store.rows import Kind
    from bot.store.worker import Access, Worker

T = TypeVar("T")

_EVENTS = 40_000  # of folded matches: about 25 MB


class Database:
    """Runs the reads and writes of the core's and the features' tables.

    Raises DiskFails if the file or its disk fails.
    """

    def __init__(self, path: Path, writer: Writer, reader: Worker, alarms: Alarms) -> None:
        self._path = path
        self._writer = writer
        self._reader = reader
        self.alarms = alarms
        self.is_full = False  # the disk, when something was last written
        self.folded = FoldedMatches(_EVENTS)

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do a job that only reads, and return its result, without waiting for writes."""
        with failing(self._path):
            return await self._reader.run(job)

    async def one(self, kind: Kind[T], statement: str, **values: object) -> T | None:
        """Return the value of the first row that can be read, if there is one."""
        return await self.read(lambda db: rows.one(kind, db, statement, **values))

    async def many(self, kind: Kind[T], statement: str, **values: object) -> list[T]:
        """Return the values of all rows that can be read."""
        return await self.read(lambda db: rows.many(kind, db, statement, **values))

    async def row(self, statement: str, **values: object) -> sqlite3.Row | None:
        """Return the first row as it is, if there is one."""
        return await self.read(lambda db: sql.one(db, statement, values))

    async def rows(self, statement: str, **values: object) -> list[sqlite3.Row]:
        """Return all rows as they are."""
        return await self.read(lambda db: sql.many(db, statement, values))

    async def write(self, job: Callable[[sqlite3.Connection], T], *, has_time: bool = False) -> T:
        """Do a job in a transaction, and return its result once that is committed.

        `has_time`: the job can wait a little to share other jobs' transaction.
        """
        try:
            with failing(self._path):
                result = await self._writer.write(job, has_time=has_time)
        except DiskFull:
            self.is_full = True
            raise
        self.is_full = False
        return result

    async def execute(self, statement: str, **values: object) -> int:
        """Write by one statement; return the number of changed rows."""
        return await self.write(lambda db: db.execute(statement, values).rowcount)

    async def between_transactions(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do a job on the writing connection outside any transaction."""
        with failing(self._path):
            return await self._writer.alone(job)

    @property
    def waiting(self) -> int:
        """The number of jobs that wait to be written."""
        return self._writer.waiting


@asynccontextmanager
async def open_database(path: Path, access: Access = USUAL) -> AsyncGenerator[Database]:
    """Open the file, made if missing. All started work is written before it is closed."""
    script = steps()
    db, alarms = open_writer(path, script, access.connection), Alarms()
    with refusing(path):
        alarms.watch(db)
    async with (
        access.worker(db) as pen,
        access.worker(open_reader(path, len(script), access.connection)) as reader,
    ):
        writer = Writer(pen, alarms.committed)
        try:
            yield Database(path, writer, reader, alarms)
        finally:
            await writer.close()
