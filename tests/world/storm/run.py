"""Run a storm to its end, or until something is wrong."""

from __future__ import annotations

import asyncio
import shutil
import signal
import tempfile
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from bot.composition import run as run_bot
from bot.service.services import Rhythm
from bot.store.worker import Access
from sandbox.sample import LONG_TABLE
from sandbox.world import places
from sandbox.world.model import ChannelKind
from tests.bot.stories.conftest import command
from tests.world.storm import habits
from tests.world.storm.cheap import HEARTBEAT, QuickEngine, cheaply
from tests.world.storm.facts import Facts
from tests.world.storm.people import HOUR, Community
from tests.world.storm.watch import Watch
from tests.world.storm.weather import Weather
from tests.world.world import run as run_world

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.composition import Machine
    from bot.config import Settings
    from tests.world.life import Life
    from tests.world.storm.cheap import Painted
    from tests.world.world import World

DAY = 86_400
_LAST = 2000  # seconds of calm at the end
_SHOWN = 50  # events before a failure
_RHYTHM = Rhythm(heartbeat=600, gap=1200)
_LOOKED_IN = 90  # times a day that people look in
_DOWN = (1, 5, 20, 120, 1500)  # seconds until a killed bot is started again


@dataclass(slots=True)
class Report:
    """The outcome of a storm. `wrong`: everything that was wrong; empty if all was well."""

    seed: object
    days: float
    presses: int = 0
    games: int = 0
    moves: int = 0
    lives: int = 0
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    wrong: list[str] = field(default_factory=list[str])
    before: list[str] = field(default_factory=list[str])  # the last events before that

    @property
    def replay(self) -> str:
        """The command that replays the storm."""
        return f"python -m tests.world.storm --seed {self.seed} --days {self.days:g}"

    def __str__(self) -> str:
        if not self.wrong:
            return (
                f"seed {self.seed}: {self.presses} presses, {self.moves} moves in {self.games} "
                f"games, {sum(self.counts.values())} faults, {self.lives} lives: nothing wrong"
            )
        lines = [*self.before[-_SHOWN:], *(f"WRONG: {wrong}" for wrong in self.wrong)]
        return "\n".join([*lines, f"seed {self.seed}; again: {self.replay}"])


class Storm:
    """A storm over a world."""

    def __init__(self, world: World, database: Path, painted: Painted, report: Report) -> None:
        self.world, self.database, self.report = world, database, report
        world.stop_log()
        self.events: deque[str] = deque(maxlen=400)
        chance = Random(f"storm {report.seed}")  # meant to be repeatable
        self.chance = chance
        self.box = box = world.box
        box.wire.settings.heartbeat = HEARTBEAT
        box.deadlines.seconds = 3.0
        self.facts = Facts(database, lambda: world.life)
        self.weather = Weather(world, LONG_TABLE, chance, self.note)
        self.people = Community(box, self.facts, LONG_TABLE, chance, self.note)
        self.wall = places.open_channel(box.world, LONG_TABLE, "wall", ChannelKind.FORUM)
        self.watch = Watch(self, painted)
        self._leaving: Life | None = None  # the bot that is asked to end

    def note(self, what: str) -> None:
        """Note an event."""
        told = what.replace(str(self.database.parent), "")  # its name differs each time
        self.events.append(f"{self.world.loop.time():12.3f} {told}")

    def now(self) -> int:
        """The time by the bot's clock."""
        return int(time.time()) + self.weather.skew

    async def run(self, days: float) -> None:
        """Run for so many days, or until something is wrong."""
        async with asyncio.TaskGroup() as group:
            beside = [
                group.create_task(part)
                for part in (self._keep_alive(), self._live(), self._start_weather())
            ]
            with suppress(TimeoutError):
                async with asyncio.timeout(days * DAY):
                    await self.watch.run()
            self.weather.clear()
            for task in beside[1:]:
                task.cancel()
            if not self.watch.wrong:
                await self._leave()
            beside[0].cancel()
        self.report.wrong = self.watch.wrong
        self.report.before = list(self.events)
        self.report.presses = self.people.presses
        self.report.lives = len(self.world.lives)
        self.report.counts = self.weather.counts
        self.report.games = len(self.facts.rows("match"))
        self.report.moves = len(self.facts.rows("event", "kind = 'moved'"))
        self.facts.close()

    async def _leave(self) -> None:
        """Check that, in calm, the bot ends properly when asked to."""
        await asyncio.sleep(_LAST)
        life = self.world.life
        if not life.dead:
            self._leaving = life
            life.send_signal(signal.SIGTERM)
            async with asyncio.timeout(_LAST):
                if status := await life.wait():
                    self.watch.say(f"{life.name} left with {status}")

    async def _start_weather(self) -> None:
        await asyncio.sleep(60)
        await self.weather.run()

    async def _keep_alive(self) -> None:
        """Start the bot, and restart it whenever it was killed."""
        environment = {
            **command(self.world.box, self.database).environment,
            "KONAKIS_EMOJIS": "off",
            "KONAKIS_MAX_REQUESTS": "60",
        }
        while True:
            life = self.world.begin(environment, self._bot)
            self.note(f"{life.name} starts")
            self.watch.started()
            reading = asyncio.create_task(self._read(life))
            status = await life.wait()
            self.facts.close()  # or else the next bot shares memory that the power cut took
            await reading
            self.note(f"{life.name} ends with {status}")
            if life is not self._leaving:
                self.watch.ended(life, status)
            await asyncio.sleep(self.chance.uniform(0, self.chance.choice(_DOWN)))

    async def _read(self, life: Life) -> None:
        assert life.stdout
        while line := await life.stdout.readline():
            self.watch.logged(line.decode().rstrip())

    async def _bot(self, settings: Settings, machine: Machine) -> None:
        access = Access(self.weather.failing(machine.access.connection), machine.access.worker)
        machine = replace(machine, access=access, engine=QuickEngine)
        await run_bot(settings, self.now, _RHYTHM, machine=machine)

    async def _live(self) -> None:
        """Let people look in at random."""
        people = self.people
        await asyncio.sleep(20)
        while not self.facts.rows("note"):  # noqa: ASYNC110  until the bot has made its database
            await asyncio.sleep(20)
        habits.choose(self.database, people, self.wall.id, self.chance)
        hostile = people.members[-1]
        async with asyncio.TaskGroup() as group:
            group.create_task(people.gather())
            group.create_task(self._end_first_round())
            group.create_task(people.vote_regularly())
            group.create_task(people.erase_busy())
            while True:
                await asyncio.sleep(self.chance.expovariate(_LOOKED_IN / DAY))
                if self.chance.random() < 1 / 30:
                    group.create_task(people.forge(hostile))
                who = self.chance.choice(people.members)
                if who not in people.gone:
                    group.create_task(people.act(who))

    async def _end_first_round(self) -> None:
        while not habits.end_first_round(self.database):  # noqa: ASYNC110  until someone starts one
            await asyncio.sleep(HOUR)


def storm(seed: object, days: float) -> Report:
    """Run a storm of that seed for so many days."""
    report = Report(seed, days)
    folder = Path(tempfile.mkdtemp(prefix="storm-"))

    async def story(world: World) -> None:
        with cheaply() as painted:
            await Storm(world, folder / "konakis.db", painted, report).run(days)

    try:
        run_world(story, seed)
    finally:
        shutil.rmtree(folder)
    return report
