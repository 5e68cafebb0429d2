"""`konakis repair`: a copy first, and of every failure a sentence that says what is true."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

from bot.ops import repair as repairing
from bot.ops.repair import repair
from bot.store.errors import StoreError
from tests.bot.ops.conftest import ask, names
from tests.bot.store.spoil import spoil

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Never

NOW = 1_760_000_000
KEPT = "konakis-before-2025-10-09T085320Z.db"
TEXT = "konakis-before-2025-10-09T085320Z.txt"
WRONG = 'UPDATE "match" SET plies = 9 WHERE id = 2'


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away"
)
def test_what_root_repairs_belongs_to_the_bots_user(database: Path) -> None:
    spoil(database, WRONG)
    os.chown(database, 10001, 10002)
    assert repair(database, NOW) == 0
    files = {file.name: file.stat() for file in database.parent.iterdir()}
    assert {(file.st_uid, file.st_gid) for file in files.values()} == {(10001, 10002)}
    assert '"plies": 9,' in database.with_name(TEXT).read_text("utf-8")
    assert sorted(files) == [KEPT, TEXT, "konakis.db", "konakis.db.lock"]


def refusal(database: Path) -> str:
    with pytest.raises(StoreError) as refused:
        repair(database, NOW)
    return str(refused.value)


def fill_the_disk(*_: object) -> Never:
    """Fail as SQLite does on a disk that takes no more."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("PRAGMA max_page_count = 1")
        db.execute("CREATE TABLE more (room)")
    raise AssertionError


def test_a_full_disk_is_not_said_to_be_damage(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repairing, "repair_rows", fill_the_disk)
    assert refusal(database) == f"The disk that holds {database} is full."


def test_room_is_left_for_the_bot(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(database, WRONG)
    monkeypatch.setattr(shutil, "disk_usage", Mock(return_value=Mock(free=16_000_000)))
    assert refusal(database) == (
        f"The disk that holds {database.parent} is full, or nearly: 17 MB must be free there."
    )
    assert names(database.parent) == ["konakis.db", "konakis.db.lock"]
    assert ask(database, 'SELECT plies FROM "match" WHERE id = 2') == 9


def test_half_a_copy_is_not_left(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(database, WRONG)
    monkeypatch.setattr("bot.store.copying._settle", fill_the_disk)
    assert refusal(database) == f"The disk that holds {database.with_name(KEPT)} is full."
    assert names(database.parent) == ["konakis.db", "konakis.db.lock"]
    assert ask(database, 'SELECT plies FROM "match" WHERE id = 2') == 9


def test_the_copy_is_open_to_those_to_whom_the_database_is(database: Path) -> None:
    database.chmod(0o640)
    assert repair(database, NOW) == 0
    assert database.with_name(KEPT).stat().st_mode & 0o777 == 0o640
