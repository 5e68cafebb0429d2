"""Damage that would cost more than its own row is mended, at the start and where it is met."""

# ruff: noqa: S608  damage is written as statements

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.store import database
from bot.store.check import check
from bot.store.errors import DiskFails
from bot.store.store import open_store
from tests.bot.features.ratings.test_tables import Club
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.keep_version import story
from tests.bot.store.model import begun, board, empty, following, moved, read, record
from tests.bot.store.spoil import first_page, put_first_page, spoil, spoil_index

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 2**63 - 1


def indexes() -> list[str]:
    """Every index there is."""
    with empty() as db:
        named = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL"
        return [name for (name,) in db.execute(named)]


def integrity(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [sentence for (sentence,) in db.execute("PRAGMA integrity_check")]


async def clocks_and_posts(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        for due in (50, 60):
            known = await begun(store, replace(record(), due=due), board())
            await store.commit(following(known, moved(known)))


@pytest.mark.slow
async def test_no_index_that_cannot_be_read_stops_clocks_or_posts(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    whole = tmp_path / "whole.db"
    await clocks_and_posts(whole)
    for name in indexes():
        path = tmp_path / f"{name}.db"
        path.write_bytes(whole.read_bytes())
        spoil_index(path, name)
        async with open_store(path, EXTENSIONS) as store:
            assert await store.matches.next_deadline() == 50, name
            assert sorted(await store.matches.due(70, 9)) == [1, 2], name
            assert len(await store.posts.due(0, 9)) == 2, name
            known = await read(store, 1)
            await store.commit(following(known, moved(known, 3000)))
        assert integrity(path) == ["ok"], name
        assert [*check(path, EXTENSIONS)] == [], name
    assert caplog.messages[0].startswith("the indexes of ")
    assert len(caplog.messages) == len(indexes())


async def test_an_index_that_has_not_heard_of_a_row_is_made_anew(path: Path) -> None:
    await clocks_and_posts(path)
    before = first_page(path, "match_due")
    with closing(sqlite3.connect(path)) as db:
        db.execute('UPDATE "match" SET due = 40 WHERE id = 2')
        db.commit()
    put_first_page(path, "match_due", before)
    async with open_store(path, EXTENSIONS) as store:
        assert await store.matches.due(45, 9) == [2]


async def test_an_index_that_is_damaged_while_the_bot_runs_is_made_anew(path: Path) -> None:
    await clocks_and_posts(path)
    async with open_store(path, EXTENSIONS) as store:
        spoil_index(path, "match_due")
        assert await store.matches.due(70, 9) == [1, 2]
        known = await read(store, 1)
        await store.commit(following(replace(known, due=90), moved(known, 3000)))
        assert await store.matches.due(70, 9) == [2]
    assert integrity(path) == ["ok"]


async def test_a_table_that_is_damaged_is_not_looked_at_again_and_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    def look(_: sqlite3.Connection) -> bool:
        nonlocal looks
        looks += 1
        return False

    monkeypatch.setattr(database, "mend", look)
    await clocks_and_posts(path)
    async with open_store(path, EXTENSIONS) as store:
        spoil_index(path, "match_due")
        for _ in range(3):
            with pytest.raises(DiskFails, match="damaged"):
                await store.matches.due(70, 9)
    assert looks == 1


@pytest.mark.parametrize("table", ["match", "post"])
async def test_a_value_that_its_column_cannot_hold_stops_no_other_row(
    path: Path, table: str, caplog: pytest.LogCaptureFixture
) -> None:
    await story(path)
    async with open_store(path, EXTENSIONS) as store:
        spoil(path, f"UPDATE {table} SET due = 5000")
        spoil(path, f"UPDATE {table} SET guild = x'ff' WHERE id = (SELECT max(id) FROM {table})")
        await store.times.clock_set_back(3000)  # which marks all that is due later
        await store.times.clock_set_back(2000)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute(f"SELECT DISTINCT due FROM {table} WHERE due > 0").fetchall() == [(2000,)]
    assert integrity(path) == ["ok"]
    assert f"of {table}: its guild did not fit and is empty now" in caplog.text


async def test_such_a_match_keeps_what_its_events_say(path: Path) -> None:
    await story(path)
    spoil(path, """UPDATE "match" SET plies = x'ff', days = x'ff', turn = x'ff' WHERE id = 1""")
    async with open_store(path, EXTENSIONS) as store:
        known = await read(store, 1)
        assert known.pace.days == 3
        (listing,) = await store.matches.running(known.dark)
        assert (listing.turn, listing.plies) == (known.match.turn, len(known.match.plies))
        assert await store.matches.due(0, 9) == [1]
    assert [broken for broken in check(path, EXTENSIONS) if broken.match == 1] == []


COUNTS = [
    *(f"UPDATE score SET {column} = {LARGEST}" for column in ("won", "drawn", "lost")),
    *(f"UPDATE rating SET {column} = {LARGEST}" for column in ("won", "drawn", "lost", "at")),
    f"UPDATE seat SET at = {LARGEST}",
    f"UPDATE lean SET games = {LARGEST}",
    f"UPDATE rated SET number = {LARGEST} WHERE number = 1",
    f"UPDATE post SET tries = {LARGEST}",
    f"UPDATE post SET due = {LARGEST}",
    f"UPDATE sqlite_sequence SET seq = {LARGEST}",
    "UPDATE sqlite_sequence SET seq = 'x'",
    "UPDATE sqlite_sequence SET seq = 0",
    f"""UPDATE post SET data = '{{"changes": {LARGEST}, "events": {LARGEST}}}'""",
]


@pytest.mark.slow
@pytest.mark.parametrize("damage", COUNTS)
@pytest.mark.parametrize("running", [True, False], ids=["while it runs", "before it starts"])
async def test_no_count_however_large_keeps_a_game_from_ending(
    path: Path, damage: str, *, running: bool
) -> None:
    async with open_store(path, EXTENSIONS) as store:
        club = Club(store)
        await club.won(101, 102)
        if running:
            if "sequence" in damage:
                return  # which SQLite reads anew at each row: it is mended at the start
            spoil(path, damage)
            await club.won(101, 102)
    if not running:
        spoil(path, damage)
    async with open_store(path, EXTENSIONS) as store:
        club = Club(store)
        number = await club.won(101, 102)
        assert (await read(store, number)).match.verdict
        for post in await store.posts.due(LARGEST, 9):
            await store.posts.retry(post.id, 9000)


NUMBERED = (
    *("blocked", "challenge", "cup", "foursome", "match", "moderation", "post", "showing"),
    *("team_match", "vacation"),
)


def test_these_tables_give_their_rows_numbers() -> None:
    with empty() as db:
        counting = "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%' ORDER BY name"
        assert tuple(name for (name,) in db.execute(counting)) == NUMBERED


@pytest.mark.parametrize("table", NUMBERED)
async def test_every_such_table_has_a_number_for_its_next_row(path: Path, table: str) -> None:
    await story(path)
    spoil(path, f"DELETE FROM sqlite_sequence WHERE name = '{table}'")
    spoil(path, f"INSERT INTO sqlite_sequence VALUES ('{table}', {LARGEST})")
    told = f"the highest number of {table} is not that which was noted"
    assert told in [broken.sentence for broken in check(path, EXTENSIONS)]
    async with open_store(path, EXTENSIONS):
        pass
    with closing(sqlite3.connect(path)) as db:
        (highest,) = db.execute(f'SELECT coalesce(max(id), 0) FROM "{table}"').fetchone()
        noted = db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,))
        assert [*noted] == [(highest,)]


@pytest.mark.skipif(os.name == "nt", reason="a file that is open cannot be written")
async def test_nothing_is_said_of_a_whole_file(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await story(path)
    async with open_store(path, EXTENSIONS):
        pass
    assert caplog.messages == []
