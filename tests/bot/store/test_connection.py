"""Opening and closing: what is made, what is refused and in which words, what is left behind."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.store import lock
from bot.store.connection import open_reader, open_writer
from bot.store.errors import DiskFull, StoreError, refusing
from bot.store.migrations import steps
from bot.store.store import open_store
from bot.store.worker import JobConnection
from sandbox.waiting import PATIENCE
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import begun
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Callable

LEAVES_BY_AN_ERROR = """
import asyncio, pathlib, sys
from bot.store.store import open_store
async def main():
    async with open_store(pathlib.Path(sys.argv[1])) as store:
        await store.notes.keep("a", "b")
        raise SystemExit(7)
asyncio.run(main())
"""


def diary(path: Path, text: str = "Dear diary, today I lost three times.\n" * 99) -> None:
    path.write_text(text)


def newer(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 9999")
    db.close()


def foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE diary (entry)")
    db.close()


def damaged(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\xff" * 3996 + whole[4096:])


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def locked_away(path: Path) -> None:
    path.chmod(0o400)


def content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


SPOILT = [
    (diary, "FILE isn't a database; name another file, or move this one away."),
    (foreign, "FILE is the database of another program; name another file."),
    (
        damaged,
        "FILE is damaged; stop the bot and run `konakis repair`, or put a backup in its place.",
    ),
    (folder, "FILE cannot be opened; see that it is a file, in a folder where the bot may write."),
    (
        newer,
        (
            "FILE was written by a newer Konakis (its format is 9999, this one knows "
            f"{len(steps())}); update the program, or put a backup from before in its place."
        ),
    ),
    pytest.param(
        locked_away,
        "FILE may not be written to; give the bot's user that right.",
        marks=pytest.mark.skipif(
            not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root"
        ),
    ),
]


async def refusal(path: Path) -> str:
    """The sentence with which the file is refused."""
    with pytest.raises(StoreError) as caught:
        async with open_store(path):
            pass
    return str(caught.value).replace(str(path), "FILE")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A path for a database, which the test often makes itself."""
    return tmp_path / "konakis.db"


async def test_the_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er ☾" / "konakis.db"
    async with open_store(path, EXTENSIONS) as store:
        await store.notes.keep("a", "b")
    assert path.is_file()


