"""A connection in a thread of its own, which runs whole jobs."""

from __future__ import annotations

import sqlite3
from collections import deque
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import aiosqlite

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

T = TypeVar("T")


class JobConnection(sqlite3.Connection):
    """SQLite's connection, which does the next waiting job when asked to commit.

    So aiosqlite, which passes single statements and commits to its thread, passes whole jobs too:
    one switch of threads for each job, and not one for each statement.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401  as SQLite's own
        super().__init__(*arguments, **options)
        self.jobs: deque[Callable[[], None]] = deque()

    def commit(self) -> None:
        """Do the next job, which handles its own transactions; without a job, commit."""
        if self.jobs:
            self.jobs.popleft()()
        else:
            super().commit()


class Worker(Protocol):
    """Does jobs on a connection, one after another, off the event loop."""

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do a job after all earlier ones; return its result or raise its error."""
        ...


class ThreadedWorker:
    """A connection in a thread of its own."""

    def __init__(self, thread: aiosqlite.Connection, db: JobConnection) -> None:
        self._thread = thread
        self._db = db

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do a job in the thread; return its result or raise its error."""
        results: list[T] = []
        self._db.jobs.append(lambda: results.append(job(self._db)))
        await self._thread.commit()
        return results[0]


@asynccontextmanager
async def worker(db: JobConnection) -> AsyncGenerator[Worker]:
    """Inside this block the connection works in its thread; then it is closed."""
    async with aiosqlite.Connection(lambda: db, iter_chunk_size=64) as thread:
        yield ThreadedWorker(thread, db)


@dataclass(frozen=True, slots=True)
class Access:
    """Access to the database: the class of its connections, and the worker for their jobs."""

    connection: type[JobConnection] = JobConnection
    worker: Callable[[JobConnection], AbstractAsyncContextManager[Worker]] = worker


USUAL = Access()
