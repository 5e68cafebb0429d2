"""Fail the n-th operation, as SQLite's tests do: each failure, at each point of a situation.

How it works
------------
A world is led up to a situation, such as a move that is about to be made. Then the process is
forked: each copy goes on from there with a different failure and reports its outcome through a
pipe. The first copy has no failure. The others must end the same way: the same messages are there,
the same messages were posted, the same rows are stored. So nothing was lost, doubled or announced
twice.

A world has no threads, sockets or processes, so a fork copies all of it except its database files.
They are written back, in place, before the next copy starts.

Invariant: a situation's failures are numbered by its own requests, statements and commits, so
`make test`, which tries some of them, tries the same ones each time.
"""

from __future__ import annotations

import asyncio
import gc
import os
import pickle
import random
import re
import shutil
import signal
import sqlite3
import tempfile
import traceback
from asyncio import events
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from bot.composition import run as run_bot
from bot.feature_list import EXTENSIONS
from bot.service.services import Rhythm
from bot.store.check import check, expected_indexes
from bot.ui.words import words_of
from games import catalogue
from sandbox.observer import DidNotRespond
from sandbox.process import BotFailed, BotProcess
from sandbox.rest.faults import Trouble
from sandbox.world.events import Posted
from tests.bot.stories.conftest import command
from tests.bot.stories.hours import Hours, nothing_due
from tests.bot.stories.reading import reading
from tests.bot.stories.table import Kept
from tests.world.world import run

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping, Sequence

    from bot.composition import Machine
    from bot.config import Settings
    from sandbox.message_view import Answer
    from sandbox.process import Command
    from sandbox.rest import faults
    from sandbox.server import Sandbox
    from sandbox.world.events import Event
    from sandbox.world.model import Message
    from tests.world.life import Life
    from tests.world.loop import WorldLoop
    from tests.world.world import World

Kind = Literal["statement", "commit", "request"]

_LIMITED: faults.Kind = 429  # an HTTP status
_LONG = 400  # seconds: the bot waits at most five minutes for Discord's answer
_AGAIN = 90  # seconds in which the bot retries what nobody pressed
_AT_ONCE = 0.5  # seconds after which the work that follows a press has started
_PATIENCE = 2000  # seconds in the world within which everything is done and posted, whatever fails
_SHOWN, _EVENTS = 3000, 60  # characters of the log, and events
_STUCK = 120  # seconds that a copy may take
_FAULTS = {words_of("en-GB")(f"fault.{name}") for name in ("ours", "full", "discord")}
# These may differ: IDs and times, a name erased before the news of it, and who drew which side.
_OTHERWISE = re.compile(
    r"<@[0-9]+>|A former player|[0-9]{6,}|game [0-9]+|attackers|defenders", re.IGNORECASE
)
_TOGETHER = 2  # jobs that are written together; each says once that it failed
# Problems in the log, and a program's last words; but no warning that this SQLite has an old bug.
_WRONG = re.compile(
    r"^(?:\S+ \S+ (?:WARNING|ERROR|CRITICAL) (?!bot.ops.health: SQLite)|(?:Disk|Store)\w+: ).*$",
    re.MULTILINE,
)
# Tables of what the bot did last, and a person's language, which is stored at the next chance.
_IN_PASSING = ("note", "sqlite_sequence", "person")


class Failure(NamedTuple):
    """A way for the n-th operation of a kind to fail."""

    name: str
    kind: Kind
    error: int = 0  # SQLite's code
    text: str = ""
    trouble: faults.Kind = 500
    after: bool = False  # only the answer is lost


_DISK = (
    ("fails", sqlite3.SQLITE_IOERR_READ, "disk I/O error"),
    ("full", sqlite3.SQLITE_FULL, "database or disk is full"),
    ("locked", sqlite3.SQLITE_BUSY, "database is locked"),
)
_DISK_KINDS: tuple[Kind, ...] = ("statement", "commit")
FAILURES = (
    *(Failure(f"{k} {name}", k, error, text) for k in _DISK_KINDS for name, error, text in _DISK),
    Failure("request limited", "request", trouble=_LIMITED),
    Failure("request refused", "request", trouble=500),
    Failure("request refused once it was done", "request", trouble=500, after=True),
    Failure("answer lost", "request", trouble="drop", after=True),
    Failure("request done late", "request", trouble="slow"),
    Failure("answer late", "request", trouble="slow", after=True),
)


