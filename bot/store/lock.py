"""One bot for one database: a locked file beside it. A process that ends, or dies, frees the lock.

Law: the database itself is never locked, so that a backup can read it at any time.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.store.errors import StoreError, refusing

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

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

    The lock's file is never removed: by then it could be the lock of another process.
    """
    with refusing(path):
        file = lock_of(path).open("ab")
    with file:
        with refusing(path):
            _claim(file.fileno(), path)
        yield


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
