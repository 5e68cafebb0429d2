"""Rows that do not fit: an update goes on without them, and each stands in a text file before."""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import re
import shutil
import signal
import sqlite3
from contextlib import closing
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from bot.store import matches, migrations
from bot.store.check import check
from bot.store.connection import open_writer
from bot.store.migrations import Step, steps
from bot.store.set_aside import file_of, forget
from bot.store.store import open_store
from sandbox.waiting import PATIENCE
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.keep_version import VERSIONS, dump, story
from tests.bot.store.model import begun, following, moved, read

if TYPE_CHECKING:
    from pathlib import Path

BEFORE = VERSIONS / "0020.sql"  # the newest of which the tables were not strict


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a database could be: here it is the test that makes it."""
    return tmp_path / "konakis.db"


def restore(path: Path, *damage: str, script: Path = BEFORE) -> None:
    """An older database with this damage."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript(script.read_text("utf-8"))
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("PRAGMA ignore_check_constraints = ON")
        for statement in damage:
            db.execute(statement)


def bring_up_to_date(path: Path) -> None:
    open_writer(path, steps(), sqlite3.Connection).close()


def rows(path: Path, question: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(question).fetchall()


def set_aside(path: Path) -> list[dict[str, Any]]:
    """What stands in the text file."""
    lines = file_of(path).read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if not line.startswith("#")]


STRAY = """INSERT INTO event ("match", number, at, kind, data) VALUES (77, 3, 100, 'moved', '{}')"""


@pytest.mark.slow
@pytest.mark.parametrize("script", sorted(VERSIONS.glob("*.sql")), ids=lambda script: script.name)
async def test_an_event_whose_match_is_gone_stops_no_update(
    path: Path, script: Path, caplog: pytest.LogCaptureFixture
) -> None:
    restore(path, STRAY, script=script)
    async with open_store(path, EXTENSIONS) as store:
        assert (await read(store, 1)).match.plies
    if int(script.name[:4]) == len(steps()):
        return  # it is of today's format already
    (line,) = set_aside(path)
    assert (line["table"], line["row"]["match"], line["row"]["number"]) == ("event", 77, 3)
    assert "set aside: event 3 of match 77: the match to which its match points is not there" in (
        caplog.messages
    )
    assert [*check(path, EXTENSIONS)] == []


async def test_a_match_whose_challenge_is_gone_is_played_on(path: Path) -> None:
    restore(path, "DELETE FROM challenge WHERE id = 1")
    async with open_store(path, EXTENSIONS) as store:
        known = await read(store, 1)
        assert known.challenge is None
        await store.commit(following(known, moved(known, 9000)))
    assert {(line["table"], line["row"]["id"]) for line in set_aside(path)} == {("match", 1)}
    assert [*check(path, EXTENSIONS)] == []


ESSENTIAL = {"id", "dark", "light"}
# Columns that format had not.
LATER = {
    *("shown", "nudged", "line", "first_days", "away_days"),
    *("dark_partner", "light_partner", "home"),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "column", [name for name in matches.MATCH if name not in ESSENTIAL | LATER]
)
async def test_of_a_damaged_match_stays_what_fits_and_what_its_events_say(
    path: Path, column: str
) -> None:
    restore(path, f"""UPDATE "match" SET "{column}" = x'ff' WHERE id = 1""")  # noqa: S608
    async with open_store(path, EXTENSIONS) as store:
        known = await read(store, 1)
        (listing,) = await store.matches.running(known.dark)
        assert (listing.id, listing.plies) == (1, len(known.match.plies))
        await store.commit(following(known, moved(known, 9000)))
    assert [broken for broken in check(path, EXTENSIONS) if broken.match] == []


async def test_a_match_that_names_no_player_is_set_aside_whole(path: Path) -> None:
    damage = """UPDATE "match" SET dark = x'ff' WHERE id = 1"""
    restore(path, damage)
    before = rows(path, 'SELECT count(*) FROM event WHERE "match" = 1')[0][0]
    bring_up_to_date(path)
    lines = set_aside(path)
    assert sum(line["table"] == "event" for line in lines) == before
    assert [line["row"]["dark"] for line in lines if line["table"] == "match"] == [{"hex": "ff"}]
    assert rows(path, 'SELECT count(*) FROM event WHERE "match" = 1') == [(0,)]
    assert [broken for broken in check(path, EXTENSIONS) if broken.match] == []


@pytest.mark.slow
@pytest.mark.parametrize("table", ["person", "guild", "attempt", "vacation", "post", "note"])
def test_a_damaged_row_leaves_the_others(path: Path, table: str) -> None:
    restore(path)
    first = rows(path, f"SELECT * FROM {table}")  # noqa: S608
    text = rows(path, f"SELECT name FROM pragma_table_info('{table}') WHERE pk = 0")  # noqa: S608
    with closing(sqlite3.connect(path)) as db:
        where = f"ROWID = (SELECT min(ROWID) FROM {table})" if table != "attempt" else "player = 7"  # noqa: S608
        if table == "note":
            where = "name = 'commands'"
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute(f"UPDATE {table} SET \"{text[0][0]}\" = x'ff' WHERE {where}")  # noqa: S608
        db.commit()
    bring_up_to_date(path)
    assert len(rows(path, f"SELECT * FROM {table}")) >= len(first) - 1  # noqa: S608
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]


