"""Allows one bot per database, by a locked file beside it. A process that ends frees the lock.

Invariant: the database itself is never locked, so that a backup can read it at any time.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.store.errors import StoreError, refusing
from bot.store.ownership import give_to_owner

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

_BEFORE = "-before-"

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def held(path: Path) -> Generator[None]:
    """Hold the lock of a database; raise StoreError if another process holds it.

    The lock's file is never removed: by then it could be another process's lock. A database with a
    second hard link has a second lock too, so it is refused.
    """
    with refusing(path):
        file = lock_of(path).open("ab")
        give_to_owner(path.resolve(), lock_of(path))
    with file:
        with refusing(path):
            _claim(file.fileno(), path)
            _forget_kept(path.resolve())
            _refuse_second_name(path)
        yield


def kept_before(path: Path, moment: str) -> Path:
    """Return the name that keeps a database when a backup replaces it."""
    return path.with_name(f"{path.stem}{_BEFORE}{moment}{path.suffix}")


def _forget_kept(path: Path) -> None:
    """Remove the kept name of a database still in place: a restore was started and killed."""
    parts = [part for part in (path, path.with_name(f"{path.name}-wal")) if part.is_file()]
    for file in path.parent.iterdir():
        if file.name.startswith(path.stem + _BEFORE) and any(map(file.samefile, parts)):
            file.unlink()


def _refuse_second_name(path: Path) -> None:
    """Raise StoreError for a file with two names: SQLite would write a log for each."""
    if path.is_file() and path.stat().st_nlink > 1:
        raise StoreError(
            f"{path} has a second name by a hard link, by which another Konakis could write to it; "
            "remove one of the two names, or copy the file."
        )


def lock_of(path: Path) -> Path:
    """Return the lock's file, the same for every symbolic link to the database."""
    real = path.resolve()
    return real.with_name(real.name + ".lock")


def _claim(descriptor: int, path: Path) -> None:
    try:
        _take(descriptor)
    except (BlockingIOError, PermissionError):
        raise StoreError(
            f"Another Konakis is using {path}; stop it first, or use another file."
        ) from None
