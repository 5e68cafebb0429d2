"""A backup: one verified file that appears whole under its name, or not at all.

A game that does not fold is told, and copied as it is: a backup with one broken game is better
than none. A file that SQLite finds damaged is never taken for a backup.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bot.store.check import check
from bot.store.copying import copy, damage_in
from bot.store.errors import StoreError, refusing
from bot.store.migrations import steps

if TYPE_CHECKING:
    from collections.abc import Generator

    from bot.store.check import Broken

PART = ".part"  # how the name of a folder ends in which a copy is being made
_ROOM = 16 * 1024 * 1024  # bytes that a backup leaves free for the bot to write on


def back_up(database: Path, target: Path, *, replace: bool = False) -> list[Broken]:
    """Copy the database, of a running bot too; with what is wrong with single games in it."""
    _refuse(database, target, replace=replace)
    with being_made(target, database) as made:
        broken = take(database, made)
        made.chmod(database.stat().st_mode & 0o777)  # read by nobody who may not read the games
        _put(made, target, replace=replace)
    return broken


@contextmanager
def being_made(target: Path, source: Path) -> Generator[Path]:
    """Where to make the file that is to become the target; what is left there goes in the end."""
    with refusing(target):
        need = source.stat().st_size + _ROOM if source.exists() else 0
        if shutil.disk_usage(target.parent).free < need:
            raise StoreError(
                f"The disk that holds {target.parent} is full, or nearly: "
                f"{need // 1024 // 1024 + 1} MB must be free there."
            )
        folder = tempfile.TemporaryDirectory(
            prefix=f".{target.name}-", suffix=PART, dir=target.parent
        )
    with folder as name:
        made = Path(name) / target.name
        with _calling(made, target):
            yield made


def take(source: Path, made: Path) -> list[Broken]:
    """Copy and verify; with what is wrong with single games. StoreError for a damaged file."""
    version = copy(source, made)
    with _calling(made, source):
        broken = asyncio.run(_found(made)) if version == len(steps()) else damage_in(made)
    for each in broken:
        if each.match is None:
            raise StoreError(f"{source} is damaged ({each.sentence}); put a backup in its place.")
    return broken


@contextmanager
def _calling(made: Path, name: Path) -> Generator[None]:
    """Name in sentences what the host knows, not what is gone when he reads them."""
    try:
        yield
    except StoreError as error:
        raise StoreError(str(error).replace(str(made), str(name))) from error


def sync_folder(folder: Path) -> None:
    """Have the names in it on disk too, where the system can."""
    with suppress(OSError):  # Windows opens no folders
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


async def _found(path: Path) -> list[Broken]:
    return [broken async for broken in check(path)]


def _refuse(database: Path, target: Path, *, replace: bool) -> None:
    if target.is_dir():
        raise StoreError(f"{target} is a folder; name a file in it.")
    if not target.parent.is_dir():
        raise StoreError(f"There is no folder {target.parent}; make it, or name another.")
    if target.exists() and database.exists() and target.samefile(database):
        raise StoreError(f"{target} is the database itself; name another file.")
    if target.exists() and not replace:
        raise _there(target)


def _put(made: Path, target: Path, *, replace: bool) -> None:
    with refusing(target):
        if replace:
            made.replace(target)
        else:
            _put_beside(made, target)
    sync_folder(target.parent)


def _put_beside(made: Path, target: Path) -> None:
    """Give it its name unless somebody else has taken that meanwhile."""
    try:
        os.link(made, target)
    except FileExistsError:
        raise _there(target) from None
    except OSError:  # a stick's file system has no links
        if target.exists():
            raise _there(target) from None
        made.replace(target)


def _there(target: Path) -> StoreError:
    return StoreError(f"{target} is there already; name another file, or add --replace.")
