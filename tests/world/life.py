"""One run of the bot in a world, from its start to its end or its kill: a process, to a story.

A kill is whole: nothing of the old bot runs on, its connections are closed by the system, and its
database is as the disk has it. What waits at that moment never runs again. One thing is otherwise
than in a process: where it is killed at a statement or a commit, it has code on the stack, and that
unwinds, `finally` blocks included, up to where it would wait for something. This code cannot send
anything (what a dead owner writes is dropped), nor write to the database (its connections raise
Killed, and are closed), log, or start anything (what it hands to the loop is buried). It could only
change a file by itself; no code around a statement does. When the world ends, what waited is closed
in the same way.
"""

from __future__ import annotations

import asyncio
import io
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, closing, suppress
from contextvars import copy_context
from copy import copy
from functools import partial
from signal import SIGCONT, SIGSTOP
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TextIO, TypeVar, cast
from weakref import WeakSet

import aiohttp

from bot import composition, logs
from bot.config import Settings, read
from bot.store.lock import lock_of
from bot.store.worker import Access, JobConnection, Worker
from tests.world import disk
from tests.world.loop import OWNER, Killed, Owner
from tests.world.machine import EngineInline

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.world.loop import WorldLoop

T = TypeVar("T")
Fallible = Literal["statement", "commit"]
Kind = Literal["statement", "commit", "request", "turn"]
Program = Callable[[Settings, composition.Machine], Awaitable[None]]

_DISK = 0.002  # seconds that a job waits for its thread at most, and its answer for the loop
_KILLED = -9  # what a system says of a process that was killed
_PIDS = 1 << 30  # no process of a system has such a number


async def usual(settings: Settings, machine: composition.Machine) -> None:
    """The bot as it is."""
    await composition.run(settings, machine=machine)


class Moment(NamedTuple):
    """The k-th of that kind in the life of a bot, from 1.

    A statement is not done any more, nor a callback of the loop; a commit is. A request is lost or
    done, by lot.
    """

    kind: Kind
    number: int