_NONE = FAILURES[0]


class Nth(NamedTuple):
    """A failure of the n-th operation of its kind. `number` 0: none fails."""

    number: int
    failure: Failure

    def __str__(self) -> str:
        return f"{self.failure.name}, number {self.number}"


class _Failing(Trouble):
    """Fails the n-th operation of its kind, and counts them, while `on` is true."""

    def __init__(self, nth: Nth) -> None:
        failure = nth.failure
        super().__init__(failure.trouble, after=failure.after, seconds=_LONG)
        if self.kind == _LIMITED:
            self.seconds = 1
        self.nth = nth
        self.on = True
        self.done: Counter[Kind] = Counter()

    def fits(self, method: str, path: str) -> bool:
        """Whether this request fails; called once for each."""
        del method, path
        return self._is_it("request")

    def of_the_disk(self, kind: Kind) -> sqlite3.Error | None:
        """Return the error of this statement or commit; None if it works."""
        if not self._is_it(kind):
            return None
        self.hits += 1
        error = sqlite3.OperationalError(self.nth.failure.text)
        error.sqlite_errorcode = self.nth.failure.error
        error.sqlite_errorname = next(
            name
            for name, code in vars(sqlite3).items()
            if name.startswith("SQLITE_") and code == error.sqlite_errorcode
        )
        return error

    def _is_it(self, kind: Kind) -> bool:
        if not self.on:
            return False
        self.done[kind] += 1
        return (kind, self.done[kind]) == (self.nth.failure.kind, self.nth.number)


class Flowing(Hours):
    """Time that passes by itself, and jumps when a story says so."""

    def __init__(self, loop: WorldLoop, database: Path) -> None:
        super().__init__(database)
        self._loop = loop

    def read(self) -> int:
        """The bot's time."""
        return self.now + int(self._loop.time())

    async def heard(self) -> None:
        """Wait until the bot has done and posted everything that is due."""
        await asyncio.sleep(_AT_ONCE)
        with reading(self.database) as ask:
            async with asyncio.timeout(_PATIENCE):
                wait = 0.05
                while not nothing_due(ask, self.read()):
                    await asyncio.sleep(wait)
                    wait = min(1, wait * 1.1)

    async def program(self, settings: Settings, machine: Machine) -> None:
        """Run the bot on this time; it takes no jump for an outage."""
        rhythm = Rhythm(gap=366 * 86_400, pings=0)
        await run_bot(settings, self.read, rhythm, self._when_moved, machine)


@dataclass(slots=True)
class Scene:
    """A world in which something is about to happen."""

    world: World
    database: Path
    hours: Flowing
    bot: BotProcess

    @property
    def box(self) -> Sandbox:
        """The world's Discord."""
        return self.world.box


class Plot(NamedTuple):
    """The action. `is_done`: whether it has taken effect. `then`: what happens after it."""

    press: Callable[[], Awaitable[Answer | None]]
    is_done: Callable[[], bool]
    then: Callable[[], Awaitable[object]]


Situation = Callable[[Scene], Awaitable[Plot]]


class Told(NamedTuple):
    """A copy's report of its run."""

    wrong: str  # empty: nothing was
    hits: int
    done: Mapping[Kind, int]
    outcome: Sequence[str]


# In a copy


