"""Every earlier format opens and keeps what it held; a step that fails leaves the one before."""

from __future__ import annotations

import asyncio
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
from bot.store.migrations import Step, migrate, steps
from bot.store.store import open_store
from games.core import Reason, Side, Verdict
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.keep_version import VERSIONS, dump, story
from tests.bot.store.model import ANNA, BEN, PLACE, read, read_challenge

if TYPE_CHECKING:
    from pathlib import Path

KEPT = sorted(VERSIONS.glob("*.sql"))
FIRST = Step("CREATE TABLE a (id INTEGER PRIMARY KEY); PRAGMA application_id = 0x4b6f6e61;")
SECOND = Step(
    "CREATE TABLE b (a INTEGER REFERENCES a); INSERT INTO a VALUES (1); INSERT INTO b VALUES (1);"
)
NOWHERE = "INSERT INTO b VALUES (2);"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a database could be: here it is often the test that makes it."""
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


def test_every_format_there_ever_was_is_kept() -> None:
    numbers = {int(script.name[:4]) for script in KEPT}
    assert numbers == set(range(1, len(steps()) + 1))


@pytest.fixture(scope="module", params=KEPT, ids=lambda script: script.name)
def updated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of an earlier format that was opened since."""

    async def update() -> None:
        async with open_store(path):
            pass

    path = tmp_path_factory.mktemp("updated") / "konakis.db"
    restore(path, request.param)
    asyncio.run(update())
    return path


@pytest.mark.slow
def test_an_earlier_format_becomes_todays(updated: Path, empty: Path) -> None:
    assert schema(updated) == schema(empty)
    assert [*check(updated, EXTENSIONS)] == []


@pytest.mark.slow
async def test_what_an_earlier_format_held_is_still_there(updated: Path) -> None:
    async with open_store(updated, EXTENSIONS) as store:
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


async def test_the_time_before_clocks_were_kept_counts_against_no_player(path: Path) -> None:
    restore(path, VERSIONS / "0001.sql")
    async with open_store(path, EXTENSIONS) as store:
        assert await store.matches.due(0, 9) == [1]
        begun = (await read(store, 1)).match.log[0].at
        assert await store.notes.read("alive") == str(begun)  # all time before the first heartbeat


async def test_who_was_late_in_several_games_at_once_had_lost_one(path: Path) -> None:
    restore(path, VERSIONS / "0026.sql")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("""
            UPDATE "match" SET plies = 4, level = 0, rated = 1, reason = 'time', winner = 'd'
            WHERE reason IS NOT NULL""")
        over = [row[0] for row in db.execute('SELECT id FROM "match" WHERE reason IS NOT NULL')]
        db.execute("DELETE FROM rated")
        db.execute("INSERT INTO rated VALUES (1, ?, 0.0, 80.0)", over[:1])
    async with open_store(path, EXTENSIONS):
        pass
    with closing(sqlite3.connect(path)) as db:
        assert [row[0] for row in db.execute('SELECT id FROM "match" WHERE excused')] == over[1:]


async def test_who_had_won_a_cup_still_has(path: Path) -> None:
    restore(path, VERSIONS / "0040.sql")
    with closing(sqlite3.connect(path)) as db, db:
        for number, (status, winner) in enumerate((("over", 2), ("over", None), ("running", 1)), 1):
            db.execute(OLD_CUP, {"id": number, "status": status, "winner": winner})
            for seat in (1, 2):
                db.execute(
                    "INSERT INTO cup_entry VALUES (?, ?, 8, 0, 1, 0, NULL, NULL, 1)", (number, seat)
                )
    async with open_store(path, EXTENSIONS) as store:
        won = await store.database.rows(
            "SELECT cup, seat FROM cup_entry WHERE won ORDER BY cup, seat"
        )
        assert [tuple(row) for row in won] == [(1, 2)]


OLD_ENTRY = "INSERT INTO cup_entry VALUES (?, ?, 8, 0, 1, 0, NULL, NULL, 1)"
OLD_CUP = """
    INSERT INTO cup (id, guild, channel, card_in, "by", name, edition, form, rules, days, games,
        rated, size, signup_days, round_days, repeats, status, made, closes, winner)
    VALUES (:id, 5, 4001, 4001, 7, 'Spring', 1, 'robin', 'ludens', 3, 2,
        1, 16, 7, 14, 'never', :status, 0, 0, :winner)"""


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


async def test_private_games_that_piled_up_are_forgotten_but_for_the_newest_fifty(
    path: Path,
) -> None:
    restore(path, VERSIONS / "0022.sql")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        columns = [row[1] for row in db.execute('PRAGMA table_info("match")') if row[1] != "id"]
        (first,) = db.execute('SELECT max(id) + 1 FROM "match"').fetchone()
        alone = {"dark": "1", "level": "3", "channel": "0", "guild": "NULL", "challenge": "NULL"}
        alone |= {"message": "NULL", "first": "NULL", "plan": "''"}
        values = ", ".join(alone.get(name, f'"{name}"') for name in columns)
        names = ", ".join(f'"{name}"' for name in columns)
        for number in range(first, first + 53):
            db.execute(
                f'INSERT INTO "match" (id, {names}) SELECT {number}, {values}'  # noqa: S608  ours
                ' FROM "match" WHERE id = 2'
            )
            db.execute(
                'INSERT INTO event SELECT ?, number, "by", at, kind, data, "sum" FROM event'
                ' WHERE "match" = 2',
                (number,),
            )
    async with open_store(path, EXTENSIONS):
        pass
    with closing(sqlite3.connect(path)) as db:
        forgotten = [row[0] for row in db.execute('SELECT id FROM "match" WHERE forgotten')]
        remembered = {row[0] for row in db.execute('SELECT "match" FROM event')}
    assert forgotten == [first, first + 1, first + 2]
    assert remembered.isdisjoint(forgotten)
    assert {*range(first + 3, first + 53)} <= remembered


async def test_games_of_four_have_four_seats_and_those_that_came_to_nothing_are_due(
    path: Path,
) -> None:
    restore(path, VERSIONS / "0040.sql")
    with closing(sqlite3.connect(path)) as db, db:
        for number, status in enumerate(("begun", "open", "withdrawn"), 1):
            db.execute(
                """INSERT INTO foursome
                    (id, guild, channel, "by", rules, by_lot, status, made, closes)
                VALUES (?, 1, 2, 5, 'ludens', 1, ?, 0, 100)""",
                (number, status),
            )
        seats = [(1, 1, "d"), (1, 5, None), (2, 1, None), (3, 1, None)]
        for seat in seats:
            db.execute("INSERT INTO foursome_seat VALUES (?, ?, ?, 5, 0)", seat)
    async with open_store(path, EXTENSIONS):
        pass
    with closing(sqlite3.connect(path)) as db:
        seats = db.execute("SELECT foursome, number, side FROM foursome_seat").fetchall()
        due = [row[0] for row in db.execute("SELECT due FROM foursome ORDER BY id")]
    assert seats == [(1, 1, "d"), (2, 1, None), (3, 1, None)]
    assert due == [None, None, 30 * 86_400 + 100]


async def test_what_a_board_shows_follows_from_the_events(path: Path) -> None:
    restore(path, VERSIONS / "0021.sql")
    with closing(sqlite3.connect(path)) as db:
        running = 'SELECT id, message FROM "match" WHERE reason IS NULL ORDER BY id'
        posted = [number for number, message in db.execute(running) if message is not None]
    assert posted
    async with open_store(path, EXTENSIONS) as store:
        for number in posted:
            known = await read(store, number)
            assert known.shown
            assert known.match.as_of(known.shown).turns == known.match.turns
