"""A database of an older format is backed up before a newer version changes it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.ops.backup import back_up_older
from bot.ops.check import report
from bot.store.errors import StoreError
from tests.bot.ops.conftest import ask, games, held_games, names
from tests.bot.ops.test_backup import kept

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("next_version")
NOON = 1_779_364_800  # 2026-05-21, 12:00 UTC


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "konakis.db"
    kept(path)
    return path


def test_it_is_kept_as_it_was(old: Path, tmp_path: Path) -> None:
    back_up_older(old, tmp_path / "backups", NOON)
    before = held_games(old)
    asyncio.run(games(old, 1))
    (copy,) = (tmp_path / "backups").iterdir()
    assert copy.name == "konakis-2026-05-21.db"
    assert (ask(copy, "PRAGMA user_version"), held_games(copy)) == (1, before)
    back_up_older(old, tmp_path / "backups", NOON)  # it is up to date now
    assert held_games(copy) == before


def test_the_backup_of_that_morning_gives_way(old: Path, tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    asyncio.run(games(tmp_path / "backups" / "konakis-2026-05-21.db"))
    back_up_older(old, tmp_path / "backups", NOON)
    assert held_games(tmp_path / "backups" / "konakis-2026-05-21.db") == held_games(old)


def test_without_a_backup_it_stays_as_it_is(old: Path, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("no folder")
    with pytest.raises(StoreError, match=r"File exists\. Without a backup .* does it all the same"):
        back_up_older(old, tmp_path / "backups", NOON)
    assert ask(old, "PRAGMA user_version") == 1


def test_none_is_made_where_none_is_wanted_and_of_a_new_database(old: Path, tmp_path: Path) -> None:
    back_up_older(old, None, NOON)
    back_up_older(tmp_path / "new.db", tmp_path / "backups", NOON)
    assert names(tmp_path) == ["konakis.db"]


def test_a_database_that_cannot_be_used_gets_a_sentence(tmp_path: Path) -> None:
    unusable = tmp_path / ("x" * 300)
    with pytest.raises(StoreError) as refused:
        back_up_older(unusable, tmp_path / "backups", NOON)
    assert str(refused.value) == f"{unusable} cannot be used: File name too long."


def test_one_may_check_it_before(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = old.read_bytes()
    assert report(old) == 0
    out = capsys.readouterr().out
    assert out.startswith("This file has an older format;")
    assert out.endswith(f"\n{old} is intact.\n")
    assert (old.read_bytes(), names(old.parent)) == (before, ["konakis.db"])
