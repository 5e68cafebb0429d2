"""One bot for one database: a locked file beside it. A process that ends, or dies, frees the lock.

Law: the database itself is never locked, so that a backup can read it at any time.
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
    """Hold the lock of a database; StoreError where another process holds it.

    The lock's file is never removed: by then it could be the lock of another process. A database
    with a second hard link has a second lock too, so it is refused.
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
    """The name under which a database is kept when a backup takes its place."""
    return path.with_name(f"{path.stem}{_BEFORE}{moment}{path.suffix}")


def _forget_kept(path: Path) -> None:
    """Take back such names where the database is still in its place: that was begun and killed."""
    parts = [part for part in (path, path.with_name(f"{path.name}-wal")) if part.is_file()]
    for file in path.parent.iterdir():
        if file.name.startswith(path.stem + _BEFORE) and any(map(file.samefile, parts)):
            file.unlink()


def _refuse_second_name(path: Path) -> None:
    """SQLite would write another log beside the other name, and neither know of the other."""
    if path.is_file() and path.stat().st_nlink > 1:
        raise StoreError(
            f"{path} has a second name by a hard link, by which another Konakis could write to it; "
            "remove one of the two names, or copy the file."
        )


def lock_of(path: Path) -> Path:
    """The lock's file, the same by whichever link the database is reached."""
    real = path.resolve()
    return real.with_name(real.name + ".lock")


def _claim(descriptor: int, path: Path) -> None:
    try:
        _take(descriptor)
    except (BlockingIOError, PermissionError):
        raise StoreError(
            f"Another Konakis is using {path}; end that one, or give this one another file."
        ) from None
