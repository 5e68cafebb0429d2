"""Simulated weeks: the time that the bot of a story reads, and what the story notes beside it.

It stands still but for what a story does with it, so that a story can say what happens at a second,
and sixty days cost no more than what is done in them. A step of up to a day is time that passed;
more than that is an outage to this bot, as more than a minute is to the real one.
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
# What pings later is not due yet, nor is a card or a list that was edited just before, nor a clock
# that waits for another board, nor what follows it.
_UNSAID = """
    SELECT 1 FROM post AS p
    WHERE (player IS NULL AND kind NOT IN ('clock', 'announcement', 'foursome-announcement',
            'turn-list')
        OR due <= ?1)
    AND NOT EXISTS (
        SELECT 1 FROM post AS older WHERE older.lane = p.lane AND older.id < p.id
        AND older.kind = 'clock' AND older.due > ?1)"""


_MADE_DUE = ('"match"', "daily", "tournament", "foursome", "vote_game")


def nothing_due(ask: Ask, now: int) -> bool:
    """Whether all that is due by then is done and said."""
    return not ask(_UNSAID, now) and not any(
        ask(f"SELECT 1 FROM {table} WHERE due <= ?", now)  # noqa: S608  our own
        for table in _MADE_DUE
    )


class Hours:
    """Time passes when the story says so; then it waits until the bot has done what is due."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.now = MONDAY
        self._tell: Callable[[], None] = lambda: None

    async def program(self, settings: Settings, machine: Machine) -> None:
        """The bot as it is, by this clock."""
        await run(settings, lambda: self.now, Rhythm(1, DAY), self._when_moved, machine)

    def _when_moved(self, tell: Callable[[], None]) -> None:
        self._tell = tell

    def set(self, at: int) -> None:
        """It is that late now, however the clock came to it."""
        self.now = at
        self._tell()

    async def pass_(self, seconds: int) -> None:
        """So much time passes, as it does."""
        end = self.now + seconds
        while self.now < end:
            self.set(min(end, self.now + DAY))
            await self.heard()

    async def jump(self, at: int) -> None:
        """The clock is set to that."""
        self.set(at)
        await self.heard()

    async def till_weekday(self, day: int, hour: int) -> None:
        """Let it become that day, 0 for Monday, and that hour."""
        await self.pass_((day * DAY + hour * HOUR + MONDAY - self.now) % WEEK)

    async def start(self, bot: BotProcess) -> None:
        """The bot runs again, and has beaten: what passes from now on is no outage any more."""
        self.set(self.now + 1)  # by which its beat is told from the last one before
        await bot.start()
        await self.heard()

    async def heard(self) -> None:
        """Until the bot knows how late it is, has done what is due, and said it all."""
        with reading(self.database) as ask:
            await self.until(lambda: (str(self.now),) in ask("SELECT text FROM note"))
            await self.until(lambda: nothing_due(ask, self.now))

    async def until(self, look: Callable[[], bool]) -> None:
        """Until the database says so."""
        await until(look)

    def ask(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """What the database says."""
        with reading(self.database) as ask:
            return ask(statement, *values)

    def tell(self, statement: str, *values: object) -> None:
        """What a player of some other story writes."""
        with closing(sqlite3.connect(self.database, timeout=PATIENCE)) as db, db:
            assert db.execute(statement, values).rowcount
