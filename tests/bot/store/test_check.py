"""The check of a file: nothing about a whole one, and a sentence about each fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.model.people import Person
from bot.model.servers import Server
from bot.model.times import Vacation
from bot.store import check as checking
from bot.store.check import Broken, check
from bot.store.errors import StoreError
from bot.store.store import open_store
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import (
    ANNA,
    bar,
    begun,
    board,
    challenged,
    following,
    keep_guild,
    keep_person,
    keep_vacation,
    moved,
    read,
)
from tests.bot.store.spoil import first_page, put_first_page, spoil

if TYPE_CHECKING:
    from pathlib import Path

NUMBERS = "the highest number of post is not that which was noted"
SECOND = "the checksum of event 2 is wrong"
SINCE = "its since is 2000, but its events say 2001"
DATA = "its events make no match: its data cannot be read"
WRONG = [
    (
        'UPDATE "match" SET plies = 9 WHERE id = 2',
        ["its plies is 9, but its events say 1"],
    ),
    (
        "UPDATE \"match\" SET turn = 'd', reason = 'time' WHERE id = 2",
        ["its turn is d, but its events say l",
         "its reason is time, but its events say None"],
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
        ["an event is missing", "the checksum of event 3 is wrong"],
    ),
    (
        'DELETE FROM event WHERE "match" = 2',
        [("its events make no match: this is no record of a rule set or a match: "
         "a match that never began")],
    ),
    (
        """UPDATE event SET data = '{"path":["d1","a9"]}' WHERE "match" = 2 AND number = 2""",
        [SECOND, "its events make no match: men move along a row or column: d1, a9"],
    ),
    (
        """UPDATE event SET data = '[]' WHERE "match" = 2 AND number = 2""",
        [SECOND, DATA],
    ),
    (
        """UPDATE event SET data = '{' WHERE "match" = 2 AND number = 2""",
        [SECOND, DATA],
    ),
    (
        """UPDATE event SET data = CAST(x'7b22ff' AS TEXT) WHERE "match" = 2 AND number = 2""",
        [SECOND, DATA],
    ),
    ('UPDATE event SET at = 2001 WHERE "match" = 2 AND number = 2', [SECOND, SINCE]),
]  # fmt: skip


async def broken_in(path: Path) -> list[Broken]:
    return [*check(path, EXTENSIONS)]


async def three_matches(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        for _ in range(3):
            known = await begun(store, None, board())
            await store.commit(following(known, moved(known)))


async def test_nothing_is_wrong_with_a_whole_file(path: Path) -> None:
    await three_matches(path)
    assert await broken_in(path) == []


@pytest.mark.parametrize(("statement", "sentences"), WRONG)
async def test_a_match_that_is_not_what_its_events_say(
    path: Path, statement: str, sentences: list[str]
) -> None:
    await three_matches(path)
    spoil(path, statement)
    assert await broken_in(path) == [Broken(2, sentence) for sentence in sentences]


FORGOTTEN = """
    UPDATE "match" SET dark = 1, level = 2, channel = 0, guild = NULL, challenge = NULL,
        winner = 'd', reason = 'resigned', due = NULL, clock_since = NULL, clock_total = NULL,
        clock_reserve = NULL, forgotten = 1 WHERE id = 2"""


async def forget(path: Path) -> None:
    """Three matches; of the second one, only the result is kept."""
    await three_matches(path)
    for table in ("post", "event"):
        spoil(path, f'DELETE FROM {table} WHERE "match" = 2')  # noqa: S608  a table of ours
    spoil(path, FORGOTTEN)


async def test_of_a_private_game_the_result_may_be_all_that_is_kept(path: Path) -> None:
    await forget(path)
    assert await broken_in(path) == []
    spoil(path, 'UPDATE "match" SET due = 7 WHERE id = 2')
    assert await broken_in(path) == [Broken(2, "it is over, but its clock runs")]
    spoil(path, 'UPDATE "match" SET due = NULL, channel = 7 WHERE id = 2')
    told = "its moves are not kept, though it isn't a finished private game"
    assert await broken_in(path) == [Broken(2, told)]


async def test_a_game_whose_moves_are_said_to_be_gone_has_none(path: Path) -> None:
    await three_matches(path)
    spoil(path, FORGOTTEN)
    told = "its moves are kept, though its row says that they are not"
    assert await broken_in(path) == [Broken(2, told)]


CHALLENGE = "row 1 of challenge: "
ROWS = [
    ("UPDATE post SET kind = 'x' WHERE id = 2", "row 2 of post: its kind cannot be read"),
    (
        "UPDATE challenge SET days = -1",
        f"{CHALLENGE}its days, reserve, weekends, first_days, away_days, hurry_from cannot be read",
    ),
    ("UPDATE challenge SET rules = CAST(x'ff' AS TEXT)", f"{CHALLENGE}its rules cannot be read"),
    ("UPDATE person SET confirm = 2", "a row of person: its confirm cannot be read"),
    ("UPDATE guild SET channels = '[1,'", "a row of guild: its channels cannot be read"),
    ("UPDATE outage SET start = 'x'", "a row of outage: its start cannot be read"),
    ("UPDATE sqlite_sequence SET seq = 1 WHERE name = 'post'", NUMBERS),
    ("DROP INDEX post_due", "the index post_due is missing"),
    ("CREATE INDEX more ON post (tries)", "the index more does not belong there"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("statement", "sentence"), ROWS)
async def test_a_row_or_an_index_that_is_not_as_it_was_written(
    path: Path, statement: str, sentence: str
) -> None:
    await three_matches(path)
    async with open_store(path, EXTENSIONS) as store:
        await challenged(store)
        await keep_person(store, Person(ANNA, theme="slate"))
        await keep_guild(store, Server(5, "fr"))
        await keep_vacation(store, Vacation(0, ANNA, 100, 200), 100)
        await store.times.keep_outage(100, 200)
        await store.notes.keep("a", "a")
        await bar(store, 5, ANNA)
    assert await broken_in(path) == []
    spoil(path, statement)
    assert Broken(None, sentence) in await broken_in(path)
    assert not any(broken.file for broken in await broken_in(path))


async def test_tables_that_other_programs_keep_there_are_no_fault(path: Path) -> None:
    await three_matches(path)
    spoil(path, "ANALYZE")
    assert await broken_in(path) == []
    spoil(path, "CREATE TABLE other (id INTEGER)")
    assert await broken_in(path) == [Broken(None, "the table other does not belong there")]


async def test_a_table_that_is_dropped(path: Path) -> None:
    await three_matches(path)
    spoil(path, "DROP TABLE vacation")
    assert await broken_in(path) == [
        Broken(None, "the table vacation is missing", file=True),
        Broken(None, "the index vacation_player is missing"),
        Broken(None, "the index vacation_end is missing"),
    ]


async def test_a_value_that_no_column_may_hold(path: Path) -> None:
    await three_matches(path)
    statement = """UPDATE "match" SET turn = 'x' WHERE id = 2"""
    spoil(path, statement)
    assert await broken_in(path) == [
        Broken(None, "CHECK constraint failed in match"),
        Broken(2, "its turn cannot be read"),
        Broken(2, "its turn is x, but its events say l"),
    ]


async def test_the_bot_does_not_play_on_in_a_match_that_is_none(path: Path) -> None:
    await three_matches(path)
    spoil(path, 'DELETE FROM event WHERE "match" = 2 AND number = 1')
    async with open_store(path, EXTENSIONS) as store:
        with pytest.raises(StoreError, match=r"^The events of match 2 make no match: this is no"):
            await store.matches.record(2)
        assert (await read(store, 3)).id == 3


async def test_a_row_that_points_nowhere(path: Path) -> None:
    await three_matches(path)
    spoil(path, 'UPDATE post SET "match" = 77 WHERE id = 1')
    assert await broken_in(path) == [
        Broken(None, "a row of post points to a match that is not there"),
    ]


async def test_an_index_that_lacks_a_row(path: Path) -> None:
    await three_matches(path)
    before = first_page(path, "post_due")
    spoil(path, "UPDATE post SET due = 7 WHERE id = 1")
    put_first_page(path, "post_due", before)  # it has not heard of it
    assert await broken_in(path) == [
        Broken(None, "row 1 missing from index post_due"),
    ]


async def test_every_match_is_looked_at_however_many(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "_AT_ONCE", 2)
    await three_matches(path)
    spoil(path, 'UPDATE "match" SET since = 0')
    assert {broken.match for broken in await broken_in(path)} == {1, 2, 3}


async def test_while_a_bot_plays_on(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await begun(store)
        assert await broken_in(path) == []


async def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        await broken_in(tmp_path / "konakis.db")
