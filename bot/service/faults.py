"""Recognises failures of the database's disk, so that players and the log can name them."""

from __future__ import annotations

from bot.store.errors import DiskFails, DiskFull


def is_disk_failure(error: BaseException) -> bool:
    """Whether the disk or the file of the database failed."""
    return isinstance(error, DiskFails)


def is_disk_full(error: BaseException) -> bool:
    """Whether the database's disk is full."""
    return isinstance(error, DiskFull)