class Life(Owner):
    """A run of the bot; what sandbox.process calls a Process."""

    def __init__(self, loop: WorldLoop, place: str, number: int) -> None:
        super().__init__(f"bot {number}")
        self.pid = _PIDS + number
        self.returncode: int | None = None
        self.stdout: asyncio.StreamReader | None = asyncio.StreamReader()
        self.at: Moment | None = None  # when it is to be killed
        self.cuts_power = False  # whether its machine fails with it then
        self._kept: disk.Kept | None = None  # by the disk, before what may be lost
        self.note: Callable[[str], None] = lambda _: None
        self.done = {"statement": 0, "commit": 0, "request": 0}
        self.fails: Callable[[Fallible], sqlite3.Error | None] = lambda _: None  # how the next does
        self.database: Path | None = None
        self._loop = loop
        self._place = place
        self._connections: list[sqlite3.Connection] = []
        self._connectors: list[_Connector] = []
        self._ended = loop.create_future()
        self._log: logging.Handler = logging.NullHandler()
        self.at_turn = self._turn

    def begin(self, environment: Mapping[str, str], run: Program) -> None:
        """Start it with these settings."""
        context = copy_context()
        context.run(OWNER.set, self)
        self._loop.create_task(self._run(environment, run), context=context)

    async def _run(self, environment: Mapping[str, str], run: Program) -> None:
        """What `python -m bot` does, as far as it does not end Python."""
        status = 1
        try:
            settings = read(environment)
            self.database = settings.database
            self._log = logs.handler(
                settings.log_format, settings.token, cast("TextIO", _Lines(self))
            )
            logging.getLogger().setLevel((settings.log or "info").upper())
            logs.set_levels()
            machine = composition.Machine(
                Access(connection_of(self), self._worker),
                self._connector,
                EngineInline,
                lambda: None,
            )
            await run(settings, machine)
            status = 0
        except Exception as error:  # noqa: BLE001  its last words
            self.write(f"{type(error).__name__}: {error}\n")
        await self._end_tasks()
        self._end(status)

    async def _end_tasks(self) -> None:
        """As asyncio does at the end of a program."""
        rest = [task for task in self._loop.tasks_of(self) if task is not asyncio.current_task()]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    # What sandbox.process asks of a process

    def send_signal(self, signal: int, /) -> None:
        """Send it a signal."""
        if signal == SIGSTOP:
            self._loop.stop_owner(self)
        elif signal == SIGCONT:
            self._loop.let_go_on(self)
        elif signal in self.signals:
            self.signals[signal]()
        else:
            self.kill()

    async def wait(self) -> int:
        """Wait until it has ended; how."""
        return await asyncio.shield(self._ended)

    def kill(self) -> None:
        """Kill it."""
        if not self.dead:
            self.note(f"{self.name} is killed")
            self._end(_KILLED)

    def _end(self, status: int) -> None:
        self.dead = True
        self._loop.bury(self)
        if self._loop.network:
            self._loop.network.hang_up(self)
        self._leave_database()
        self.returncode = status
        if self.stdout:
            self.stdout.feed_eof()
        if not self._ended.done():
            self._ended.set_result(status)

    def _connector(self) -> aiohttp.BaseConnector:
        self._connectors.append(connector := _Connector(self._place, limit=0))
        return connector

    def forget(self) -> None:
        """The world ends: leave nothing of it that Python would find and complain of."""
        self._loop.forget(self)
        for connector in self._connectors:
            connector.forget()
        self._connectors.clear()

    # Its log

    def handle(self, record: logging.LogRecord) -> None:
        """Log a record of its own."""
        if not self.dead:
            record = copy(record)
            record.exc_text = None  # which another log may have noted, and this one leaves out
            self._log.handle(record)

    def write(self, text: str) -> None:
        """What it writes."""
        if self.stdout and not self.dead:
            self.stdout.feed_data(text.encode())

    # When it is killed

    def count(self, kind: Literal["statement", "commit", "request"]) -> bool:
        """One more of these; whether it is the one at which to be killed."""
        self.done[kind] += 1
        return self.at == (kind, self.done[kind])

    def _turn(self) -> None:
        if self.at == ("turn", self.turns):
            self.kill()

    # Its database

    def open(self, connection: sqlite3.Connection) -> None:
        """It has this connection."""
        self._connections.append(connection)

    def stamp(self, form: str, moment: str) -> str:
        """SQLite's clock."""
        assert (form, moment) == ("%s", "now")
        return str(int(time.time()))

    def draw(self, size: int) -> bytes:
        """SQLite's chance."""
        return self._loop.chance.randbytes(size)

    def committing(self) -> None:
        """It is about to commit: what the disk has until then, it keeps."""
        if self.cuts_power and self.database and self.at == ("commit", self.done["commit"] + 1):
            self._kept = disk.kept(self.database)

    @asynccontextmanager
    async def _worker(self, db: JobConnection) -> AsyncGenerator[Worker]:
        try:
            yield _Inline(self._loop, db)
        finally:
            db.close()

    def _leave_database(self) -> None:
        """Close its connections and its lock as the end of a process does: the file stays as it is.

        SQLite tidies up when the last connection that may write is closed; this one may only read.
        """
        if not self._connections or not self.database:
            return
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as keeper:
            with suppress(sqlite3.Error):  # an empty file, say
                keeper.execute("SELECT 1 FROM sqlite_schema").fetchall()
            for connection in self._connections:
                connection.close()
        self._connections.clear()
        if self.cuts_power:
            before = self._kept or disk.kept(self.database)
            disk.cut_power(self.database, before, self._loop.chance)
        lock_of(self.database).unlink(missing_ok=True)  # its owner cannot let go of it any more


