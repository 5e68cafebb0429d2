"""A host erases a person who asked: with and without a bot that runs, and after a restore."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

from bot.__main__ import main
from bot.feature_list import EXTENSIONS
from bot.model.people import FORMER
from bot.ops import erase, restore
from bot.ops.backup import back_up
from bot.ops.erase import Erasing
from bot.service import erasure
from bot.service.erasure import empty_log, erase_requested
from bot.service.limits import Limits
from bot.service.services import Services
from bot.store import personal_data
from bot.store.check import check
from bot.store.errors import StoreError
from bot.store.store import open_store
from games.core import Side
from tests.bot.ops.conftest import ask
from tests.bot.store.model import ANNA, BEN, CARL, bar, begun, challenged, match_of, read, record
from tests.bot.store.test_my_data import traces

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from bot.store.store import Store

NOON = 43_200


def services(store: Store) -> Services:
    return Services(store, lambda: NOON, lambda: Side.DARK)


def by(player: int, database: Path) -> Erasing:
    return erase.erase(database, Limits(), str(player), f"a letter of {ANNA}")


async def test_without_a_bot_it_is_done_at_once_and_the_opponent_is_told(database: Path) -> None:
    assert traces(database, ANNA) != []
    assert await asyncio.to_thread(by, ANNA, database) is Erasing.DONE
    assert traces(database, ANNA) == []
    async with open_store(database, EXTENSIONS) as store:
        ended = await read(store, 1)
        assert ended.light == FORMER
        assert ended.match.verdict
        assert ended.match.verdict.winner is Side.DARK
        posts = [post for post in await store.posts.due(10**11, 9) if match_of(post) == 1]
        assert posts
        assert await store.matches.running(BEN) == []
    with closing(sqlite3.connect(database)) as db:
        assert db.execute("SELECT asked_by FROM erased").fetchall() == [("a letter of [id]",)]
    assert [*check(database, EXTENSIONS)] == []


async def test_a_bot_that_runs_does_it_with_its_next_heartbeat(database: Path) -> None:
    async with open_store(database, EXTENSIONS) as store:
        asking = asyncio.create_task(asyncio.to_thread(by, ANNA, database))
        while not await store.personal_data.erasures():  # noqa: ASYNC110  the file tells no one
            await asyncio.sleep(0.01)
        assert not asking.done()
        await erase_requested(services(store))
        assert await asking is Erasing.DONE
        assert (await store.personal_data.of(ANNA)).matches == ()
        assert traces(database, ANNA) == []


async def test_a_bot_that_is_busy_keeps_the_wish(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erase, "_PATIENCE", 0.1)
    async with open_store(database):
        assert await asyncio.to_thread(by, ANNA, database) is Erasing.REQUESTED
    async with open_store(database, EXTENSIONS) as store:  # killed and started again
        await erase_requested(services(store))
        assert await store.personal_data.erasures() == []
        assert (await store.personal_data.of(ANNA)).matches == ()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for no reader."""
    monkeypatch.setattr(erase, "_READERS_PATIENCE", 0.1)
    monkeypatch.setattr(personal_data, "_PATIENCE", 1)


@contextmanager
def reading(database: Path) -> Generator[None]:
    """Read the database as another program that doesn't end."""
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("BEGIN")
        db.execute("SELECT count(*) FROM note").fetchone()
        yield


@pytest.mark.usefixtures("impatient")
async def test_while_another_program_reads_it_the_host_is_told_and_then_it_is_gone(
    database: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO)
    async with open_store(database, EXTENSIONS) as store:
        with reading(database):
            asking = asyncio.create_task(asyncio.to_thread(typed, database))
            while not await store.personal_data.erasures():  # noqa: ASYNC110  the file tells no one
                await asyncio.sleep(0.01)
            await erase_requested(services(store))
            assert await asking == 1
            assert capsys.readouterr().err == (
                f"Erased, but {database} or {database}-wal still has bytes of their user ID, "
                "because another program is reading the database. Close that program (`fuser -v "
                f"{database}` shows it). The running bot then overwrites these bytes within a "
                "minute; if no bot is running, run this command again.\n"
            )
            assert (
                "data of people who were erased is still in the database's files, because another "
                "program is reading them: close that program, and it's gone within a minute"
            ) in caplog.messages
            await empty_log(services(store))
            assert traces(database, ANNA) != []
        await empty_log(services(store))
        assert traces(database, ANNA) == []
        assert caplog.messages[-1] == "no file has data of erased people any more"


