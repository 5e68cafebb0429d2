"""Backups: whole under their name or not there at all, and verified."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest

from bot.ops import backup
from bot.ops.backup import back_up
from bot.store.check import Broken, check
from bot.store.errors import StoreError
from bot.store.store import open_store
from tests.bot.ops.conftest import ask, games, held_games, names, page_of, spoil
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.keep_version import KEPT
from tests.bot.store.model import begun

if TYPE_CHECKING:
    from pathlib import Path

LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
from bot.__main__ import main
sys.exit(main(["backup", "--quiet", sys.argv[1]]))
"""
KILLED = """
import os, sys
from bot.ops import backup
backup.check = lambda *_: os.kill(os.getpid(), 9)
backup.back_up(*map(__import__("pathlib").Path, sys.argv[1:]))
"""


def refusal(database: Path, target: Path, *, replace: bool = False) -> str:
    with pytest.raises(StoreError) as refused:
        back_up(database, target, replace=replace)
    return str(refused.value)


def test_a_backup_is_one_whole_file(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy ☾.db"
    assert back_up(database, target) == []
    assert names(tmp_path) == ["copy ☾.db", "data"]
    assert held_games(target) == 3
    assert names(tmp_path) == ["copy ☾.db", "data"]  # it keeps no log beside it, even when read


async def test_it_is_made_while_the_bot_plays_on(tmp_path: Path) -> None:
    database, target = tmp_path / "konakis.db", tmp_path / "copy.db"
    await games(database, 20)
    async with open_store(database, EXTENSIONS) as store:
        copying = asyncio.create_task(asyncio.to_thread(back_up, database, target))
        begun_meanwhile = 0
        while not copying.done():
            await begun(store)
            begun_meanwhile += 1
        assert await copying == []
    assert [*check(target, EXTENSIONS)] == []
    assert 20 <= held_games(target) <= 20 + begun_meanwhile
    assert held_games(database) == 20 + begun_meanwhile


def test_only_those_who_may_read_the_database_may_read_it(database: Path, tmp_path: Path) -> None:
    database.chmod(0o640)
    back_up(database, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o640


def test_no_file_is_overwritten_unasked(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    back_up(database, target)
    before = target.read_bytes()
    ask(database, "DELETE FROM note")
    there = f"{target} is there already; name another file, or add --replace."
    assert refusal(database, target) == there
    assert target.read_bytes() == before
    assert back_up(database, target, replace=True) == []
    assert held_games(target) == 3
    assert target.read_bytes() != before


def test_only_a_backup_is_replaced(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "diary"
    for text in (b"", b"Today I lost three times.", b"SQLite format 3\0" + bytes(84)):
        target.write_bytes(text)
        assert refusal(database, target, replace=True) == (
            f"{target} isn't a backup of Konakis; name another file, or delete it."
        )
        assert target.read_bytes() == text


async def test_the_database_of_another_bot_is_not_replaced(database: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    async with open_store(other):
        assert refusal(database, other, replace=True) == (
            f"{other} is the database of a bot; name another file."
        )
    assert held_games(other) == 0


@pytest.mark.parametrize("links", [True, False])
def test_of_two_at_once_one_is_made(
    database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    links: bool,  # noqa: FBT001  a parameter of the test
) -> None:
    target, take = tmp_path / "copy.db", backup.take

    def meanwhile(source: Path, copy: Path) -> list[Broken]:
        target.write_text("the other's")
        return take(source, copy)

    monkeypatch.setattr(backup, "take", meanwhile)
    if not links:
        monkeypatch.setattr(os, "link", no_links)
    assert refusal(database, target).startswith(f"{target} is there already;")
    assert target.read_text() == "the other's"
    assert names(tmp_path) == ["copy.db", "data"]


def no_links(*_: object) -> None:
    raise PermissionError(1, "Operation not permitted")


def test_a_stick_without_links_will_do(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", no_links)
    assert back_up(database, tmp_path / "copy.db") == []
    assert held_games(tmp_path / "copy.db") == 3


def test_what_cannot_be_a_backup_is_refused(database: Path, tmp_path: Path) -> None:
    assert refusal(database, database, replace=True) == (
        f"{database} is the database itself; name another file."
    )
    assert refusal(database, tmp_path) == f"{tmp_path} is a folder; name a file in it."
    nowhere = tmp_path / "nowhere"
    assert refusal(database, nowhere / "copy.db") == (
        f"There is no folder {nowhere}; make it, or name another."
    )
    assert refusal(nowhere, tmp_path / "copy.db") == f"There is no database at {nowhere}."
    empty = tmp_path / "empty.db"
    empty.touch()
    assert refusal(empty, tmp_path / "copy.db") == (
        f"{empty} is empty: no bot has ever started with it."
    )
    assert names(tmp_path) == ["data", "empty.db"]


def test_of_two_files_the_one_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    unusable = tmp_path / ("x" * 300)
    sentence = refusal(unusable, tmp_path / "copy.db")
    assert sentence == f"{unusable} cannot be used: File name too long."


def test_room_is_left_for_the_bot(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", Mock(return_value=Mock(free=16_000_000)))
    assert refusal(database, tmp_path / "copy.db") == (
        f"The disk that holds {tmp_path} is full, or nearly: 17 MB must be free there."
    )
    assert names(tmp_path) == ["data"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no files")
def test_a_disk_that_takes_no_more_leaves_nothing(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, target],
        env={**os.environ, "KONAKIS_DATABASE": str(database)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"The disk that holds {target} fails: disk I/O error.\n"
    assert names(tmp_path) == ["data"]


@pytest.mark.slow
def test_one_that_is_killed_leaves_no_backup(database: Path, tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, database, tmp_path / "a"], check=False)
    assert killed.returncode == -signal.SIGKILL
    (left,) = names(tmp_path)[:-1]
    assert left.startswith(".a-")
    assert left.endswith(".part")
    assert back_up(database, tmp_path / "a") == []
    assert left in names(tmp_path)  # it could be the copy of another process
    os.utime(tmp_path / left, (0, 0))
    assert back_up(database, tmp_path / "a", replace=True) == []
    assert names(tmp_path) == ["a", "data"]


@pytest.mark.parametrize("one", [True, False], ids=["one page", "all pages but the first"])
def test_a_damaged_file_is_no_backup(
    database: Path,
    tmp_path: Path,
    one: bool,  # noqa: FBT001  a parameter of the test
) -> None:
    pages = database.stat().st_size // 4096
    spoil(database, *([page_of(database, "match")] if one else range(2, pages + 1)))
    sentence = refusal(database, tmp_path / "copy.db")
    assert sentence.startswith(f"{database} is damaged")
    assert sentence.endswith("put a backup in its place.")
    assert names(tmp_path) == ["data"]


def test_a_broken_game_is_told_and_copied(database: Path, tmp_path: Path) -> None:
    ask(database, 'UPDATE "match" SET plies = 9 WHERE id = 2')
    broken = back_up(database, tmp_path / "copy.db")
    assert broken == [
        Broken(2, "its plies is 9, but its events say 1"),
    ]
    assert held_games(tmp_path / "copy.db") == 3


@pytest.mark.parametrize(
    ("statement", "broken"),
    [
        (
            """UPDATE event SET data = CAST(x'7b22ff' AS TEXT) WHERE "match" = 2""",
            Broken(2, "its events make no match: its data cannot be read"),
        ),
        (
            "INSERT INTO post SELECT 99, 'x', 'x', NULL, 1, NULL, '{}', NULL, 0, 0, 0, 0",
            Broken(None, "row 99 of post: its kind cannot be read"),
        ),
    ],
)
def test_a_row_that_cannot_be_read_is_told_and_copied(
    database: Path, tmp_path: Path, statement: str, broken: Broken
) -> None:
    ask(database, statement)
    assert broken in back_up(database, tmp_path / "copy.db")
    assert held_games(tmp_path / "copy.db") == 3


@pytest.mark.usefixtures("next_version")
def test_before_an_update_the_older_format_is_backed_up_as_it_is(tmp_path: Path) -> None:
    old, target = tmp_path / "old.db", tmp_path / "copy.db"
    kept(old)
    assert back_up(old, target) == []
    assert ask(target, "PRAGMA user_version") == 1
    assert held_games(target) == held_games(old) > 0


def kept(path: Path) -> None:
    """Write the database that was written down."""
    db = sqlite3.connect(path)
    db.executescript(KEPT.read_text("utf-8"))
    db.close()
