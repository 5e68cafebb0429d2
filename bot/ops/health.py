"""Health checks: of a running bot (`konakis health`), and of its surroundings at its start.

A running bot is asked at its local port. When it starts, it logs its versions and warns of settings
that other users can read; once after each update it warns of an SQLite that may harm the data.
"""

from __future__ import annotations

import http.client
import logging
import os
import platform
import sqlite3
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

from bot.config import own_version

if TYPE_CHECKING:
    from bot.store.notes import Notes

log = logging.getLogger(__name__)

SETTINGS = Path(".env")
_TIMEOUT = 3  # seconds
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  addresses that include this machine
_SOUND = (3, 51, 3)  # SQLite's first release without the WAL-reset fault
_MENDED = {(3, 44): 6, (3, 50): 7}  # older series, and their first release without it
_WARNED = "sqlite"  # the note with the versions of the last logged warning
_FAULTY = """\
SQLite %s can, in rare cases, damage the database while another program has it open, such as a \
backup. This is fixed in 3.51.3 (and 3.50.7, 3.44.6): update SQLite with your system, or run the \
image, which has a fixed one. Until then, keep the daily backups."""
_OTHERS = 0o077  # the permissions of the group and of all others


def trouble(host: str, port: int) -> str:
    """Return a sentence about a running bot's problem; empty if there is none."""
    if not port:
        return "KONAKIS_METRICS_PORT is not set, so the bot's health can't be checked."
    connection = http.client.HTTPConnection(_EVERYWHERE.get(host, host), port, timeout=_TIMEOUT)
    try:
        connection.request("GET", "/ready")
        answer = connection.getresponse()
    except (OSError, http.client.HTTPException) as error:
        return f"No bot is answering on port {port} ({error or type(error).__name__})."
    finally:
        connection.close()
    return (
        ""
        if answer.status == HTTPStatus.OK
        else "The bot is running, but not connected to Discord."
    )


def log_surroundings(settings: Path = SETTINGS) -> None:
    """Log the versions, and warn of settings that other users can read."""
    versions = own_version(), platform.python_version(), sqlite3.sqlite_version
    log.info("Konakis %s, Python %s, SQLite %s", *versions)
    if _is_open_to_others(settings):
        log.warning(
            "other users of this machine can read %s, which has the token; fix it with: "
            "chmod 600 %s",
            settings,
            settings,
        )


def sqlite_fault() -> str:
    """Return the fault of this machine's SQLite and the remedy; empty if there is none."""
    version = sqlite3.sqlite_version_info
    series, release = version[:2], version[2]
    sound = version >= _SOUND or release >= _MENDED.get(series, release + 1)
    return "" if sound else _FAULTY % sqlite3.sqlite_version


async def warn_of_sqlite(notes: Notes) -> None:
    """Log SQLite's fault, once for each version of SQLite and of Konakis."""
    versions = f"{own_version()} {sqlite3.sqlite_version}"
    fault = sqlite_fault()
    if fault and await notes.read(_WARNED) != versions:
        log.warning("%s", fault)
        await notes.keep(_WARNED, versions)


def _is_open_to_others(path: Path) -> bool:
    """Whether others than its owner can read a file. Windows' file modes don't say."""
    return os.name == "posix" and path.exists() and bool(path.stat().st_mode & _OTHERS)
