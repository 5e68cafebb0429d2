"""A run of the bot in a world, from start to end or kill. To a story, it is a process.

A kill is complete: nothing of the old bot runs on, the system closes its connections, and its
database is as the disk has it. Code that was waiting at that moment never runs again. One thing
differs from a process: a bot killed at a statement or a commit has code on the stack, which
unwinds, `finally` blocks included, until it would wait for something. That code can't send anything
(a dead owner's writes are dropped), write to the database (its connections raise Killed and are
closed), log, or start anything (callbacks it adds are buried). It could only change a file
directly, and no code around a statement does. When the world ends, coroutines that were waiting are
closed in the same way.
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
from bot.service.services import Rhythm
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

_DISK = 0.002  # seconds that a job waits at most for its thread, and its result for the loop
_KILLED = -9  # the exit status of a killed process
_PIDS = 1 << 30  # higher than any real process's number


async def usual(settings: Settings, machine: composition.Machine) -> None:
    """Run the bot without the pause between pings: in stories, everyone acts at once."""
    await composition.run(settings, rhythm=Rhythm(pings=0), machine=machine)


class Moment(NamedTuple):
    """The n-th operation of a kind in a bot's life, from 1.

    A statement or a callback is no longer run. A commit is done. A request is lost or done, at
    random.
    """

    kind: Kind
    number: int


class Life(Owner):
    """A run of the bot: a Process of sandbox.process."""

    def __init__(self, loop: WorldLoop, place: str, number: int) -> None:
        super().__init__(f"bot {number}")
        self.pid = _PIDS + number
        self.returncode: int | None = None
        self.stdout: asyncio.StreamReader | None = asyncio.StreamReader()
        self.at: Moment | None = None  # when to kill it
        self.cuts_power = False  # whether a kill cuts its machine's power
        self._kept: disk.Kept | None = None  # on the disk, before data that may be lost
        self.note: Callable[[str], None] = lambda _: None
        self.done = {"statement": 0, "commit": 0, "request": 0}
        self.fails: Callable[[Fallible], sqlite3.Error | None] = lambda _: None  # of the next
        self.database: Path | None = None
        self._loop = loop
        self._place = place
        self._connections: list[sqlite3.Connection] = []
        self._connectors: list[_Connector] = []
        self._ended = loop.create_future()
        self._log: logging.Handler = logging.NullHandler()
        self.at_turn = self._turn

    def begin(self, environment: Mapping[str, str], run: Program) -> None:
        """Start the bot with these settings."""
        context = copy_context()
        context.run(OWNER.set, self)
        self._loop.create_task(self._run(environment, run), context=context)

    async def _run(self, environment: Mapping[str, str], run: Program) -> None:
        """Do what `python -m bot` does, except ending Python."""
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
        except Exception as error:  # noqa: BLE001  the program's last words
            self.write(f"{type(error).__name__}: {error}\n")
        await self._end_tasks()
        self._end(status)

    async def _end_tasks(self) -> None:
        """Cancel the remaining tasks, as asyncio does at the end of a program."""
        rest = [task for task in self._loop.tasks_of(self) if task is not asyncio.current_task()]
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    # The Process of sandbox.process

    def send_signal(self, signal: int, /) -> None:
        """Send the bot a signal."""
        if signal == SIGSTOP:
            self._loop.stop_owner(self)
        elif signal == SIGCONT:
            self._loop.let_go_on(self)
        elif signal in self.signals:
            self.signals[signal]()
        else:
            self.kill()

    async def wait(self) -> int:
        """Wait until the bot has ended. Return its status."""
        return await asyncio.shield(self._ended)

    def kill(self) -> None:
        """Kill the bot."""
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
        """Leave nothing behind at the end of the world that Python would complain about."""
        self._loop.forget(self)
        for connector in self._connectors:
            connector.forget()
        self._connectors.clear()

    # The log

    def handle(self, record: logging.LogRecord) -> None:
        """Log one of the bot's records."""
        if not self.dead:
            record = copy(record)
            record.exc_text = None  # another log may have set it, and this one leaves it out
            self._log.handle(record)

    def write(self, text: str) -> None:
        """Write to the bot's output."""
        if self.stdout and not self.dead:
            self.stdout.feed_data(text.encode())

    # The kill

    def count(self, kind: Literal["statement", "commit", "request"]) -> bool:
        """Count one more of a kind. Return whether to kill the bot at this one."""
        self.done[kind] += 1
        return self.at == (kind, self.done[kind])

    def _turn(self) -> None:
        if self.at == ("turn", self.turns):
            self.kill()

    # The database

    def open(self, connection: sqlite3.Connection) -> None:
        """Note a connection of the bot's."""
        self._connections.append(connection)

    def stamp(self, form: str, moment: str) -> str:
        """Return the time, as SQLite's clock."""
        assert (form, moment) == ("%s", "now")
        return str(int(time.time()))

    def draw(self, size: int) -> bytes:
        """Return random bytes, as SQLite's chance."""
        return self._loop.chance.randbytes(size)

    def committing(self) -> None:
        """Note what the disk has before the commit at which the power is cut."""
        if self.cuts_power and self.database and self.at == ("commit", self.done["commit"] + 1):
            self._kept = disk.kept(self.database)

    @asynccontextmanager
    async def _worker(self, db: JobConnection) -> AsyncGenerator[Worker]:
        try:
            yield _Inline(self._loop, db)
        finally:
            db.close()

    def _leave_database(self) -> None:
        """Close the connections and the lock as a process's end does: the file stays as it is.

        SQLite tidies up when the last connection that can write is closed. `keeper` can only read.
        """
        if not self._connections or not self.database:
            return
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as keeper:
            with suppress(sqlite3.Error):  # the file may be empty
                keeper.execute("SELECT 1 FROM sqlite_schema").fetchall()
            for connection in self._connections:
                connection.close()
        self._connections.clear()
        if self.cuts_power:
            before = self._kept or disk.kept(self.database)
            disk.cut_power(self.database, before, self._loop.chance)
        lock_of(self.database).unlink(missing_ok=True)  # its dead owner can't release it


