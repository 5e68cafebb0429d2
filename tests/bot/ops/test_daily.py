"""The daily backups: due by what is in the folder, each made beside the bot, never in its way."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

import pytest

from bot.ops import daily as keeping
from bot.ops.daily import Backups, daily_backups
from bot.store.errors import StoreError
from bot.store.migrations import APPLICATION
from tests.bot.ops.conftest import ask, held_games, names

if TYPE_CHECKING:
    from pathlib import Path

DAY = 86_400
NOON = 1_779_364_800  # 2026-05-21, 12:00 UTC
HEAD = b"SQLite format 3\0".ljust(68, b"\0") + APPLICATION.to_bytes(4)  # of a database


class Room:
    """A clock, a folder, and copies that are made as the test says."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder / "backups"
        self.time = NOON
        self.outcome: tuple[int, str] = (0, "")
        self.copies: list[str] = []
        self.backups = Backups(folder / "konakis.db", self.folder, lambda: self.time)
        monkeypatch.setattr(keeping, "_copy", self._copy)

    async def _copy(self, database: Path, copy: Path) -> tuple[int, str]:
        assert database.name == "konakis.db"
        self.copies.append(copy.name)
        if "disk" not in self.outcome[1]:
            copy.write_bytes(HEAD)  # noqa: ASYNC240  a small one
        return self.outcome

    async def days(self, count: int) -> None:
        """Let so many pass."""
        self.folder.mkdir(exist_ok=True)
        for _ in range(count):
            self.time += DAY
            await self.backups.make()


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    return Room(tmp_path, monkeypatch)


async def test_one_a_day_also_when_made_by_hand(room: Room) -> None:
    await room.days(1)
    await room.backups.make()
    room.time += DAY // 3
    await room.backups.make()  # still the same day
    await Backups(room.folder.parent / "konakis.db", room.folder, lambda: room.time).make()
    room.time += DAY // 6  # midnight in UTC
    await room.backups.make()
    assert room.copies == ["konakis-2026-05-22.db", "konakis-2026-05-23.db"]


async def test_they_rotate_and_leave_other_files_alone(room: Room) -> None:
    room.folder.mkdir()
    (room.folder / "konakis-before-the-flood.db").touch()
    await room.days(60)
    assert len(names(room.folder)) == 12
    assert names(room.folder)[-1] == "konakis-before-the-flood.db"


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ((1, "The disk is full."), "The disk is full."),
        ((-9, "disk"), "disk"),
    ],
)
async def test_nothing_is_deleted_before_a_new_one_is_there(
    room: Room, outcome: tuple[int, str], said: str
) -> None:
    await room.days(20)
    before = names(room.folder)
    room.outcome = outcome
    for _ in range(2):
        with pytest.raises(StoreError, match=said):
            await room.days(1)
    assert names(room.folder) == before


