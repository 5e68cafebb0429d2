"""What a host should know at the start: the versions that run, and what may harm the data."""

from __future__ import annotations

import logging
import os
import platform
import sqlite3
from pathlib import Path

from bot.config import own_version

log = logging.getLogger(__name__)

SETTINGS = Path(".env")
_SOUND = (3, 51, 3)  # SQLite's first release without the WAL-reset fault
_OTHERS = 0o077  # the rights of the group and of all others


def log_surroundings(settings: Path = SETTINGS) -> None:
    """Log the versions, and warn of an old SQLite and of settings that others may read."""
    versions = own_version(), platform.python_version(), sqlite3.sqlite_version
    log.info("Konakis %s, Python %s, SQLite %s", *versions)
    if sqlite3.sqlite_version_info < _SOUND:
        log.warning(
            "SQLite %s can, very seldom, damage the database while another program has it open; "
            "this was mended in 3.51.3. Update it when you can, and keep the daily backups.",
            sqlite3.sqlite_version,
        )
    if _is_open_to_others(settings):
        log.warning(
            "%s holds the token and can be read by other users of this machine; close it with: "
            "chmod 600 %s",
            settings,
            settings,
        )


def _is_open_to_others(path: Path) -> bool:
    """Whether more than its owner may read it. On Windows a file's mode does not tell."""
    return os.name == "posix" and path.exists() and bool(path.stat().st_mode & _OTHERS)