class _Connector(aiohttp.UnixConnector):
    """Connects to the world's Discord, and knows its open connections."""

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401  as aiohttp's
        super().__init__(*arguments, **options)
        self._open = WeakSet[Any]()

    async def connect(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401
        """Return a connection."""
        self._open.add(connection := await super().connect(*arguments, **options))
        return connection

    def forget(self) -> None:
        """Keep Python from complaining about connections that the system closed."""
        self._closed = True
        for connection in self._open:
            connection._protocol = None  # noqa: SLF001


class _Lines(io.TextIOBase):
    """The stream for the log of a life."""

    def __init__(self, life: Life) -> None:
        self._life = life

    def write(self, text: str, /) -> int:
        """Write the text."""
        self._life.write(text)
        return len(text)


class _Inline:
    """Does jobs in order, with a delay before each job and each result, as a thread would."""

    def __init__(self, loop: WorldLoop, db: sqlite3.Connection) -> None:
        self._loop = loop
        self._db = db
        self._free = 0.0  # when the waiting jobs will be done

    async def run(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Do the job, even if nobody waits for it any more. Return or raise its result."""
        answer: asyncio.Future[T] = self._loop.create_future()
        self._free = max(self._free, self._loop.time()) + self._loop.lot(_DISK)
        self._loop.call_at(self._free, self._do, job, answer)
        return await answer

    def _do(self, job: Callable[[sqlite3.Connection], T], answer: asyncio.Future[T]) -> None:
        try:
            give = partial(answer.set_result, job(self._db))
        except Exception as error:  # noqa: BLE001  passed on to whoever waits
            give = partial(answer.set_exception, error)
        self._loop.call_later(self._loop.lot(_DISK), _unless_done, answer, give)


def _unless_done(answer: asyncio.Future[Any], give: Callable[[], object]) -> None:
    if not answer.done():  # cancelled
        give()


def connection_of(life: Life) -> type[JobConnection]:  # noqa: C901  one class
    """The class of this bot's connections: each statement may be its last."""

    def refuse_the_dead() -> None:
        if life.dead:
            raise Killed

    class Watched(JobConnection):
        """Counts operations, and does nothing for the dead."""

        def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401  as SQLite's
            super().__init__(*arguments, **options)
            self.create_function("strftime", 2, life.stamp)
            self.create_function("randomblob", 1, life.draw)
            life.open(self)

        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:  # noqa: ANN401
            """Run the SQL, unless it fails or the bot is killed first."""
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
            """Run the SQL, unless it fails or the bot is killed first."""
            _come_to(life, "statement")
            _fail(life, self, "statement")
            return super().executemany(sql, parameters)

        def executescript(self, script: str, /) -> sqlite3.Cursor:
            """Run the SQL, unless it fails or the bot is killed first."""
            _come_to(life, "statement")
            _fail(life, self, "statement")
            return super().executescript(script)

        def commit(self) -> None:
            """Do so, unless the bot is dead."""
            refuse_the_dead()
            super().commit()

        def rollback(self) -> None:
            """Do so, unless the bot is dead."""
            refuse_the_dead()
            super().rollback()

    return Watched


def _fail(life: Life, db: sqlite3.Connection, kind: Fallible) -> None:
    """Raise the failure chosen for this operation. Unless the database is locked, roll back."""
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