async def _live(scene: Scene, plot: Plot, nth: Nth) -> Told:
    """Play the situation with that failure, and report."""
    failing = _Failing(nth)
    posted: list[Message] = []

    def note(event: Event) -> None:
        if isinstance(event, Posted):
            posted.append(event.message)

    scene.box.faults.add(failing)
    scene.box.world.subscribe(note)
    scene.world.fails = failing.of_the_disk
    before, events_before = len(scene.bot.stderr), len(scene.world.log)
    wrong = await _come_about(scene, plot, failing)
    lines = _WRONG.findall(scene.bot.stderr[before:])
    least = 1 if nth.failure.kind != "request" else 0
    if nth.number and failing.hits and not least <= len(lines) <= _TOGETHER:
        wrong.append(f"{len(lines)} lines in the log")
    try:
        await plot.then()
        await scene.hours.heard()
    except Exception:  # noqa: BLE001  reported
        wrong.append(traceback.format_exc())
    later = _WRONG.findall(scene.bot.stderr[before:])[len(lines) :]
    wrong += [f"logged later: {line}" for line in later]
    if wrong:
        wrong += [scene.bot.stderr[before:][-_SHOWN:], *scene.world.log[events_before:][-_EVENTS:]]
    return Told("\n".join(wrong), failing.hits, dict(failing.done), _outcome(scene, posted))


async def _come_about(scene: Scene, plot: Plot, failing: _Failing) -> list[str]:
    """Press, and press again if that failed. Return what was wrong with the answers."""
    answer = await _press(plot)
    await _settle(scene)
    failing.on = False
    if not plot.is_done():
        await asyncio.sleep(_AGAIN)
        await _settle(scene)
    if plot.is_done():
        return []
    wrong: list[str] = []
    if answer and answer.messages and answer.text not in _FAULTS:
        wrong.append(f"answered, but not done: {answer.text!r}")
    again = await plot.press()
    if again and again.messages and again.text in _FAULTS:
        wrong.append(f"pressed again: {again.text!r}")
    await _settle(scene)
    if not plot.is_done():
        wrong.append("not done when pressed again")
    return wrong


async def _settle(scene: Scene) -> None:
    """Wait until the bot has done and posted everything that is due, if it runs."""
    if scene.bot.pid:
        await scene.hours.heard()


async def _press(plot: Plot) -> Answer | None:
    """Press, and return the answer; None if there is none."""
    with suppress(DidNotRespond, BotFailed):
        return await plot.press()
    return None


def _outcome(scene: Scene, posted: Sequence[Message]) -> list[str]:
    """Everything that is there, was posted and is stored."""
    box = scene.box
    view = box.player("reindeer").view

    def where(message: Message) -> str:
        channel = box.world.channels.get(message.channel_id)
        pings = sorted(box.world.people[one].username for one in message.pings)
        return f"{channel and channel.name} {pings}"

    def shown(message: Message) -> str:
        seen = Kept(view, message)
        labels = [button.label for button in seen.buttons]
        return f"{where(message)} {_OTHERWISE.sub('#', seen.text)[:300]!r} {labels}"

    def public(messages: Sequence[Message]) -> list[Message]:
        return [m for m in messages if m.author_id == box.bot.id and not m.ephemeral]

    told = [m for m in public(posted) if Kept(view, m).text not in _FAULTS]
    posts = [f"posted: {where(message)}" for message in told]
    standing = [
        f"stands: {shown(message)}"
        for channel in box.world.posts.values()
        for message in public(list(channel.values()))
    ]
    broken = [f"broken: {one.sentence}" for one in check(scene.database, EXTENSIONS)]
    return sorted([*posts, *standing, *_rows(scene.database), *broken])


def _rows(database: Path) -> list[str]:
    """The number of rows in each table."""
    with reading(database) as ask:
        tables = [str(name) for (name,) in ask("SELECT name FROM sqlite_schema WHERE type='table'")]
        counts = {table: ask(f'SELECT count(*) FROM "{table}"') for table in tables}  # noqa: S608
    return [
        f"rows: {table} {count}"
        for table, ((count,),) in counts.items()
        if table not in _IN_PASSING
    ]


# From copy to copy


