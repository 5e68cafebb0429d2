"""The n-th failure, as SQLite is tested: at each point of a situation, each failure happens once.

How it works
------------
A world is led up to a situation, such as a move that is about to be made. Then it is forked: each
copy of this process goes on from there with another failure, and says by a pipe what became of it.
The first copy has none, and the others must come to the same: the same messages stand, the same
were posted, the same rows are stored. So nothing was lost, doubled or announced twice.

A world has no threads, no sockets and no processes, so a fork copies all of it but the files of its
database. Those are written back, in place, before the next copy begins.

Invariant: the failures of a situation are numbered from its own requests, statements and commits,
so those that `make test` tries, every tenth, are the same each time.
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
_LONG = 400  # seconds: the bot waits no longer than five minutes for an answer of Discord's
_AGAIN = 90  # seconds in which the bot tries again what no one pressed
_AT_ONCE = 0.5  # seconds after which what follows a press has begun
_PATIENCE = 2000  # seconds of a world in which all is done and said, whatever fails
_SHOWN, _EVENTS = 3000, 60  # characters of a log, and events
_STUCK = 120  # seconds that a copy takes at most
_FAULTS = {words_of("en-GB")(f"fault.{name}") for name in ("ours", "full", "discord")}
# Numbers of messages, people and moments; who is erased before what they did is told; lots.
_OTHERWISE = re.compile(
    r"<@[0-9]+>|A former player|[0-9]{6,}|game [0-9]+|attackers|defenders", re.IGNORECASE
)
# What the log says went wrong, and a program's last words; not that this SQLite has an old fault.
_WRONG = re.compile(
    r"^(?:\S+ \S+ (?:WARNING|ERROR|CRITICAL) (?!bot.ops.health: SQLite)|(?:Disk|Store)\w+: ).*$",
    re.MULTILINE,
)
# Tables that say what the bot did last; and a person's language, which is kept when it next can be.
_IN_PASSING = ("note", "sqlite_sequence", "person")


class Failure(NamedTuple):
    """How the n-th of a kind fails."""

    name: str
    kind: Kind
    error: int = 0  # of SQLite
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
    """The n-th of its kind fails so. 0: none does."""

    number: int
    failure: Failure

    def __str__(self) -> str:
        return f"{self.failure.name}, number {self.number}"


class _Failing(Trouble):
    """Has the n-th of its kind fail, and counts them, while it is `on`."""

    def __init__(self, nth: Nth) -> None:
        failure = nth.failure
        super().__init__(failure.trouble, after=failure.after, seconds=_LONG)
        if self.kind == _LIMITED:
            self.seconds = 1
        self.nth = nth
        self.on = True
        self.done: Counter[Kind] = Counter()

    def fits(self, method: str, path: str) -> bool:
        """Whether it is that request; each is asked about once."""
        del method, path
        return self._is_it("request")

    def of_the_disk(self, kind: Kind) -> sqlite3.Error | None:
        """How this statement or commit fails."""
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
    """Time passes by itself, and at once where a story says so."""

    def __init__(self, loop: WorldLoop, database: Path) -> None:
        super().__init__(database)
        self._loop = loop

    def read(self) -> int:
        """How late it is, to the bot."""
        return self.now + int(self._loop.time())

    async def heard(self) -> None:
        """Until the bot has done what is due, and said it all."""
        await asyncio.sleep(_AT_ONCE)
        with reading(self.database) as ask:
            async with asyncio.timeout(_PATIENCE):
                wait = 0.05
                while not nothing_due(ask, self.read()):
                    await asyncio.sleep(wait)
                    wait = min(1, wait * 1.1)

    async def program(self, settings: Settings, machine: Machine) -> None:
        """The bot, by this time, to which no jump is an outage."""
        rhythm = Rhythm(gap=366 * 86_400)
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
        """Its Discord."""
        return self.world.box


class Plot(NamedTuple):
    """What happens. `is_done`: whether it is decided. `then`: what goes on after it."""

    press: Callable[[], Awaitable[Answer | None]]
    is_done: Callable[[], bool]
    then: Callable[[], Awaitable[object]]


Situation = Callable[[Scene], Awaitable[Plot]]


class Told(NamedTuple):
    """What one copy says of its run."""

    wrong: str  # empty: nothing
    hits: int
    done: Mapping[Kind, int]
    outcome: Sequence[str]


# In a copy


async def _live(scene: Scene, plot: Plot, nth: Nth) -> Told:
    """It happens, with that failure; what came of it."""
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
    if nth.number and failing.hits and not least <= len(lines) <= 1:
        wrong.append(f"{len(lines)} lines in the log")
    try:
        await plot.then()
        await scene.hours.heard()
    except Exception:  # noqa: BLE001  told
        wrong.append(traceback.format_exc())
    later = _WRONG.findall(scene.bot.stderr[before:])[len(lines) :]
    wrong += [f"logged later: {line}" for line in later]
    if wrong:
        wrong += [scene.bot.stderr[before:][-_SHOWN:], *scene.world.log[events_before:][-_EVENTS:]]
    return Told("\n".join(wrong), failing.hits, dict(failing.done), _outcome(scene, posted))


async def _come_about(scene: Scene, plot: Plot, failing: _Failing) -> list[str]:
    """It is pressed, and pressed again where it failed; what is wrong with the answers."""
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
    """Until the bot has done and said all that is due, unless it does not run."""
    if scene.bot.pid:
        await scene.hours.heard()


async def _press(plot: Plot) -> Answer | None:
    """What whoever presses is answered; None where nothing is."""
    with suppress(DidNotRespond, BotFailed):
        return await plot.press()
    return None


def _outcome(scene: Scene, posted: Sequence[Message]) -> list[str]:
    """All that stands, was posted and is stored."""
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
    """How many rows its tables have."""
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
    """The files of a folder as they are now, to be put back in place: the database stays open."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept = {path: path.read_bytes() for path in folder.iterdir()}

    def put_back(self) -> None:
        """Each is as it was."""
        for path in self._folder.iterdir():
            if path not in self._kept:
                path.unlink()
        for path, data in self._kept.items():
            with path.open("r+b") as file:
                file.write(data)
                file.truncate()


