"""What is logged at the start: the versions, an old SQLite, settings that others may read."""

from __future__ import annotations

import os
import re
import sqlite3
from typing import TYPE_CHECKING

import pytest

from bot.ops.health import log_surroundings

if TYPE_CHECKING:
    from pathlib import Path

OLD = "can, very seldom, damage the database"


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
    ("version", "warned"),
    [((3, 40, 1), True), ((3, 51, 2), True), ((3, 51, 3), False), ((3, 53, 0), False)],
)
def test_an_sqlite_with_the_wal_reset_fault_is_warned_of(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    version: tuple[int, int, int],
    *,
    warned: bool,
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    log_surroundings(tmp_path / ".env")
    assert (OLD in caplog.text) is warned


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
    assert (f"close it with: chmod 600 {settings}" in caplog.text) is warned
