"""A backup a day while the bot runs, and no more of them than the rotation keeps.

Law: what is due is read from the names of the files, never remembered. A process of its own makes
each copy, so the bot plays on and may end at any time. Old ones go only when a new one is whole.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sys
from contextlib import asynccontextmanager, suppress
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from bot.ops.backup import PART
from bot.ops.rotation import day_of, name, outdated
from bot.store.errors import StoreError, refusing
from bot.store.lock import held

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from bot.service.model import Instant

log = logging.getLogger(__name__)

_FIRST = 60  # seconds after the start: whoever fails to start over and over makes no backups
_LOOK = 600  # seconds between two looks at the folder
_AGAIN = 3600  # seconds after a failure
_SHOWN = 400  # characters of what went wrong


@asynccontextmanager
async def daily(
    database: Path, folder: Path | None, now: Callable[[], Instant]
) -> AsyncGenerator[None]:
    """Inside this block there is a backup each day (by UTC). Whatever fails is logged."""
    task = asyncio.create_task(_keep_on(Backups(database, folder, now))) if folder else None
    try:
        yield
    finally:
        if task:
            task.cancel()
            await asyncio.wait([task])


async def _keep_on(backups: Backups) -> None:
    await asyncio.sleep(_FIRST)
    while True:
        try:
            await backups.look_after()
        except StoreError as error:
            backups.complain(str(error))
        except Exception:
            log.exception("no backup")
        await asyncio.sleep(_AGAIN)


class Backups:
    """The backups of one database, in a folder that is this bot's alone."""

    def __init__(self, database: Path, folder: Path, now: Callable[[], Instant]) -> None:
        self._database = database
        self._folder = folder
        self._now = now
        self._said = ""  # what went wrong, until it goes well

    def complain(self, sentence: str) -> None:
        """Log it, unless it is what was logged last."""
        if sentence != self._said:
            log.error("no backup: %s It is tried again each hour, and older ones stay", sentence)
        self._said = sentence

    async def look_after(self) -> None:
        """Make one whenever today's is missing, for ever; StoreError when it cannot be made."""
        with refusing(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
        with held(self._folder / self._database.name):
            while True:
                await self.make()
                await asyncio.sleep(_LOOK)

    async def make(self) -> None:
        """Make today's unless it is there, and let go what is outdated."""
        today = datetime.fromtimestamp(self._now(), UTC).date()
        made = self._folder / name(self._database.stem, today)
        if not await asyncio.to_thread(self._due, made):
            return
        status, words = await _copy(self._database, made)
        if await asyncio.to_thread(self._due, made):
            raise StoreError(words or f"The process that copies ended with status {status}.")
        self._said = ""
        log.info("backed up as %s", made)
        if status:  # some games do not fold; perhaps they do in an older backup
            log.error("%s The older backups stay", words)
        else:
            await asyncio.to_thread(self._rotate, today)

    def _due(self, made: Path) -> bool:
        """Whether it is missing; then nothing that a killed run left is in its way either."""
        if made.exists():
            return False
        for left in self._folder.glob(f".*{PART}"):
            shutil.rmtree(left, ignore_errors=True)
        return True

    def _rotate(self, today: date) -> None:
        with refusing(self._folder):
            for day in outdated(self._days(), today):
                (self._folder / name(self._database.stem, day)).unlink(missing_ok=True)

    def _days(self) -> set[date]:
        found = (day_of(self._database.stem, each.name) for each in self._folder.iterdir())
        return {day for day in found if day}


async def _copy(database: Path, made: Path) -> tuple[int, str]:
    """Have another process do it; with its status and what it says."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "backup", str(made)),
        env={**os.environ, "KONAKIS_DATABASE": str(database)},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, said = await process.communicate()
    finally:
        if process.returncode is None:  # we are to end; half a copy is no loss
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    assert process.returncode is not None
    return process.returncode, " ".join(said.decode(errors="replace").split())[-_SHOWN:]
