"""Restoring: the backup stands where the database stood, and the database from before is kept."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.ops.backup import back_up
from bot.ops.restore import restore
from bot.store.check import Broken, check
from bot.store.errors import StoreError
from bot.store.store import open_store
from tests.bot.ops.conftest import ask, games, held_games, names, page_of, spoil
from tests.bot.ops.test_backup import kept
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import begun

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOW = 1_760_000_000
KEPT = "konakis-before-2025-10-09T085320Z.db"
KILLED = """
import os, pathlib, sys
from bot.ops import restore
def die(*_): os.kill(os.getpid(), 9)
exec(sys.argv[3])
restore.restore(*map(pathlib.Path, sys.argv[1:3]), 1_760_000_000)
"""


@pytest.fixture
def copy(database: Path, tmp_path: Path) -> Path:
    """A backup of three games, after which two more were begun."""
    path = tmp_path / "copy.db"
    back_up(database, path)
    asyncio.run(games(database, 2))
    return path


def diary(path: Path) -> None:
    path.write_text("Dear diary, today I lost three times.\n" * 99)


def foreign(path: Path) -> None:
    path.unlink()
    ask(path, "CREATE TABLE diary (entry)")


def newer(path: Path) -> None:
    ask(path, "PRAGMA user_version = 9999")


def empty(path: Path) -> None:
    path.write_bytes(b"")


def damaged(path: Path) -> None:
    spoil(path, page_of(path, "match"))


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-8192])


def missing(path: Path) -> None:
    path.unlink()


def test_the_backup_stands_where_the_database_stood(database: Path, copy: Path) -> None:
    as_it_was = copy.read_bytes()
    database.chmod(0o640)
    assert restore(copy, database, NOW) == ([], database.with_name(KEPT))
    assert (held_games(database), held_games(database.with_name(KEPT))) == (3, 5)
    assert names(database.parent) == [KEPT, "konakis.db", "konakis.db.lock"]
    assert copy.read_bytes() == as_it_was
    assert database.stat().st_mode & 0o777 == 0o640
    asyncio.run(games(database, 1))  # the bot plays on
    assert held_games(database) == 4


def test_on_a_new_machine_there_is_nothing_to_keep(copy: Path, tmp_path: Path) -> None:
    database = tmp_path / "new" / "konakis.db"
    assert restore(copy, database, NOW) == ([], None)
    assert held_games(database) == 3
    assert names(database.parent) == ["konakis.db", "konakis.db.lock"]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (diary, "FILE isn't a database; name another file, or move this one away."),
        (foreign, "FILE is the database of another program; name another file."),
        (newer, "FILE was written by a newer Konakis (its format is 9999, this one knows "),
        (empty, "FILE is empty: no bot has ever started with it."),
        (damaged, "FILE is damaged"),
        (cut_short, "FILE is damaged"),
        (missing, "There is no file FILE; name a backup."),
    ],
)
def test_what_is_no_backup_changes_nothing(
    database: Path, copy: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    spoil(copy)
    before = database.read_bytes()
    with pytest.raises(StoreError) as refused:
        restore(copy, database, NOW)
    assert str(refused.value).replace(str(copy), "FILE").startswith(sentence)
    assert database.read_bytes() == before
    assert names(database.parent) == ["konakis.db", "konakis.db.lock"]


def test_the_database_is_no_backup_of_itself(database: Path) -> None:
    with pytest.raises(StoreError, match=r"is the database itself; name a backup\.$"):
        restore(database, database, NOW)
    assert held_games(database) == 3


async def test_nothing_is_restored_under_a_running_bot(tmp_path: Path) -> None:
    database, copy = tmp_path / "konakis.db", tmp_path / "copy.db"
    async with open_store(database, EXTENSIONS) as store:
        await begun(store)
        await asyncio.to_thread(back_up, database, copy)
        with pytest.raises(StoreError, match=r"^Another Konakis is using "):
            await asyncio.to_thread(restore, copy, database, NOW)
        await begun(store)
    assert held_games(database) == 2


def test_nothing_is_restored_while_another_program_reads_the_database(
    database: Path, copy: Path
) -> None:
    with closing(sqlite3.connect(database)) as reader:
        reader.execute("PRAGMA journal_mode = WAL")
        reader.execute('SELECT count(*) FROM "match"').fetchone()
        with pytest.raises(StoreError, match=r"^Another program is writing to "):
            restore(copy, database, NOW)
    assert held_games(database) == 5


async def test_what_a_killed_bot_left_in_its_log_is_kept(tmp_path: Path) -> None:
    database, copy = tmp_path / "konakis.db", tmp_path / "copy.db"
    await games(copy, 1)
    async with open_store(tmp_path / "other.db", EXTENSIONS) as store:
        await begun(store)
        for end in ("", "-wal"):
            shutil.copy(tmp_path / f"other.db{end}", tmp_path / f"konakis.db{end}")
    await asyncio.to_thread(restore, copy, database, NOW)
    assert held_games(tmp_path / KEPT) == 1
    assert not (tmp_path / f"{KEPT}-wal").exists()


def test_a_log_that_sqlite_does_not_take_up_is_kept_too(
    database: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ops.restore._merge_wal", diary)
    log = database.with_name("konakis.db-wal")
    log.write_text("another log")
    restore(copy, database, NOW)
    assert names(database.parent) == [KEPT, f"{KEPT}-wal", "konakis.db", "konakis.db.lock"]
    assert database.with_name(f"{KEPT}-wal").read_text() == "another log"
    assert held_games(database) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "left"),
    [
        ("restore._merge_wal = die", 5),
        ("restore._link = die", 5),
        ("restore.sync_folder = die", 5),
        ("restore.copy_rights = die", 5),
        ("seen = []; restore.sync_folder = lambda _: die() if seen else seen.append(1)", 3),
    ],
)
def test_killed_anywhere_one_of_the_two_is_there(
    database: Path, copy: Path, where: str, left: int
) -> None:
    line = [sys.executable, "-c", KILLED, copy, database, where]
    assert subprocess.run(line, check=False).returncode == -9
    assert held_games(database) == left
    assert asyncio.run(faults(database)) == []
    restore(copy, database, NOW + 1)  # the host runs it again
    assert held_games(database) == 3


async def faults(path: Path) -> list[Broken]:
    return [*check(path, EXTENSIONS)]


@pytest.mark.usefixtures("next_version")
def test_an_older_format_is_restored_and_brought_up_to_date_by_the_bot(
    database: Path, tmp_path: Path
) -> None:
    old = tmp_path / "old.db"
    kept(old)
    count = held_games(old)
    restore(old, database, NOW)
    asyncio.run(games(database, 1))
    assert held_games(database) == count + 1


def test_broken_games_are_told(database: Path, copy: Path) -> None:
    ask(copy, 'UPDATE "match" SET plies = 9 WHERE id = 2')
    broken, _ = restore(copy, database, NOW)
    assert broken == [
        Broken(2, "its plies is 9, but its events say 1"),
    ]


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away"
)
def test_what_root_restores_belongs_to_the_bots_user(copy: Path, tmp_path: Path) -> None:
    database = tmp_path / "new" / "konakis.db"
    database.parent.mkdir()
    os.chown(database.parent, 10001, 10002)
    for now in (NOW, NOW + 1):
        restore(copy, database, now)
        owners = {(file.stat().st_uid, file.stat().st_gid) for file in database.parent.iterdir()}
        assert owners == {(10001, 10002)}
