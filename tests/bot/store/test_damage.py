"""A damaged row or page: all else goes on, the check names it, a repair mends it."""

# ruff: noqa: S608  damage is written as statements

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.service.erasure import clear, erase
from bot.store import matches
from bot.store.check import INDEX, check, damage
from bot.store.connection import open_writer
from bot.store.errors import DiskFails
from bot.store.migrations import steps
from bot.store.repair import repair
from bot.store.store import open_store
from tests.bot.features.ratings.test_tables import Club
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.keep_version import story
from tests.bot.store.model import (
    ANNA,
    BEN,
    PLACE,
    begun,
    board,
    following,
    moved,
    read,
    record,
)
from tests.bot.store.model import (
    empty as empty_database,
)
from tests.bot.store.spoil import spoil, spoil_pages
from tests.every import by_night

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LARGEST = 2**63 - 1


def names_of(kind: str, where: str = "true") -> list[str]:
    """Every table or index that the schema names."""
    asked = f"""SELECT name FROM sqlite_master WHERE type = '{kind}' AND sql NOT NULL
        AND name NOT LIKE 'sqlite_%' AND {where} ORDER BY name"""
    with empty_database() as db:
        return [name for (name,) in db.execute(asked)]


@pytest.fixture(scope="module")
def whole(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bit of everything that can be stored, and nothing wrong with it."""
    path = tmp_path_factory.mktemp("whole") / "konakis.db"
    shutil.copy(empty, path)
    asyncio.run(story(path))
    return path


def copies(whole: Path, tmp_path: Path, names: list[str]) -> Iterator[tuple[str, Path]]:
    """For each of these names a database of its own."""
    for name in names:
        yield name, copied(whole, tmp_path / f"{name}.db")


def copied(path: Path, target: Path) -> Path:
    shutil.copy(path, target)
    return target


def contents(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    with closing(sqlite3.connect(path)) as db:
        return {
            name: sorted(db.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr)
            for name in names_of("table")
        }


def told_of(path: Path) -> list[str]:
    return [broken.sentence for broken in check(path, EXTENSIONS)]


def repaired(path: Path) -> None:
    with closing(open_writer(path, steps(), sqlite3.Connection)) as db:
        repair(db, EXTENSIONS)


# Every third table and column; by night every one.
NTH = by_night("nth", 3, 1)


async def all_goes_on(path: Path) -> None:
    """A game goes on, one starts, one ends and counts; posts are sent and time goes by."""
    async with open_store(path, EXTENSIONS) as store:
        club = Club(store)
        services = club.services
        assert {listing.id for listing in await store.matches.running(7)} >= {4}
        assert 4 in await store.matches.due(LARGEST, 99)
        assert await store.matches.next_deadline() is not None
        assert await store.posts.due(LARGEST, 99)
        known = await begun(store, replace(record(), due=50), board())
        await store.commit(following(known, moved(known)))
        assert (await read(store, await club.won(101, 102))).match.verdict
        await store.times.keep_outage(5000, 9000)
        await store.times.clock_set_back(8000)
        assert await store.servers.stored()
        await clear(services)


@pytest.mark.slow
@NTH
async def test_a_row_of_any_table_costs_itself_alone(whole: Path, tmp_path: Path, nth: int) -> None:
    before = contents(whole)
    for table, path in copies(whole, tmp_path, names_of("table")[::nth]):
        with closing(sqlite3.connect(path)) as db:
            columns = db.execute(f'PRAGMA table_info("{table}")').fetchall()
            stored = "rowid" if "WITHOUT" not in _statement(db, table) else ""
        keys = [column[1] for column in columns if column[5]]
        row: dict[str, object] = {column[1]: b"\xff" for column in columns}
        if stored and len(keys) == 1:
            row[keys[0]] = 77  # the number of a row is one whatever the disk does
        marks = ", ".join("?" for _ in row)
        spoil(path, f'INSERT INTO "{table}" VALUES ({marks})', (*row.values(),))
        assert any(
            broken.match == 77 or table in broken.sentence for broken in check(path, EXTENSIONS)
        )
        await all_goes_on(copied(path, tmp_path / "again.db"))
        repaired(path)
        assert told_of(path) == [], table
        assert contents(path) == before, table


def _statement(db: sqlite3.Connection, table: str) -> str:
    return db.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]


@pytest.mark.slow
@NTH
async def test_of_a_match_what_can_be_read_stays(whole: Path, tmp_path: Path, nth: int) -> None:
    """Its events say most of it, its challenge says more."""
    columns = [name for name in matches.MATCH if name not in {"id", "dark", "light"}]
    for column, path in copies(whole, tmp_path, columns[::nth]):
        spoil(path, f"""UPDATE "match" SET "{column}" = x'ff' WHERE id = 1""")
        assert told_of(path), column
        await all_goes_on(copied(path, tmp_path / "again.db"))
        repaired(path)
        assert told_of(path) == [], column
        async with open_store(path, EXTENSIONS) as store:
            known = await read(store, 1)
            assert known.pace.days == 3, column
            assert (known.place.guild, len(known.match.plies)) == (PLACE.guild, 1), column
            (listing,) = await store.matches.running(known.dark)
            assert (listing.id, listing.plies) == (1, len(known.match.plies)), column
            await store.commit(following(known, moved(known, 9000)))


def test_every_page_of_an_index_is_made_again(whole: Path, tmp_path: Path) -> None:
    indexes = names_of("index")
    for _, one in copies(whole, tmp_path, indexes):
        spoil_pages(one, one.stem)
        with closing(sqlite3.connect(one)) as db:
            assert damage(db) == [INDEX], one.stem
    path = copied(whole, tmp_path / "all.db")
    spoil_pages(path, *indexes)
    repaired(path)
    assert told_of(path) == []
    assert contents(path) == contents(whole)


def test_a_page_of_a_table_is_named(whole: Path, tmp_path: Path) -> None:
    for table, path in copies(whole, tmp_path, names_of("table")):
        spoil_pages(path, table)
        with closing(sqlite3.connect(path)) as db:
            assert any(broken.file for broken in damage(db)), table


async def test_games_go_on_beside_a_page_that_they_do_not_need(whole: Path, tmp_path: Path) -> None:
    for _, path in copies(whole, tmp_path, ["lesson", "review", "found_puzzle", "vacation_end"]):
        spoil_pages(path, path.stem)
        async with open_store(path, EXTENSIONS) as store:
            known = await read(store, 1)
            await store.commit(following(known, moved(known, 9000)))


async def test_what_needs_a_damaged_page_says_what_to_do(whole: Path, tmp_path: Path) -> None:
    path = copied(whole, tmp_path / "konakis.db")
    async with open_store(path, EXTENSIONS) as store:
        spoil_pages(path, "match_due")
        with pytest.raises(DiskFails, match="is damaged; stop the bot and run `konakis repair`"):
            await store.matches.due(LARGEST, 9)


@pytest.mark.parametrize("noted", [LARGEST, "x", 0])
def test_no_table_gives_an_id_twice_after_a_repair(
    whole: Path, tmp_path: Path, noted: object
) -> None:
    path = copied(whole, tmp_path / "konakis.db")
    spoil(path, "UPDATE sqlite_sequence SET seq = ?", (noted,))
    tables = {"challenge", "match", "post", "blocked"}  # tables with rows in this story
    told = "the highest number of {} is not that which was noted"
    assert {told.format(table) for table in tables} <= {*told_of(path)}
    repaired(path)
    assert told_of(path) == []


async def test_no_count_of_a_post_however_large_holds_it_up(whole: Path, tmp_path: Path) -> None:
    damage = [f"tries = {LARGEST}", f"due = {LARGEST}"]
    damage.append(f"""data = '{{"changes": {LARGEST}, "events": {LARGEST}}}'""")
    for number, statement in enumerate(damage):
        path = copied(whole, tmp_path / f"{number}.db")
        spoil(path, f"UPDATE post SET {statement}")
        await all_goes_on(path)


async def test_a_person_whose_game_cannot_be_written_is_erased_after_a_repair(
    path: Path,
) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await begun(store)
    spoil(path, """UPDATE "match" SET guild = x'ff'""")
    async with open_store(path, EXTENSIONS) as store:
        with pytest.raises(sqlite3.IntegrityError):
            await erase(Club(store).services, ANNA)
    repaired(path)
    async with open_store(path, EXTENSIONS) as store:
        await erase(Club(store).services, ANNA)
        assert await store.matches.running(ANNA) == []
        assert (await store.personal_data.of(BEN)).matches != ()