def test_the_log_names_no_person(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    restore(path, "UPDATE person SET theme = x'ff'")
    bring_up_to_date(path)
    people = [str(number) for (number,) in rows(path, "SELECT id FROM person WHERE id > 9")]
    assert people
    assert "a row of person: its theme did not fit" in caplog.text
    assert [number for number in people if number in caplog.text] == []


def test_no_number_is_given_twice(path: Path) -> None:
    restore(path, "UPDATE sqlite_sequence SET seq = 500 WHERE name = 'match'")
    bring_up_to_date(path)
    assert rows(path, "SELECT seq FROM sqlite_sequence WHERE name = 'match'") == [(500,)]


async def test_a_person_who_is_erased_stands_in_no_text(path: Path) -> None:
    restore(path, STRAY, """UPDATE "match" SET dark = x'ff' WHERE id IN (1, 3)""")
    async with open_store(path, EXTENSIONS) as store:
        player, others = 8, len(set_aside(path))
        assert re.search(rf"\b{player}\b", file_of(path).read_text("utf-8"))
        await store.database.execute("UPDATE challenge SET standing = 'expired'")
        await store.database.execute("UPDATE \"match\" SET reason = 'stopped' WHERE reason IS NULL")
        await store.personal_data.erase(player, 9000)
    assert 0 < len(set_aside(path)) < others
    assert re.search(rf"\b{player}\b", file_of(path).read_text("utf-8")) is None


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_the_text_is_closed_to_other_users(path: Path) -> None:
    restore(path, STRAY)
    bring_up_to_date(path)
    assert file_of(path).stat().st_mode & 0o077 == 0


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away"
)
def test_what_root_writes_belongs_to_the_databases_owner(path: Path) -> None:
    restore(path, STRAY, """UPDATE "match" SET dark = x'ff' WHERE id IN (1, 3)""")
    os.chown(path, 10001, 10002)
    bring_up_to_date(path)
    written = file_of(path).stat()
    assert (written.st_uid, written.st_gid) == (10001, 10002)
    with closing(sqlite3.connect(path)) as db:
        forget(db, 8)  # which writes it anew
    rewritten = file_of(path).stat()
    assert rewritten.st_size < written.st_size
    assert (rewritten.st_uid, rewritten.st_gid) == (10001, 10002)


async def test_a_person_is_erased_also_where_the_text_cannot_be_read(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await story(path)
    file_of(path).mkdir()
    with closing(sqlite3.connect(path)) as db:
        forget(db, 8)
    assert f"{file_of(path)} may name a person who was erased: delete it" in caplog.text


async def test_a_column_is_added_by_a_statement_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await story(path)
    more = Step("ALTER TABLE person ADD COLUMN beard TEXT NOT NULL DEFAULT 'short'")
    longer = (*steps(), more)
    for module in ("migrations", "database", "check", "connection"):
        monkeypatch.setattr(f"bot.store.{module}.steps", lambda: longer)
    async with open_store(path, EXTENSIONS) as store:
        await begun(store)
        known = await read(store, 1)
        await store.commit(following(known, moved(known, 9000)))
    assert rows(path, "SELECT DISTINCT beard FROM person") == [("short",)]
    assert [*check(path, EXTENSIONS)] == []
    assert migrations.steps() == longer


# Killed in the middle of it, the update is taken whole by the next start.


def killed_at(path: Path, step: int) -> bool:
    """Whether there was such a statement."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload([__name__])
    process = processes.Process(target=_until, args=(path, step))
    process.start()
    process.join(PATIENCE)
    assert process.exitcode in {0, -signal.SIGKILL}
    return process.exitcode != 0


def _until(path: Path, step: int) -> None:
    logging.disable()
    seen, connect = count(1), sqlite3.connect

    def kill(_: str) -> None:
        if next(seen) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def connected(*args: Any, **options: Any) -> sqlite3.Connection:  # noqa: ANN401
        db = connect(*args, **options)
        db.set_trace_callback(kill)
        return db

    sqlite3.connect = connected
    bring_up_to_date(path)


@pytest.mark.slow
def test_killed_at_any_statement_the_update_loses_nothing(path: Path, tmp_path: Path) -> None:
    restore(path, STRAY, """UPDATE "match" SET dark = x'ff' WHERE id = 2""")
    whole = tmp_path / "whole" / path.name
    whole.parent.mkdir()
    shutil.copy(path, whole)
    bring_up_to_date(whole)
    expected, lines = dump(whole), set_aside(whole)
    assert len(lines) > 3
    step = 0
    for step in count(1, 29):  # some of them, as there are hundreds
        part = tmp_path / str(step) / path.name
        part.parent.mkdir()
        shutil.copy(path, part)
        if not killed_at(part, step):
            break
        bring_up_to_date(part)
        assert dump(part) == expected, step
        assert set_aside(part) == lines, step
    assert step > 200
