"""`konakis backup`: makes a verified copy of the database, which appears whole or not at all.

A broken game is reported and copied as it is: a backup with one broken game is better than none. A
file that SQLite finds damaged is never accepted.

Invariant: a database of an older format is backed up before it is brought up to date, unless the
host has turned backups off. The last seven daily backups are kept, and one of each of the four
weeks before, but none for longer than five weeks: they name people who have been erased since.
"""

from __future__ import annotations

import glob
import logging
import os
import shutil
import tempfile
import time
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from bot.feature_list import EXTENSIONS
from bot.store.check import check
from bot.store.copying import copy, damage_in, is_older
from bot.store.errors import StoreError, refusing
from bot.store.migrations import APPLICATION, steps
from games.pace import HOUR

if TYPE_CHECKING:
    from collections.abc import Collection, Generator

    from bot.model.times import Instant
    from bot.store.check import Broken

log = logging.getLogger(__name__)

DAYS = 7  # daily backups that are kept
WEEKS = 4  # before these days: one of each week
PART = ".part"  # end of the name of a folder for a copy in progress
_OLDEST = timedelta(weeks=5)  # as docs/PRIVACY.md promises
_LONGEST = HOUR  # no copy takes so long
_MAGIC = b"SQLite format 3\0"  # the first bytes of every SQLite database
_OURS = slice(68, 72)  # the bytes with the application's number
_ROOM = 16 * 1024 * 1024  # bytes that a backup leaves free for the bot


def back_up(database: Path, target: Path, *, replace: bool = False) -> list[Broken]:
    """Copy the database, even while a bot runs; return the faults of single rows."""
    _refuse_target(database, target, replace=replace)
    with temporary(target, database) as backup:
        broken = take(database, backup)
        backup.chmod(database.stat().st_mode & 0o777)  # with the same readers as the database
        _move(backup, target, replace=replace)
    return broken


def back_up_older(database: Path, folder: Path | None, now: Instant) -> None:
    """Make today's backup of a database of an older format, replacing one made earlier."""
    if folder is None or not is_older(database):
        return
    backup = folder / name_of(database.stem, datetime.fromtimestamp(now, UTC).date())
    try:
        with refusing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        back_up(database, backup, replace=True)
    except StoreError as error:
        raise StoreError(
            f"{error} Without a backup the database is not brought up to date; "
            "KONAKIS_BACKUPS=off does it all the same."
        ) from error
    log.info("backed up to %s before upgrading the database", backup)


@contextmanager
def temporary(target: Path, source: Path) -> Generator[Path]:
    """Yield a file to write and then move to the target; it is deleted unless it was moved."""
    with refusing(source):
        need = source.stat().st_size + _ROOM if source.exists() else 0
    with refusing(target):
        _delete_leftovers(target)
        if shutil.disk_usage(target.parent).free < need:
            raise StoreError(
                f"The disk that holds {target.parent} is full, or nearly: "
                f"{need // 1024 // 1024 + 1} MB must be free there."
            )
        folder = tempfile.TemporaryDirectory(
            prefix=f".{target.name}-", suffix=PART, dir=target.parent
        )
    with folder as path:
        backup = Path(path) / target.name
        with _naming(target, backup):
            yield backup


def _delete_leftovers(target: Path) -> None:
    """Delete unfinished copies for this target if their process must have been killed."""
    for left in target.parent.glob(f".{glob.escape(target.name)}-*{PART}"):
        if left.stat().st_mtime < time.time() - _LONGEST:
            shutil.rmtree(left, ignore_errors=True)


def take(source: Path, backup: Path) -> list[Broken]:
    """Copy and verify a database; return the faults of single rows.

    Raises StoreError for a damaged file.
    """
    version = copy(source, backup)
    with _naming(source, backup):
        broken = _faults(backup, version)
    for fault in broken:
        if fault.file:
            raise StoreError(f"{source} is damaged ({fault.sentence}); put a backup in its place.")
    return broken


def _faults(backup: Path, version: int) -> list[Broken]:
    return [*check(backup, EXTENSIONS)] if version == len(steps()) else damage_in(backup)


@contextmanager
def _naming(name: Path, backup: Path) -> Generator[None]:
    """Name the given file in errors, not the temporary one, which is gone by then."""
    try:
        yield
    except StoreError as error:
        raise StoreError(str(error).replace(str(backup), str(name))) from error


def is_database(path: Path) -> bool:
    """Whether a file is a database of Konakis, by its first bytes."""
    try:
        with path.open("rb") as file:
            head = file.read(_OURS.stop)
        return head.startswith(_MAGIC) and head[_OURS] == APPLICATION.to_bytes(4)
    except OSError:
        return False


def sync_folder(folder: Path) -> None:
    """Write a folder's directory entries to disk, if the system can."""
    with suppress(OSError):  # Windows can't open folders
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _refuse_target(database: Path, target: Path, *, replace: bool) -> None:
    """Refuse a target that is a folder, the database itself, or a file to be kept."""
    if target.is_dir():
        raise StoreError(f"{target} is a folder; name a file in it.")
    if not target.parent.is_dir():
        raise StoreError(f"There is no folder {target.parent}; make it, or name another.")
    if target.exists() and database.exists() and target.samefile(database):
        raise StoreError(f"{target} is the database itself; name another file.")
    if not target.exists():
        return
    if not replace:
        raise _exists(target)
    if not is_database(target):
        raise StoreError(f"{target} isn't a backup of Konakis; name another file, or delete it.")
    if target.with_name(f"{target.name}-wal").exists():  # beside a backup there is none
        raise StoreError(f"{target} is the database of a bot; name another file.")


def _move(backup: Path, target: Path, *, replace: bool) -> None:
    """Move a finished backup to its target."""
    with refusing(target):
        if replace:
            backup.replace(target)
        else:
            _move_without_replacing(backup, target)
    sync_folder(target.parent)


def _move_without_replacing(backup: Path, target: Path) -> None:
    """Move a backup to its target unless another file has taken that name."""
    try:
        os.link(backup, target)
    except FileExistsError:
        raise _exists(target) from None
    except OSError:  # such as the file system of a USB stick, without links
        if target.exists():
            raise _exists(target) from None
        backup.replace(target)


def _exists(target: Path) -> StoreError:
    return StoreError(f"{target} is there already; name another file, or add --replace.")


def outdated(days: Collection[date], today: date) -> set[date]:
    """Return the days whose backups must be deleted; never today, even after a clock change."""
    newest = sorted(days, reverse=True)
    first_of_week = {day.isocalendar()[:2]: day for day in newest[DAYS:]}  # the earliest is last
    weekly = list(first_of_week.values())[:WEEKS]
    old = {day for day in days if today - day > _OLDEST}
    return (set(newest[DAYS:]) - set(weekly) | old) - {today}


def name_of(stem: str, day: date) -> str:
    """Return the name of a day's backup."""
    return f"{stem}-{day.isoformat()}.db"


def day_of(stem: str, file: str) -> date | None:
    """Return the day of a backup by its name; None for any other file."""
    try:
        day = date.fromisoformat(file.removeprefix(f"{stem}-").removesuffix(".db"))
    except ValueError:
        return None
    return day if file == name_of(stem, day) else None
