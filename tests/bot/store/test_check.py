"""The check of a file: nothing about a whole one, and a sentence about each fault."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from bot.store import check as checking
from bot.store.check import Broken, check
from bot.store.errors import StoreError
from bot.store.store import open_store
from tests.bot.store.model import begun, board, following, moved, read

if TYPE_CHECKING:
    from pathlib import Path

WRONG = [
    ('UPDATE "match" SET plies = 9 WHERE id = 2', ["its plies is 9, but its events say 1"]),
    (
        "UPDATE \"match\" SET turn = 'd', reason = 'time' WHERE id = 2",
        ["its turn is d, but its events say l", "its reason is time, but its events say None"],
    ),
    (
        'DELETE FROM event WHERE "match" = 2 AND number = 2',
        [
            "its version is 2, but its events say 1",
            "its turn is l, but its events say d",
            "its plies is 1, but its events say 0",
            "its since is 2000, but its events say 1000",
        ],
    ),
    (
        'UPDATE event SET number = 3 WHERE "match" = 2 AND number = 2',
        ["an event is missing"],
    ),
    (
        'DELETE FROM event WHERE "match" = 2',
        [("its events make no match: this is no record of a rule set or a match: "
         "a match that never began")],
    ),
    (
        """UPDATE event SET data = '{"path":["d1","a9"]}' WHERE "match" = 2 AND number = 2""",
        ["its events make no match: men move along a row or column: d1, a9"],
    ),
    (
        """UPDATE event SET data = '[]' WHERE "match" = 2 AND number = 2""",
        ["its events make no match: unsupported operand type(s) for |: 'dict' and 'list'"],
    ),
    (
        """UPDATE event SET data = '{' WHERE "match" = 2 AND number = 2""",
        [("its events make no match: Expecting property name enclosed in double quotes: "
         "line 1 column 2 (char 1)")],
    ),
]  # fmt: skip


async def found(path: Path) -> list[Broken]:
    return [broken async for broken in check(path)]


async def three_matches(path: Path) -> None:
    async with open_store(path) as store:
        for _ in range(3):
            known = await begun(store, None, board())
            await store.commit(following(known, moved(known)))


def spoil(path: Path, statement: str, first: str = "", values: tuple[object, ...] = ()) -> None:
    db = sqlite3.connect(path)
    db.execute(first)
    db.execute(statement, values)
    db.commit()
    db.close()


async def test_nothing_is_wrong_with_a_whole_file(path: Path) -> None:
    await three_matches(path)
    assert await found(path) == []


@pytest.mark.parametrize(("statement", "sentences"), WRONG)
async def test_a_match_that_is_not_what_its_events_say(
    path: Path, statement: str, sentences: list[str]
) -> None:
    await three_matches(path)
    spoil(path, statement)
    assert await found(path) == [Broken(2, sentence) for sentence in sentences]


async def test_the_bot_does_not_play_on_in_a_match_that_is_none(path: Path) -> None:
    await three_matches(path)
    spoil(path, 'DELETE FROM event WHERE "match" = 2 AND number = 1')
    async with open_store(path) as store:
        with pytest.raises(StoreError, match=r"^The events of match 2 make no match: this is no"):
            await store.record(2)
        assert (await read(store, 3)).id == 3


async def test_a_row_that_points_nowhere(path: Path) -> None:
    await three_matches(path)
    spoil(path, 'UPDATE post SET "match" = 77 WHERE id = 1')
    assert await found(path) == [Broken(None, "a row of post points to a match that is not there")]


async def test_an_index_that_lacks_a_row(path: Path) -> None:
    await three_matches(path)
    schema = "FROM sqlite_master WHERE name = 'post_due'"
    db = sqlite3.connect(path)
    kept = db.execute(f"SELECT * {schema}").fetchone()
    db.close()
    spoil(path, f"DELETE {schema}", "PRAGMA writable_schema = ON")
    spoil(path, "UPDATE post SET due = 7 WHERE id = 1")  # which the index does not hear of
    spoil(
        path,
        "INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)",
        "PRAGMA writable_schema = ON",
        kept,
    )
    assert await found(path) == [Broken(None, "row 1 missing from index post_due")]


async def test_every_match_is_looked_at_however_many(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "_AT_ONCE", 2)
    await three_matches(path)
    spoil(path, 'UPDATE "match" SET since = 0')
    assert [broken.match for broken in await found(path)] == [1, 2, 3]


async def test_while_a_bot_plays_on(path: Path) -> None:
    async with open_store(path) as store:
        await begun(store)
        assert await found(path) == []


async def test_a_file_that_is_not_there(path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        await found(path)