class _Files:
    """A folder's files as they are now; putting them back in place keeps the database open."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept = {path: path.read_bytes() for path in folder.iterdir()}

    def put_back(self) -> None:
        """Put each file back as it was."""
        for path in self._folder.iterdir():
            if path not in self._kept:
                path.unlink()
        for path, data in self._kept.items():
            with path.open("r+b") as file:
                file.write(data)
                file.truncate()


async def _in_a_copy(loop: WorldLoop, act: Callable[[], Awaitable[Told]]) -> Told:
    """Fork; the copy runs `act`. Return its report."""
    reading, writing = os.pipe()
    chance = random.getstate()
    if pid := os.fork():
        os.close(writing)
        with os.fdopen(reading, "rb") as file:
            said = file.read()
        os.waitpid(pid, 0)  # noqa: ASYNC222  nothing else runs in a world
        return pickle.loads(said) if said else Told("it died", 0, {}, [])  # noqa: S301  ours
    signal.alarm(_STUCK)
    random.setstate(chance)  # Python reseeds a forked copy
    events._set_running_loop(loop)  # noqa: SLF001  asyncio checks the process too
    try:
        told = await act()
    except Exception:  # noqa: BLE001  reported
        told = Told(traceback.format_exc(), 0, {}, [])
    with os.fdopen(writing, "wb") as file:
        file.write(pickle.dumps(told))
    os._exit(0)


class Report(NamedTuple):
    """A situation's number of operations of each kind, of failures tried, and what went wrong."""

    counts: Mapping[Kind, int]
    tried: int
    wrong: Sequence[str]


def try_failures(
    situation: Situation, choose: Callable[[Sequence[Nth]], Sequence[Nth]] = list
) -> Report:
    """Play the situation once without a failure, and once with each chosen one."""

    async def story(world: World) -> Report:
        async with _scene(world) as scene:
            plot = await situation(scene)
            await _settle(scene)
            files = _Files(scene.database.parent)
            gc.freeze()  # so copies write to few shared pages

            async def tell(nth: Nth) -> Told:
                told = await _in_a_copy(world.loop, lambda: _live(scene, plot, nth))
                files.put_back()
                return told

            usual = await tell(Nth(0, _NONE))
            if usual.wrong:
                return Report(usual.done, 0, [f"without a failure: {usual.wrong}"])
            chosen = choose(_points(usual.done))
            told = [(nth, _difference(usual, await tell(nth))) for nth in chosen]
            return Report(usual.done, len(told), [f"{nth}: {says}" for nth, says in told if says])

    process = os.getpid()
    _work_out()
    try:
        return run(story)
    finally:
        if os.getpid() != process:  # a copy that is stuck
            traceback.print_exc()
            os._exit(1)


@cache
def _work_out() -> None:
    """Work out all rule sets and the schema once, instead of in each copy."""
    expected_indexes()
    for name in catalogue.NAMES:
        catalogue.game(name)


def _points(counts: Mapping[Kind, int]) -> list[Nth]:
    """Each failure at each point where it can happen."""
    return [
        Nth(number, failure)
        for failure in FAILURES
        for number in range(1, counts.get(failure.kind, 0) + 1)
    ]


def _difference(usual: Told, told: Told) -> str:
    """Say what is wrong, or different from the run without a failure."""
    if told.wrong:
        return told.wrong
    before, now = Counter(usual.outcome), Counter(told.outcome)
    lines = [f"- {line}" for line in (before - now).elements()]
    lines += [f"+ {line}" for line in (now - before).elements()]
    return "\n".join(lines or [] if told.hits else ["it did not happen"])


@asynccontextmanager
async def _scene(world: World) -> AsyncGenerator[Scene]:
    """A world whose bot hasn't started yet."""
    folder = Path(tempfile.mkdtemp(prefix="world-"))
    database = folder / "konakis.db"
    hours = Flowing(world.loop, database)
    usual = command(world.box, database, KONAKIS_ENGINE_PROCESSES="0")
    try:

        async def start(command: Command) -> Life:
            return world.begin(command.environment, hours.program)

        bot = BotProcess(world.box.world, replace(usual, start=start))
        try:
            yield Scene(world, database, hours, bot)
        finally:
            await bot.kill()
    finally:
        shutil.rmtree(folder)
