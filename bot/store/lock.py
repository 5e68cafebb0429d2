"""One bot a file: a lock beside it that ends with the process that holds it, however that ends.

Law: a file of its own is locked, never the database, so that a backup can read at any time.
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
    """Nobody else gets this far with the same file meanwhile.

    The lock's file stays when it is over: whoever removed it could remove somebody else's.
    """
    with refusing(path):
        file = lock_of(path).open("ab")
    with file:
        with refusing(path):
            _claim(file.fileno(), path)
        yield


def lock_of(path: Path) -> Path:
    """The lock's file: one, whichever link one came by."""
    real = path.resolve()
    return real.with_name(real.name + ".lock")


def _claim(descriptor: int, path: Path) -> None:
    try:
        _take(descriptor)
    except (BlockingIOError, PermissionError):
        raise StoreError(
            f"Another Konakis is using {path}; end that one, or give this one another file."
        ) from None