async def _in_a_copy(loop: WorldLoop, act: Callable[[], Awaitable[Told]]) -> Told:
    """What a copy of this process comes to that goes on with this."""
    reading, writing = os.pipe()
    chance = random.getstate()
    if pid := os.fork():
        os.close(writing)
        with os.fdopen(reading, "rb") as file:
            said = file.read()
        os.waitpid(pid, 0)  # noqa: ASYNC222  in a world nothing goes on meanwhile
        return pickle.loads(said) if said else Told("it died", 0, {}, [])  # noqa: S301  ours
    signal.alarm(_STUCK)
    random.setstate(chance)  # Python has drawn a new one for the copy
    events._set_running_loop(loop)  # noqa: SLF001  which asyncio knows by its process too
    try:
        told = await act()
    except Exception:  # noqa: BLE001  told
        told = Told(traceback.format_exc(), 0, {}, [])
    with os.fdopen(writing, "wb") as file:
        file.write(pickle.dumps(told))
    os._exit(0)


class Report(NamedTuple):
    """How many of each kind a situation has, what was tried, and what went wrong."""

    counts: Mapping[Kind, int]
    tried: int
    wrong: Sequence[str]


def try_failures(
    situation: Situation, choose: Callable[[Sequence[Nth]], Sequence[Nth]] = list
) -> Report:
    """Have it happen with each failure that is chosen, and once without."""

    async def story(world: World) -> Report:
        async with _scene(world) as scene:
            plot = await situation(scene)
            await _settle(scene)
            files = _Files(scene.database.parent)
            gc.freeze()  # so copies write to few of its pages

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
        if os.getpid() != process:  # a copy in which everything waits
            traceback.print_exc()
            os._exit(1)


@cache
def _work_out() -> None:
    """What each copy would work out for itself: all rule sets, and the schema."""
    expected_indexes()
    for name in catalogue.NAMES:
        catalogue.game(name)


def _points(counts: Mapping[Kind, int]) -> list[Nth]:
    """Each failure, each time that it can happen."""
    return [
        Nth(number, failure)
        for failure in FAILURES
        for number in range(1, counts.get(failure.kind, 0) + 1)
    ]


def _difference(usual: Told, told: Told) -> str:
    """What is wrong, or is not as it is without a failure."""
    if told.wrong:
        return told.wrong
    before, now = Counter(usual.outcome), Counter(told.outcome)
    lines = [f"- {line}" for line in (before - now).elements()]
    lines += [f"+ {line}" for line in (now - before).elements()]
    return "\n".join(lines or [] if told.hits else ["it did not happen"])


@asynccontextmanager
async def _scene(world: World) -> AsyncGenerator[Scene]:
    """A world whose bot is not started yet."""
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
