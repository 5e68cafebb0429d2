"""Power cuts: a database keeps its file, and the part of its log that had reached the disk.

SQLite appends a transaction's pages to the log and marks the last one as the commit. It
acknowledges the commit only when the disk has all of them. Now and then it copies the pages to the
file, which reaches the disk before the log starts again. So after a power cut the file is whole,
and so is the log up to the end of the last acknowledged commit. Anything after that may have been
written up to any sector, and the next sector may hold anything.
"""

from __future__ import annotations

from struct import unpack_from
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

_HEAD, _FRAME_HEAD = 32, 24  # bytes of the log's header, and of each page's
_SECTOR = 512


class Kept(NamedTuple):
    """The data that a power cut can't take: the file, and the log up to `end`."""

    file: bytes
    head: bytes  # the log's header, which changes when the log starts again
    end: int


def log_of(database: Path) -> Path:
    """The path of a database's log."""
    return database.with_name(f"{database.name}-wal")


def kept(database: Path) -> Kept:
    """Return the data that a power cut can't take now: everything committed."""
    log = _log(database)
    return Kept(database.read_bytes(), log[:_HEAD], end_of_commits(log))


def end_of_commits(log: bytes) -> int:
    """Return the offset at which the last commit in the log ends."""
    if len(log) < _HEAD:
        return 0
    size, salt = unpack_from(">I", log, 8)[0] + _FRAME_HEAD, log[16:24]
    end = _HEAD
    for start in range(_HEAD, len(log) - size + 1, size):
        if log[start + 8 : start + 16] != salt:  # left over from before the log last started
            break
        if unpack_from(">I", log, start + 4)[0]:
            end = start + size
    return end


def cut_power(database: Path, before: Kept, chance: Random) -> None:
    """Leave what was safe on the disk, and some of what was written since."""
    log, now = _log(database), kept(database)
    is_same = (before.file, before.head) == (now.file, now.head)
    least = before.end if is_same else now.end
    after = range(least + -least % _SECTOR, len(log) + 1, _SECTOR)
    cut = chance.choice([least, *after])
    torn = chance.randbytes(_SECTOR) if chance.random() < 1 / 2 and cut < len(log) else b""
    if log:
        log_of(database).write_bytes(log[:cut] + torn)
    database.with_name(f"{database.name}-shm").unlink(missing_ok=True)  # it was in memory


def _log(database: Path) -> bytes:
    log = log_of(database)
    return log.read_bytes() if log.exists() else b""
