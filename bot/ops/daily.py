"""The daily backup: makes one each day while the bot runs, and deletes those beyond the rotation.

Invariant: the names of the files say which backup is due; nothing else is remembered. A process of
its own makes each copy, so the bot plays on and can end at any time. Old backups are deleted only
after a new one is whole.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sys
from contextlib import asynccontextmanager, suppress
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import bot
from bot.ops.backup import PART, day_of, is_database, name_of, outdated
from bot.store.errors import StoreError, refusing
from bot.store.lock import held
from games.pace import DAY, HOUR

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from bot.model.times import Instant

log = logging.getLogger(__name__)

_FIRST_WAIT = 60  # seconds after the start, so that a bot that fails at each start makes no backups
_EVERY = 600  # seconds between two looks at the folder
_AFTER_FAILURE = HOUR
_SHOWN = 400  # characters of an error that are logged
# This very program, wherever the bot was started: `python -m bot` would run a bot.py of the current
# folder. -P keeps that folder out; the folder with our packages comes first.
_OURS = Path(bot.__file__).parents[1]
_PROGRAM = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from bot.__main__ import main
sys.exit(main())
"""


@asynccontextmanager
async def daily_backups(
    database: Path, folder: Path | None, now: Callable[[], Instant]
) -> AsyncGenerator[Backups | None]:
    """Inside this block a backup is made each day (by UTC). Failures are logged."""
    if folder is None:
        yield None
        return
    backups = Backups(database, folder, now)
    task = asyncio.create_task(_keep_running(backups))
    try:
        yield backups
    finally:
        task.cancel()
        await asyncio.wait([task])


async def _keep_running(backups: Backups) -> None:
    """Make backups, starting again an hour after each failure."""
    await asyncio.sleep(_FIRST_WAIT)
    while True:
        try:
            await backups.run_until_cancelled()
        except StoreError as error:
            backups.log_failure(str(error))
        except Exception:
            log.exception("could not make the daily backup")
        await asyncio.sleep(_AFTER_FAILURE)


class Backups:
    """The backups of one database, in a folder that no other bot uses."""

    def __init__(self, database: Path, folder: Path, now: Callable[[], Instant]) -> None:
        self._database = database
        self._folder = folder
        self._now = now
        self._logged = ""  # the last failure since a backup was made
        self._began = now()
        self._newest = self._began  # the time of the newest backup, or of the start

    def are_overdue(self) -> bool:
        """Whether none was made for a day; False in the first hour, in which one can be made."""
        now = self._now()
        return now - self._newest >= DAY and now - self._began >= HOUR

    def log_failure(self, sentence: str) -> None:
        """Log a failure, unless it was the last one logged."""
        if sentence != self._logged:
            log.error(
                "daily backup failed: %s Retrying in an hour; older backups are kept", sentence
            )
        self._logged = sentence

    async def run_until_cancelled(self) -> None:
        """Make a backup whenever today's is missing, until cancelled.

        Raise StoreError if one fails.
        """
        with refusing(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
        with held(self._folder / self._database.name):
            self._note_newest()
            while True:
                await self.make()
                await asyncio.sleep(_EVERY)

    async def make(self) -> None:
        """Make today's backup unless it exists, and delete the outdated ones."""
        today = datetime.fromtimestamp(self._now(), UTC).date()
        backup = self._folder / name_of(self._database.stem, today)
        if await asyncio.to_thread(backup.exists):
            self._newest = self._now()
            return
        await asyncio.to_thread(self._delete_leftovers)
        status, output = await _copy(self._database, backup)
        if not await asyncio.to_thread(is_database, backup):
            raise StoreError(output or f"The process that copies ended with status {status}.")
        self._logged, self._newest = "", self._now()
        log.info("backed up to %s", backup)
        if status:  # some games are broken; an older backup may have them whole
            log.error("%s Older backups are kept", output)
        else:
            if output:  # about data that a repair computes again, from any backup
                log.error("%s", output)
            await asyncio.to_thread(self._rotate, today)

    def _note_newest(self) -> None:
        """Note when the day of the newest backup ended, unless that is to come."""
        if days := self._days():
            end = datetime.combine(max(days), time(), UTC) + timedelta(1)
            self._newest = min(self._newest, int(end.timestamp()))

    def _delete_leftovers(self) -> None:
        """Delete unfinished copies of a killed run."""
        for left in self._folder.glob(f".*{PART}"):
            shutil.rmtree(left, ignore_errors=True)

    def _rotate(self, today: date) -> None:
        with refusing(self._folder):
            for day in outdated(self._days(), today):
                (self._folder / name_of(self._database.stem, day)).unlink(missing_ok=True)

    def _days(self) -> set[date]:
        days = (day_of(self._database.stem, file.name) for file in self._folder.iterdir())
        return {day for day in days if day}


async def _copy(database: Path, backup: Path) -> tuple[int, str]:
    """Run `konakis backup` as a process; return its status and output."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-c", _PROGRAM, str(_OURS), "backup", "--quiet", str(backup)),
        env={**os.environ, "KONAKIS_DATABASE": str(database)},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, output = await process.communicate()
    finally:
        if process.returncode is None:  # the bot is ending; an unfinished copy is no loss
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    assert process.returncode is not None
    return process.returncode, " ".join(output.decode(errors="replace").split())[-_SHOWN:]
