"""The writer: a queue of jobs that write. Jobs that wait together share one transaction.

A job that has time waits a little for others, and shares theirs.

Invariant: a job is written whole or not at all, and its caller gets the answer after the commit.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from bot.store.errors import StoreError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence

    from bot.store.worker import Worker

    Job = Callable[[sqlite3.Connection], Any]

T = TypeVar("T")

_AT_ONCE = 64  # jobs in one transaction: the first of them waits for the last
_TIME = 0.1  # seconds that a job waits for others, if it has time


@dataclass(frozen=True, slots=True)
class _Waiting:
    job: Job
    answer: asyncio.Future[Any]


@dataclass(frozen=True, slots=True)
class _Outcome:
    result: object = None
    error: BaseException | None = None


class Writer:
    """Runs jobs. If one raises, only that job is undone, and its caller gets the error.

    `committed` is called after each transaction, before the callers get their answers.
    """

    def __init__(self, worker: Worker, committed: Callable[[], None] = lambda: None) -> None:
        self._worker = worker
        self._committed = committed
        self._waiting: deque[_Waiting] = deque()
        self._patient: deque[_Waiting] = deque()  # jobs that have time
        self._work: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None  # when jobs that have time are started
        self._closed = False

    async def write(self, job: Callable[[sqlite3.Connection], T], *, has_time: bool = False) -> T:
        """Do a job, and return its result once committed; a cancelled caller doesn't stop it.

        `has_time`: the job can wait a little to share other jobs' transaction.
        """
        if self._closed:
            raise StoreError("The store is closed.")
        waiting = _Waiting(job, asyncio.get_running_loop().create_future())
        if not has_time:
            self._waiting.append(waiting)
            self._begin()
        else:
            self._patient.append(waiting)
            if self._later is None:
                self._later = asyncio.get_running_loop().call_later(_TIME, self._begin_all)
        return await waiting.answer

    def _begin(self) -> None:
        if self._work is None and self._waiting:
            self._work = asyncio.create_task(self._work_off())

    def _begin_all(self) -> None:
        """Start all jobs, also those that have time."""
        self._later = None
        self._take_patient()
        self._begin()

    def _take_patient(self) -> None:
        """Put the jobs that have time first: run later, they could undo others' changes."""
        self._waiting.extendleft(reversed(self._patient))
        self._patient.clear()

    async def alone(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do a job between two transactions."""
        if self._closed:
            raise StoreError("The store is closed.")
        try:
            return await self._worker.run(job)
        finally:
            self._committed()

    @property
    def waiting(self) -> int:
        """The number of jobs not started yet."""
        return len(self._waiting) + len(self._patient)

    async def close(self) -> None:
        """Take no more jobs; return when all are committed."""
        self._closed = True
        self._begin_all()
        if self._work:
            await asyncio.wait([self._work])  # continues even if this is cancelled

    async def _work_off(self) -> None:
        """Write all waiting jobs, a batch in each transaction."""
        try:
            while self._waiting:
                self._take_patient()
                count = min(_AT_ONCE, len(self._waiting))
                await self._commit([self._waiting.popleft() for _ in range(count)])
        finally:
            self._work = None

    async def _commit(self, batch: list[_Waiting]) -> None:
        """Write a batch of jobs in one transaction, and answer each."""
        jobs = [waiting.job for waiting in batch]
        try:
            outcomes = await self._worker.run(partial(_together, jobs))
            self._committed()
        except Exception as error:  # noqa: BLE001  every caller must get the error
            outcomes = [_Outcome(error=error)] * len(batch)
        for waiting, outcome in zip(batch, outcomes, strict=True):
            _answer(waiting.answer, outcome)


def _answer(answer: asyncio.Future[Any], outcome: _Outcome) -> None:
    """Give a job's outcome to its caller, who may have been cancelled."""
    if answer.done():  # cancelled
        return
    if outcome.error is None:
        answer.set_result(outcome.result)
    else:
        answer.set_exception(outcome.error)


def _together(jobs: Sequence[Job], db: sqlite3.Connection) -> list[_Outcome]:
    """Run jobs in one transaction; if that fails, all of them fail."""
    db.execute("BEGIN IMMEDIATE")
    try:
        outcomes = [_apart(job, db) for job in jobs]
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise
    return outcomes


def _apart(job: Job, db: sqlite3.Connection) -> _Outcome:
    """Do a job inside a transaction; if it fails, undo that job only."""
    db.execute("SAVEPOINT job")
    try:
        outcome = _Outcome(job(db))
    except Exception as error:
        if not db.in_transaction:  # such as a full disk: SQLite has undone the whole transaction
            raise
        db.execute("ROLLBACK TO job")
        outcome = _Outcome(error=error)
    db.execute("RELEASE job")
    return outcome
