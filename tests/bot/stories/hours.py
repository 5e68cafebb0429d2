"""Simulated weeks: the clock that the bot of a story reads and the story sets.

The clock moves only when a story moves it. So a story can test a single second, and sixty days cost
only the work done in them. A step of up to a day counts as time that passed; a longer one is an
outage for this bot, as a minute is for the real one.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from bot.composition import Machine, run
from bot.service.services import Rhythm
from sandbox.observer import PATIENCE
from tests.bot.stories.reading import reading
from tests.together import until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bot.config import Settings
    from sandbox.process import BotProcess
    from tests.bot.stories.reading import Ask

HOUR, DAY = 3600, 86_400
WEEK = 7 * DAY
MONDAY = 1_893_974_400  # 7 January 2030, midnight in UTC
# Late pings may wait, as may results until they are listed, challenges until they are deleted, an
# announcement or a list that was edited just before, a clock that waits for another board, and the
# posts after it.
_UNSAID = """
    SELECT 1 FROM post AS p
    WHERE (player IS NULL AND kind NOT IN ('clock', 'announcement', 'foursome-announcement',
            'turn-list', 'finished', 'fold-result', 'fold-announcement', 'delete-challenge',
            'delete-leftover')
        OR due <= ?1)
    AND NOT EXISTS (
        SELECT 1 FROM post AS older WHERE older.lane = p.lane AND older.id < p.id
        AND older.kind = 'clock' AND older.due > ?1)"""


_MADE_DUE = ('"match"', "daily", "tournament", "foursome", "vote_game")


def nothing_due(ask: Ask, now: int) -> bool:
    """Whether everything due by then is done and posted."""
    return not ask(_UNSAID, now) and not any(
        ask(f"SELECT 1 FROM {table} WHERE due <= ?", now)  # noqa: S608  our own words
        for table in _MADE_DUE
    )


class Hours:
    """Time that passes when the story says so; the story then waits for the bot's work."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.now = MONDAY
        self.pause = 0  # between two pings of a person: in most stories, everyone acts at once
        self._tell: Callable[[], None] = lambda: None

    async def program(self, settings: Settings, machine: Machine) -> None:
        """Run the usual bot on this clock."""
        await run(settings, lambda: self.now, Rhythm(1, DAY, self.pause), self._when_moved, machine)

    def _when_moved(self, tell: Callable[[], None]) -> None:
        self._tell = tell

    def set(self, at: int) -> None:
        """Set the time, and wake the bot."""
        self.now = at
        self._tell()

    async def pass_(self, seconds: int) -> None:
        """Let so much time pass, a day at a time at most."""
        end = self.now + seconds
        while self.now < end:
            self.set(min(end, self.now + DAY))
            await self.heard()

    async def jump(self, at: int) -> None:
        """Set the clock to that time at once."""
        self.set(at)
        await self.heard()

    async def till_weekday(self, day: int, hour: int) -> None:
        """Let time pass until that day, 0 for Monday, and hour."""
        await self.pass_((day * DAY + hour * HOUR + MONDAY - self.now) % WEEK)

    async def start(self, bot: BotProcess) -> None:
        """Start the bot and wait for its heartbeat: time from now on is no longer an outage."""
        self.set(self.now + 1)  # so its heartbeat differs from the last one
        await bot.start()
        await self.heard()

    async def heard(self) -> None:
        """Wait until the bot knows the time, and has done and posted everything due."""
        with reading(self.database) as ask:
            await self.until(lambda: (str(self.now),) in ask("SELECT text FROM note"))
            await self.until(lambda: nothing_due(ask, self.now))

    async def until(self, look: Callable[[], bool]) -> None:
        """Wait until the database says so."""
        await until(look)

    def ask(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Run a query on the database."""
        with reading(self.database) as ask:
            return ask(statement, *values)

    def tell(self, statement: str, *values: object) -> None:
        """Write to the database, as a player of some other story would."""
        with closing(sqlite3.connect(self.database, timeout=PATIENCE)) as db, db:
            assert db.execute(statement, values).rowcount
