"""What a power cut leaves of a database: its file, and as much of its log as had come to the disk.

How SQLite writes: a transaction's pages go to the end of the log, the last of them marked as its
commit, and only when the disk has all of them is the commit acknowledged. Now and then the pages
are copied to the file, which comes to the disk before the log begins again. So after a power cut
the file is whole, and the log up to the end of the last commit that was acknowledged. What lay
behind that may be there up to any sector, and the next sector may hold anything.
"""

from __future__ import annotations

from struct import unpack_from
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

_HEAD, _FRAME_HEAD = 32, 24  # bytes of the log, and of each page in it
_SECTOR = 512


class Kept(NamedTuple):
    """What is on the disk for good: the file, and the log up to there."""

    file: bytes
    head: bytes  # of the log: another one when it has begun again
    end: int


def log_of(database: Path) -> Path:
    """Its log."""
    return database.with_name(f"{database.name}-wal")


def kept(database: Path) -> Kept:
    """What is there for good now: all that was committed."""
    log = _log(database)
    return Kept(database.read_bytes(), log[:_HEAD], end_of_commits(log))


def end_of_commits(log: bytes) -> int:
    """Where the last commit in the log ends."""
    if len(log) < _HEAD:
        return 0
    size, salt = unpack_from(">I", log, 8)[0] + _FRAME_HEAD, log[16:24]
    end = _HEAD
    for start in range(_HEAD, len(log) - size + 1, size):
        if log[start + 8 : start + 16] != salt:  # of an earlier round
            break
        if unpack_from(">I", log, start + 4)[0]:
            end = start + size
    return end


def cut_power(database: Path, before: Kept, chance: Random) -> None:
    """Leave what was there for good, and some of what was written since."""
    log, now = _log(database), kept(database)
    is_same = (before.file, before.head) == (now.file, now.head)
    least = before.end if is_same else now.end
    after = range(least + -least % _SECTOR, len(log) + 1, _SECTOR)
    cut = chance.choice([least, *after])
    torn = chance.randbytes(_SECTOR) if chance.random() < 1 / 2 and cut < len(log) else b""
    if log:
        log_of(database).write_bytes(log[:cut] + torn)
    database.with_name(f"{database.name}-shm").unlink(missing_ok=True)  # it lay in memory


def _log(database: Path) -> bytes:
    log = log_of(database)
    return log.read_bytes() if log.exists() else b""