async def test_what_was_kept_is_there_again(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        known = await begun(store)
    async with open_store(path, EXTENSIONS) as store:
        assert await store.matches.record(known.id) == known


async def test_an_empty_file_becomes_a_database(path: Path) -> None:
    diary(path, "")
    async with open_store(path, EXTENSIONS) as store:
        assert await store.posts.newest() == 0


async def test_nothing_but_the_database_and_its_lock_is_left(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await begun(store)
    assert sorted(file.name for file in path.parent.iterdir()) == ["konakis.db", "konakis.db.lock"]


async def test_a_second_bot_on_the_same_file_is_refused(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        assert await refusal(path) == (
            "Another Konakis is using FILE; stop it first, or use another file."
        )
        await store.notes.keep("a", "b")
    async with open_store(path, EXTENSIONS) as store:
        assert await store.notes.read("a") == "b"


async def test_where_no_lock_can_be_had(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def take(descriptor: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available", descriptor)

    monkeypatch.setattr(lock, "_take", take)
    assert await refusal(path) == "FILE cannot be used: No locks available."


async def test_a_file_with_a_second_hard_link_is_refused(path: Path) -> None:
    async with open_store(path):
        pass
    link = path.with_name("link.db")
    link.hardlink_to(path)
    for name in (path, link):
        assert await refusal(name) == (
            "FILE has a second name by a hard link, by which another Konakis could write to it; "
            "remove one of the two names, or copy the file."
        )
    link.unlink()
    async with open_store(path, EXTENSIONS) as store:
        await store.notes.keep("a", "b")


async def test_by_another_name_it_is_the_same_file(path: Path) -> None:
    link = path.with_name("link.db")
    async with open_store(path):
        link.symlink_to(path)
        assert (await refusal(link)).startswith("Another Konakis is using FILE")


@pytest.mark.slow
@pytest.mark.parametrize(("spoil", "sentence"), SPOILT)
async def test_what_cannot_be_used_is_refused_and_left_alone(
    path: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    async with open_store(path):
        pass
    spoil(path)
    before = content(path)
    assert await refusal(path) == sentence
    assert content(path) == before


@for_every(
    ("code", "sentence"),
    [
        (sqlite3.SQLITE_READONLY, "x.db may not be written to; give the bot's user that right."),
        (sqlite3.SQLITE_IOERR_READ, "The disk that holds x.db fails: said SQLite."),
        (sqlite3.SQLITE_BUSY, "Another program is writing to x.db; end that one first."),
        (sqlite3.SQLITE_BUSY_RECOVERY, "Another program is writing to x.db; end that one first."),
        (sqlite3.SQLITE_FULL, "The disk that holds x.db is full."),
    ],
)
def test_what_sqlite_says_in_words_of_ours(code: int, sentence: str) -> None:
    error = sqlite3.OperationalError("said SQLite")
    error.sqlite_errorcode = code
    with pytest.raises(StoreError) as caught, refusing(Path("x.db")):
        raise error
    assert str(caught.value) == sentence


async def test_while_the_disk_is_full_that_is_said_and_then_all_is_written(path: Path) -> None:
    async with open_store(path) as store:
        size = "PRAGMA page_count", "PRAGMA max_page_count"
        pages, most = [
            await store.database.between_transactions(lambda db, s=s: db.execute(s).fetchone()[0])
            for s in size
        ]

        async def allow(count: int) -> None:
            await store.database.between_transactions(
                lambda db: db.execute(f"PRAGMA max_page_count = {count}").fetchone()
            )

        await allow(pages + 2)
        with pytest.raises(DiskFull, match=f"^The disk that holds {path} is full.$"):
            await store.notes.keep("a", "b" * 50_000)
        await allow(most)
        await store.notes.keep("a", "b" * 50_000)


async def test_where_no_write_ahead_log_can_be_kept() -> None:
    nowhere = Path(":memory:")  # which has no file for a log to lie beside
    with pytest.raises(StoreError, match=r"put the database on a local disk\.$"):
        open_writer(nowhere, steps(), JobConnection)


async def test_a_folder_that_cannot_be_made_is_refused(path: Path) -> None:
    async with open_store(path):
        pass
    assert await refusal(path / "konakis.db") == "FILE cannot be used: File exists."


async def test_a_reader_of_an_older_file_is_refused(path: Path) -> None:
    async with open_store(path):
        pass
    with pytest.raises(StoreError, match=r"is of an older format; start the bot once"):
        open_reader(path, len(steps()) + 1, JobConnection)


async def test_a_reader_makes_no_file(path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        open_reader(path, len(steps()), JobConnection)
    assert content(path) is None


async def test_every_commit_is_on_the_disk(path: Path) -> None:
    with closing(open_writer(path, steps(), JobConnection)) as db:
        durable = [
            db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert durable == ["wal", 2, 1]


async def test_a_backup_can_be_made_meanwhile(path: Path) -> None:
    copy = path.with_name("copy.db")
    async with open_store(path, EXTENSIONS) as store:
        known = await begun(store)
        source, target = sqlite3.connect(path), sqlite3.connect(copy)
        source.backup(target)
        source.close()
        target.close()
    async with open_store(copy, EXTENSIONS) as store:
        assert await store.matches.record(known.id) == known


async def test_reading_does_not_wait_for_writing(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        known = await begun(store)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(store.notes.keep("a", "b"))
        assert await store.matches.record(known.id) == known
        assert await store.notes.read("a") is None
        assert not writing.done()
        other.close()
        await writing
        assert await store.notes.read("a") == "b"


async def test_a_closed_store_takes_nothing_more(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        pass
    with pytest.raises(StoreError, match=r"^The store is closed\.$"):
        await store.notes.keep("a", "b")


async def test_all_that_was_begun_is_written_before_it_closes(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        writing = [asyncio.create_task(store.notes.keep(f"{n}", "x")) for n in range(200)]
        await asyncio.sleep(0)
    assert [task.done() for task in writing] == [True] * 200
    async with open_store(path, EXTENSIONS) as store:
        assert [await store.notes.read(f"{n}") for n in range(200)] == ["x"] * 200


@pytest.mark.slow
def test_the_process_ends_when_its_work_does(path: Path) -> None:
    arguments = [sys.executable, "-c", LEAVES_BY_AN_ERROR, str(path)]
    assert subprocess.run(arguments, timeout=PATIENCE, check=False).returncode == 7


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
async def test_a_new_file_is_closed_to_other_users(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await store.notes.keep("a", "b")
        files = list(path.parent.glob("konakis.db*"))
        modes = {
            file.name: file.stat().st_mode & 0o077 for file in files if "lock" not in file.name
        }
    assert set(modes.values()) == {0}
    assert len(modes) > 1


def test_a_file_that_may_not_be_opened_names_the_user_who_needs_it() -> None:
    """In a container that user is a number, to whom a mounted folder must be given."""
    with pytest.raises(StoreError) as refused, refusing(Path("/data/konakis.db")):
        raise PermissionError(13, "Permission denied")
    assert re.fullmatch(
        r"/data/konakis\.db is closed to user \d+; give that user its folder\.", str(refused.value)
    )
