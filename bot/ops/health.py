"""Health checks: of a running bot (`konakis health`), and of its surroundings as it starts.

A running bot is asked at its local port. At its start it logs its versions, and what may harm the
data: an old SQLite, settings that others may read.
"""

from __future__ import annotations

import http.client
import logging
import os
import platform
import sqlite3
from http import HTTPStatus
from pathlib import Path

from bot.config import own_version

log = logging.getLogger(__name__)

SETTINGS = Path(".env")
_TIMEOUT = 3  # seconds
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  listening everywhere is listening here too
_SOUND = (3, 51, 3)  # SQLite's first release without the WAL-reset fault
_OTHERS = 0o077  # the rights of the group and of all others


def trouble(host: str, port: int) -> str:
    """What is wrong, as a sentence; empty when all is well."""
    if not port:
        return "KONAKIS_METRICS_PORT is not set, so the bot cannot be asked how it is."
    connection = http.client.HTTPConnection(_EVERYWHERE.get(host, host), port, timeout=_TIMEOUT)
    try:
        connection.request("GET", "/ready")
        answer = connection.getresponse()
    except (OSError, http.client.HTTPException) as error:
        return f"No bot answers at port {port} ({error or type(error).__name__})."
    finally:
        connection.close()
    return (
        "" if answer.status == HTTPStatus.OK else "The bot runs, but is not connected to Discord."
    )


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