class _Connector(aiohttp.UnixConnector):
    """Connects to the world's Discord, and knows what it has open."""

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401  as aiohttp's
        super().__init__(*arguments, **options)
        self._open = WeakSet[Any]()

    async def connect(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401
        """A connection."""
        self._open.add(connection := await super().connect(*arguments, **options))
        return connection

    def forget(self) -> None:
        """The system has closed all: it is not for Python to complain that the dead did not."""
        self._closed = True
        for connection in self._open:
            connection._protocol = None  # noqa: SLF001


class _Lines(io.TextIOBase):
    """Where the log of a life is written."""

    def __init__(self, life: Life) -> None:
        self._life = life

    def write(self, text: str, /) -> int:
        """Write it."""
        self._life.write(text)
        return len(text)


class _Inline:
    """Does jobs in their order, each after a while, as a thread would. Its answer takes a while."""

    def __init__(self, loop: WorldLoop, db: sqlite3.Connection) -> None:
        self._loop = loop
        self._db = db
        self._free = 0.0  # when the jobs that wait are done

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """What the job returns or raises; done even if no one waits for it any more."""
        answer: asyncio.Future[T] = self._loop.create_future()
        self._free = max(self._free, self._loop.time()) + self._loop.lot(_DISK)
        self._loop.call_at(self._free, self._do, job, answer)
        return await answer

    def _do(self, job: Callable[[sqlite3.Connection], T], answer: asyncio.Future[T]) -> None:
        try:
            give = partial(answer.set_result, job(self._db))
        except Exception as error:  # noqa: BLE001  whoever waits for it is told
            give = partial(answer.set_exception, error)
        self._loop.call_later(self._loop.lot(_DISK), _unless_done, answer, give)


def _unless_done(answer: asyncio.Future[Any], give: Callable[[], object]) -> None:
    if not answer.done():  # cancelled
        give()


def connection_of(life: Life) -> type[JobConnection]:  # noqa: C901  one class
    """The kind of this bot's connections: each statement may be its last."""

    def refuse_the_dead() -> None:
        if life.dead:
            raise Killed

    class Watched(JobConnection):
        """Counts, and does nothing for the dead."""

        def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401  as SQLite's
            super().__init__(*arguments, **options)
            self.create_function("strftime", 2, life.stamp)
            self.create_function("randomblob", 1, life.draw)
            life.open(self)

        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:  # noqa: ANN401
            """Do it, unless it fails, or is killed before."""
            _come_to(life, "statement")
            _fail(life, self, "commit" if sql == "COMMIT" else "statement")
            if sql == "PRAGMA synchronous = FULL":
                sql = "PRAGMA synchronous = OFF"  # `disk` says what a power cut leaves
            if sql != "COMMIT":
                return super().execute(sql, *parameters)
            life.committing()
            cursor = super().execute(sql, *parameters)
            life.note("commits")
            _come_to(life, "commit")
            return cursor

        def executemany(self, sql: str, parameters: Any, /) -> sqlite3.Cursor:  # noqa: ANN401
            """Do it, unless it fails, or is killed before."""
            _come_to(life, "statement")
            _fail(life, self, "statement")
            return super().executemany(sql, parameters)

        def executescript(self, script: str, /) -> sqlite3.Cursor:
            """Do it, unless it fails, or is killed before."""
            _come_to(life, "statement")
            _fail(life, self, "statement")
            return super().executescript(script)

        def commit(self) -> None:
            """Do it, unless it is dead."""
            refuse_the_dead()
            super().commit()

        def rollback(self) -> None:
            """Do it, unless it is dead."""
            refuse_the_dead()
            super().rollback()

    return Watched


def _fail(life: Life, db: sqlite3.Connection, kind: Fallible) -> None:
    """Fail if this one does: unless another program has the lock, the transaction is undone."""
    if error := life.fails(kind):
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY and db.in_transaction:
            db.rollback()
        raise error


def _come_to(life: Life, kind: Fallible) -> None:
    if life.dead:
        raise Killed
    if life.count(kind):
        life.kill()
        raise Killed