@pytest.mark.usefixtures("impatient")
def test_without_a_bot_the_same_command_finishes_it(database: Path) -> None:
    with reading(database):
        assert typed(database) == 1
        assert traces(database, ANNA) != []
    assert typed(database) == 0
    assert traces(database, ANNA) == []


def typed(database: Path) -> int:
    """Erase Anna by the command; return its status."""
    line = ["erase", str(ANNA), "--asked-by", "a letter"]
    with patch.dict("os.environ", KONAKIS_DATABASE=str(database)):
        return main(line)


@pytest.mark.usefixtures("impatient")
async def test_a_bot_that_was_killed_empties_the_log_in_its_next_run(database: Path) -> None:
    with reading(database):
        async with open_store(database, EXTENSIONS) as store:
            await erasure.erase(services(store), ANNA)
        async with open_store(database, EXTENSIONS) as store:
            await empty_log(services(store))
            assert traces(database, ANNA) != []
    async with open_store(database, EXTENSIONS) as store:
        await empty_log(services(store))
        assert traces(database, ANNA) == []


@pytest.mark.parametrize("player", ["", "anna", "0", "1", "-5", "\N{SUPERSCRIPT TWO}", str(2**63)])
def test_who_is_no_account_is_refused(database: Path, player: str) -> None:
    before = database.read_bytes()
    with pytest.raises(StoreError):
        erase.erase(database, Limits(), player, "")
    assert database.read_bytes() == before


async def test_who_was_erased_since_a_backup_is_erased_from_it_again(
    database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    backup = tmp_path / "backup.db"
    async with open_store(database, EXTENSIONS) as store:
        await bar(store, 5, ANNA)
        await challenged(store)
        await begun(store, record(CARL, BEN))
    await asyncio.to_thread(back_up, database, backup)
    await asyncio.to_thread(by, ANNA, database)
    with caplog.at_level(logging.WARNING):
        await asyncio.to_thread(restore.restore, backup, database, NOON)
    assert restore.to_erase(database) == 1
    assert caplog.messages == []
    assert [*check(database, EXTENSIONS)] == []
    async with open_store(database, EXTENSIONS) as store:
        await erase_requested(services(store))
        assert traces(database, ANNA) == []
        assert [barred.player for barred in await store.servers.barred(5)] == [None]
        assert [(listing.dark, listing.light) for listing in await store.matches.running(BEN)] == [
            (CARL, BEN)
        ]
    assert restore.to_erase(database) == 0
    # And from a backup that is older still, though the file in its place is a restored one.
    await asyncio.to_thread(restore.restore, backup, database, NOON + 1)
    assert restore.to_erase(database) == 1


async def test_who_is_still_to_be_erased_is_erased_from_a_backup_too(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erase, "_PATIENCE", 0)
    await asyncio.to_thread(back_up, database, tmp_path / "backup.db")
    async with open_store(database):  # by a bot that ends before it comes to it
        assert await asyncio.to_thread(by, ANNA, database) is Erasing.REQUESTED
    await asyncio.to_thread(restore.restore, tmp_path / "backup.db", database, NOON)
    assert restore.to_erase(database) == 1
    async with open_store(database, EXTENSIONS) as store:
        await erase_requested(services(store))
    assert traces(database, ANNA) == []


async def test_a_person_who_came_back_before_the_backup_stays(
    database: Path, tmp_path: Path
) -> None:
    await asyncio.to_thread(by, ANNA, database)
    async with open_store(database, EXTENSIONS) as store:
        await begun(store, record(ANNA, CARL))
    await asyncio.to_thread(back_up, database, tmp_path / "backup.db")
    await asyncio.to_thread(restore.restore, tmp_path / "backup.db", database, NOON)
    assert restore.to_erase(database) == 0


async def test_in_place_of_a_damaged_file_the_host_is_told(
    database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await asyncio.to_thread(back_up, database, tmp_path / "backup.db")
    ask(database, "DROP TABLE erased")
    with caplog.at_level(logging.WARNING):
        await asyncio.to_thread(restore.restore, tmp_path / "backup.db", database, NOON)
    assert "erase them again" in caplog.text
    assert [*check(database, EXTENSIONS)] == []
