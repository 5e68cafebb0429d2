"""A file of an older format opens and keeps what it held; a failed step leaves the one before."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Standing
from bot.model.people import Person
from bot.model.servers import Place
from bot.store.check import check
from bot.store.connection import open_writer
from bot.store.errors import StoreError
from bot.store.migrations import Step, migrate
from bot.store.store import open_store
from games.core import Reason, Side, Verdict
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.keep_version import KEPT, dump, story
from tests.bot.store.model import ANNA, BEN, PLACE, following, moved, read, read_challenge

if TYPE_CHECKING:
    from pathlib import Path

FIRST = Step("CREATE TABLE a (id INTEGER PRIMARY KEY); PRAGMA application_id = 0x4b6f6e61;")
SECOND = Step(
    "CREATE TABLE b (a INTEGER REFERENCES a); INSERT INTO a VALUES (1); INSERT INTO b VALUES (1);"
)
NOWHERE = "INSERT INTO b VALUES (2);"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A path for a database, which the test often makes itself."""
    return tmp_path / "konakis.db"


def point_nowhere(db: sqlite3.Connection) -> None:
    db.execute(NOWHERE)


def restore(path: Path, script: Path) -> None:
    """The database that was written down there."""
    db = sqlite3.connect(path)
    db.executescript(script.read_text("utf-8"))
    db.close()


def schema(path: Path) -> list[tuple[str, str]]:
    db = sqlite3.connect(path)
    objects = db.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name")
    told = [(name, " ".join(sql.split())) for name, sql in objects]
    db.close()
    return told


@pytest.fixture
def earlier(path: Path) -> Path:
    """The database that was written down."""
    restore(path, KEPT)
    return path


def test_the_database_that_was_written_down_has_todays_schema(earlier: Path, empty: Path) -> None:
    """If not: `python -m tests.bot.store.keep_version`."""
    assert schema(earlier) == schema(empty)
    assert [*check(earlier, EXTENSIONS)] == []


@pytest.mark.usefixtures("next_version")
async def test_after_an_update_all_is_still_there(earlier: Path) -> None:
    async with open_store(earlier, EXTENSIONS) as store:
        first, second = await read(store, 1), await read(store, 2)
        assert (first.message, first.place) == (5002, Place(PLACE.guild, 4001))
        assert (first.dark, first.light, first.challenge) == (BEN, ANNA, 1)
        assert [ply.move for ply in first.match.plies] == [("d1", "d3")]
        assert first.match.offer
        assert second.thread
        assert second.match.game.name == "tabal"
        assert second.match.verdict == Verdict(Side.LIGHT, Reason.RESIGNED)
        assert (await read_challenge(store, 1)).standing is Standing.ACCEPTED
        assert [challenge.id for challenge in await store.challenges.open_of(ANNA)] == [2]
        assert [listing.id for listing in await store.matches.running(ANNA)] == [1]
        (post,) = await store.posts.due(60, 9)
        assert (post.id, post.tries, post.place.guild) == (2, 1, PLACE.guild)
        assert post.place.channel == 4001
        assert await store.posts.newest() == 3
        assert await store.people.person(BEN) == Person(
            BEN, confirm=False, theme="nuit ☾", locale="fr"
        )
        assert await store.notes.read("commands") == "abc"
        beards = await store.database.rows("SELECT DISTINCT beard FROM person")
        assert [beard for (beard,) in beards] == ["short"]
        await store.commit(following(first, moved(first, 9000)))
    assert [*check(earlier, EXTENSIONS)] == []


async def test_a_database_written_down_and_restored_is_the_same(path: Path) -> None:
    await story(path)
    written, again = path.with_name("written.sql"), path.with_name("again.db")
    written.write_text(dump(path), "utf-8")
    restore(again, written)
    assert dump(again) == dump(path)


def migrated(path: Path, *script: Step) -> int:
    """Take these steps; which format the file then has."""
    db = sqlite3.connect(path, isolation_level=None)
    try:
        migrate(db, path, script)
    finally:
        version: int = db.execute("PRAGMA user_version").fetchone()[0]
        db.close()
    return version


def test_only_the_steps_still_to_be_taken_are_taken(path: Path) -> None:
    assert migrated(path, FIRST) == 1
    assert migrated(path, FIRST, SECOND) == 2
    assert migrated(path, FIRST, SECOND) == 2


@pytest.mark.parametrize(
    ("step", "error"),
    [
        (Step(f"{SECOND.sql} CREATE TABLE a (again);"), sqlite3.OperationalError),
        (Step(f"{SECOND.sql}\n{NOWHERE}"), StoreError),
        (replace(SECOND, fill=point_nowhere), StoreError),
    ],
)
def test_a_step_that_fails_leaves_the_one_before(
    path: Path, step: Step, error: type[Exception]
) -> None:
    migrated(path, FIRST)
    before = dump(path)
    with pytest.raises(error):
        migrated(path, FIRST, step)
    assert dump(path) == before
    assert migrated(path, FIRST, SECOND) == 2


async def test_a_step_may_build_a_table_anew(path: Path) -> None:
    rebuild = Step("""
        CREATE TABLE new (id INTEGER PRIMARY KEY, more TEXT);
        INSERT INTO new SELECT id, 'more' FROM a;
        DROP TABLE a;
        ALTER TABLE new RENAME TO a;
    """)
    script = (FIRST, SECOND, rebuild)
    with closing(open_writer(path, script, sqlite3.Connection)) as db:
        rows = [tuple(row) for row in db.execute("SELECT * FROM a")]
    assert rows == [(1, "more")]
