"""The log at the start: versions, settings others can read, and sometimes an old SQLite."""

from __future__ import annotations

import os
import re
import sqlite3
from typing import TYPE_CHECKING

import pytest

from bot.ops.health import log_surroundings, sqlite_fault, warn_of_sqlite

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store.store import Store

OLD = "can, in rare cases, damage the database"


@pytest.fixture(autouse=True)
def sound(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """An SQLite without the fault, on any machine; and all that is logged."""
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 3))
    caplog.set_level("INFO")


def test_the_versions_are_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    log_surroundings(tmp_path / ".env")
    (line,) = caplog.messages
    assert re.fullmatch(r"Konakis \S+, Python 3\.\d+\.\S+, SQLite 3\.\d+\.\d+", line)


@pytest.mark.parametrize(
    ("version", "faulty"),
    [
        ((3, 40, 1), True),
        ((3, 44, 5), True),
        ((3, 44, 6), False),
        ((3, 46, 1), True),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
        ((3, 53, 0), False),
    ],
)
def test_an_sqlite_with_the_wal_reset_fault_is_known(
    monkeypatch: pytest.MonkeyPatch, version: tuple[int, int, int], *, faulty: bool
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    assert (OLD in sqlite_fault()) is faulty


async def test_of_an_old_sqlite_the_log_warns_once_after_each_update(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def warnings() -> int:
        caplog.clear()
        await warn_of_sqlite(store.notes)
        await warn_of_sqlite(store.notes)
        return len(caplog.messages)

    assert await warnings() == 0
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 40, 1))
    assert await warnings() == 1
    assert await warnings() == 0
    monkeypatch.setattr("bot.ops.health.own_version", lambda: "9.0.0")
    assert await warnings() == 1
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.41.0")
    assert await warnings() == 1
    assert await warnings() == 0


@pytest.mark.skipif(os.name != "posix", reason="a file's mode says nothing there")
@pytest.mark.parametrize(
    ("mode", "warned"), [(0o600, False), (0o400, False), (0o640, True), (0o604, True)]
)
def test_settings_that_others_may_read_are_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, mode: int, *, warned: bool
) -> None:
    settings = tmp_path / ".env"
    settings.touch()
    settings.chmod(mode)
    log_surroundings(settings)
    assert (f"fix it with: chmod 600 {settings}" in caplog.text) is warned
