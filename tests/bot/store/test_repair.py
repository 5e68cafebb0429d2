"""Repair: what is derived follows from the games again, what nobody can read is gone."""

# ruff: noqa: S608  damage is written as statements

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from bot.store.check import check
from bot.store.connection import open_writer
from bot.store.migrations import steps
from bot.store.repair import Repaired, repair
from bot.store.store import open_store
from tests.bot.features.ratings.test_tables import Club
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.keep_version import story
from tests.bot.store.model import following, moved, read
from tests.bot.store.spoil import spoil
from tests.bot.store.test_check import FORGOTTEN, ROWS, WRONG, forget, three_matches

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Never


def repaired(path: Path) -> Sequence[Repaired]:
    """Repair it."""
    with closing(open_writer(path, steps(), sqlite3.Connection)) as db:
        return repair(db, EXTENSIONS)


def left_after(path: Path) -> list[str]:
    """Repair it; what the check says afterwards."""
    repaired(path)
    return [broken.sentence for broken in check(path, EXTENSIONS)]


def contents(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    with closing(sqlite3.connect(path)) as db:
        db.text_factory = bytes
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        names = sorted(name.decode() for (name,) in tables)
        return {name: sorted(db.execute(f'SELECT * FROM "{name}"'), key=repr) for name in names}


async def test_nothing_changes_where_nothing_is_wrong(path: Path) -> None:
    await story(path)
    before = contents(path)
    assert repaired(path) == []
    assert contents(path) == before


async def test_a_game_of_which_the_result_alone_is_kept_stays(path: Path) -> None:
    await forget(path)
    before = contents(path)
    assert left_after(path) == []
    assert contents(path) == before


async def test_a_game_that_has_its_moves_is_not_said_to_have_lost_them(path: Path) -> None:
    await three_matches(path)
    spoil(path, FORGOTTEN)
    assert left_after(path) == []
    async with open_store(path, EXTENSIONS) as store:
        assert len((await read(store, 2)).match.log) == 2


@pytest.mark.parametrize("damage", [statement for statement, _ in WRONG])
async def test_a_match_is_what_its_events_say_or_gone(path: Path, damage: str) -> None:
    await three_matches(path)
    spoil(path, damage)
    assert repaired(path)
    assert [*check(path, EXTENSIONS)] == []
    async with open_store(path, EXTENSIONS) as store:
        for number in (1, 3):
            known = await read(store, number)
            await store.commit(following(known, moved(known, 9000)))
        known = await store.matches.record(2)
        assert known is None or known.match.log
    assert [broken for broken in check(path, EXTENSIONS) if broken.match] == []


@pytest.mark.parametrize("damage", [statement for statement, _ in ROWS])
async def test_a_row_is_as_its_table_wants_it_or_gone(path: Path, damage: str) -> None:
    await story(path)
    spoil(path, damage)
    assert left_after(path) == []


DAMAGE = [
    "UPDATE rating SET won = 77",
    "UPDATE seat SET rating = 1.5",
    "UPDATE score SET won = won + 1",
    "UPDATE lean SET points = 99.5",
    "DELETE FROM rated WHERE number = 1",
    "DELETE FROM seat",
]


@pytest.mark.parametrize("damage", DAMAGE)
async def test_ratings_are_worked_out_again(path: Path, damage: str) -> None:
    async with open_store(path, EXTENSIONS) as store:
        club = Club(store)
        for _ in range(3):
            await club.won(101, 102)
    before = contents(path)
    spoil(path, damage)
    assert [*check(path, EXTENSIONS)]
    assert left_after(path) == []
    if "rated" not in damage:  # in which order they counted stands nowhere else
        assert contents(path) == before


async def test_no_row_goes_that_is_not_told_of(path: Path) -> None:
    await story(path)
    spoil(path, """UPDATE event SET data = '{' WHERE "match" = 3 AND number = 1""")
    before = contents(path)
    told = repaired(path)
    after = contents(path)
    gone = sum(len(before[name]) - len(after[name]) for name in before)
    assert {"event", "match"} <= {change.table for change in told}
    assert 0 < gone <= len(told)


async def test_what_follows_from_nothing_is_left_and_named(path: Path) -> None:
    await story(path)
    spoil(path, 'UPDATE "match" SET dark = 99 WHERE id = 1')
    assert left_after(path) == ["its players are not those of its challenge"]


async def test_a_clock_that_is_wrong_is_set_and_looked_at(path: Path) -> None:
    await story(path)
    spoil(path, 'UPDATE "match" SET clock_total = 5 WHERE id = 4')
    assert left_after(path) == []
    async with open_store(path, EXTENSIONS) as store:
        assert 4 in await store.matches.due(0, 9)


class Full(sqlite3.Connection):
    """A database on a disk that has no room for a second one."""

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401
        """Execute every statement except the one that rewrites the file."""
        if sql == "VACUUM":
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(sql, *values)


async def test_a_repaired_file_for_which_there_is_no_room_twice_is_repaired(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await three_matches(path)
    spoil(path, 'UPDATE "match" SET plies = 9 WHERE id = 2')
    with closing(open_writer(path, steps(), Full)) as db:
        repair(db, EXTENSIONS)
    assert [*check(path, EXTENSIONS)] == []
    assert "repaired, but could not shrink the file (database or disk is full)" in caplog.text


async def test_a_repair_that_fails_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await three_matches(path)
    spoil(path, 'UPDATE "match" SET plies = 9')
    before = contents(path)

    def fail(_: sqlite3.Connection) -> Never:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("bot.store.repair._note_highest_ids", fail)  # the last that is done
    with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
        repaired(path)
    assert contents(path) == before