async def test_nothing_is_deleted_while_a_game_is_broken(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    await room.days(20)
    before = names(room.folder)
    room.outcome = (1, "Game 7: an event is missing.")
    await room.days(2)
    assert set(before) < set(names(room.folder))
    assert len(names(room.folder)) == len(before) + 2
    assert caplog.messages.count("Game 7: an event is missing. Older backups are kept") == 2


async def test_they_rotate_where_nothing_is_lost_and_say_what_is_wrong(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    await room.days(20)
    before = names(room.folder)
    room.outcome = (0, "The file: the ratings are not what the games say.")
    await room.days(2)
    assert len(names(room.folder)) == len(before)
    assert caplog.messages == [room.outcome[1]] * 2


async def test_what_a_killed_copy_left_is_cleared_away(room: Room) -> None:
    left = room.folder / ".konakis-2026-05-21.db-abc.part"
    left.mkdir(parents=True)
    (left / "konakis-2026-05-21.db").touch()
    await room.days(1)
    assert names(room.folder) == ["konakis-2026-05-22.db"]


async def test_a_failure_is_logged_once_and_tried_again(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waits: list[float] = []
    over = asyncio.Event()
    room.outcome = (1, "The disk is full.")

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        room.time += int(seconds)
        if len(waits) == 4:
            room.outcome = (0, "")
        if len(waits) == 8:
            over.set()
            await asyncio.Event().wait()

    monkeypatch.setattr("bot.ops.daily.asyncio.sleep", sleep)
    async with daily_backups(room.folder.parent / "konakis.db", room.folder, lambda: room.time):
        await asyncio.wait_for(over.wait(), 60)
    assert waits == [60, 3600, 3600, 3600, 600, 600, 600, 600]
    assert caplog.messages == [
        "daily backup failed: The disk is full. Retrying in an hour; older backups are kept"
    ]
    assert names(room.folder) == ["konakis-2026-05-21.db", "konakis.db.lock"]


async def test_they_are_overdue_after_a_day_without_one(room: Room) -> None:
    now = room.time
    assert not room.backups.are_overdue()
    room.time = now + DAY - 1
    assert not room.backups.are_overdue()
    room.time = now + DAY
    assert room.backups.are_overdue()
    await room.days(1)
    assert not room.backups.are_overdue()
    room.time += DAY
    assert room.backups.are_overdue()


@pytest.mark.parametrize(("ago", "overdue"), [(1, False), (3, True)])
async def test_a_start_counts_from_the_newest_in_the_folder(
    room: Room,
    ago: int,
    overdue: bool,  # noqa: FBT001  a parameter of the test
) -> None:
    room.time -= ago * DAY
    await room.days(0)
    await room.backups.make()
    room.time += ago * DAY
    room.outcome = (1, "The disk is full.")
    backups = Backups(room.folder.parent / "konakis.db", room.folder, lambda: room.time)
    with pytest.raises(StoreError):
        await backups.run_until_cancelled()
    assert not backups.are_overdue()  # one can be made in the first hour
    room.time += 3600
    assert backups.are_overdue() is overdue


async def test_a_folder_is_one_bots_alone(room: Room, tmp_path: Path) -> None:
    looking = asyncio.create_task(room.backups.run_until_cancelled())
    while not room.copies:  # noqa: ASYNC110  there is no event to wait for
        await asyncio.sleep(0)
    other = Backups(tmp_path / "test" / "konakis.db", room.folder, lambda: room.time)
    with pytest.raises(StoreError, match=r"^Another Konakis is using "):
        await other.run_until_cancelled()
    looking.cancel()
    await asyncio.wait([looking])


@pytest.mark.slow
async def test_a_copy_is_made_by_a_process_that_knows_the_database(
    database: Path, tmp_path: Path
) -> None:
    await Backups(database, tmp_path, lambda: NOON).make()
    assert held_games(tmp_path / "konakis-2026-05-21.db") == 3
    ask(database, 'UPDATE "match" SET plies = 9 WHERE id = 2')
    await Backups(database, tmp_path, lambda: NOON + DAY).make()
    assert held_games(tmp_path / "konakis-2026-05-22.db") == 3


@pytest.mark.slow
async def test_a_strangers_program_in_the_current_folder_is_not_run(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("bot", "sqlite3", "games"):
        (tmp_path / f"{name}.py").write_text(
            "import os, pathlib; pathlib.Path('stolen').write_text(repr(os.environ))"
        )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KONAKIS_TOKEN", "sesame")
    await Backups(database, tmp_path, lambda: NOON).make()
    assert not (tmp_path / "stolen").exists()
    assert held_games(tmp_path / "konakis-2026-05-21.db") == 3


async def test_a_file_that_is_no_database_is_no_backup(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def empty(_: Path, copy: Path) -> tuple[int, str]:
        copy.touch()  # noqa: ASYNC240  a small one
        return 0, ""

    caplog.set_level("INFO")
    monkeypatch.setattr(keeping, "_copy", empty)
    with pytest.raises(StoreError, match=r"^The process that copies ended with status 0\.$"):
        await room.days(1)
    assert caplog.messages == []


@pytest.mark.slow
async def test_what_hinders_the_copy_is_said_as_the_command_says_it(tmp_path: Path) -> None:
    nowhere = tmp_path / "konakis.db"
    with pytest.raises(StoreError, match=f"^There is no database at {nowhere}.$"):
        await Backups(nowhere, tmp_path, lambda: NOON).make()


@pytest.mark.skipif(sys.platform == "win32", reason="it needs a script with a shebang")
async def test_a_bot_that_ends_waits_for_no_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, started = tmp_path / "slow", tmp_path / "pid"
    slow.write_text(
        f"#!/bin/sh\necho $$ > {started}.new\nmv {started}.new {started}\nexec sleep 60\n"
    )
    slow.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(slow))
    making = asyncio.create_task(Backups(tmp_path / "a.db", tmp_path, lambda: NOON).make())
    while not started.exists():  # noqa: ASYNC110  the script tells by this file alone
        await asyncio.sleep(0.01)
    making.cancel()
    await asyncio.wait([making], timeout=40)
    assert making.cancelled()
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text()), 0)


async def test_without_a_folder_there_are_none(tmp_path: Path) -> None:
    async with daily_backups(tmp_path / "konakis.db", None, lambda: NOON):
        assert len(asyncio.all_tasks()) == 1
