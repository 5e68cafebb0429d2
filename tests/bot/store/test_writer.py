"""The writer: transactions shared and yet apart, cancellation, a transaction that fails."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.store import checksums, sql
from bot.store.connection import writing
from bot.store.migrations import steps
from bot.store.store import open_store
from bot.store.writer import Writer
from games.events import Resigned
from tests.bot.store.model import begun, board, following, log_of, moved, read, record

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator
    from pathlib import Path

    from bot.store.connection import Connection


@pytest.fixture
async def connection(path: Path) -> AsyncGenerator[Connection]:
    async with writing(path, steps()) as opened:
        yield opened


def keeping(name: str) -> Callable[[sqlite3.Connection], str]:
    """A job that writes a note."""

    def job(db: sqlite3.Connection) -> str:
        db.execute(sql.KEEP_NOTE, {"name": name, "text": name})
        return name

    return job


def failing(db: sqlite3.Connection) -> None:
    """A job that writes, and then fails."""
    keeping("half")(db)
    raise LookupError


def pointing_nowhere(db: sqlite3.Connection) -> None:
    """A job whose fault shows in COMMIT alone."""
    db.execute("PRAGMA defer_foreign_keys = ON")
    db.execute("INSERT INTO event VALUES (99, 1, NULL, 0, 'created', '{}', 0)")


async def notes(connection: Connection) -> list[str]:
    found = await connection.run(
        lambda db: db.execute("SELECT name FROM note WHERE length(name) = 1").fetchall()
    )
    return sorted(row["name"] for row in found if row["name"] != "numbers")


async def traced(connection: Connection) -> list[str]:
    """What SQLite is told from now on."""
    told: list[str] = []
    await connection.run(lambda db: db.set_trace_callback(told.append))
    return told


async def test_jobs_that_wait_together_share_a_commit(connection: Connection) -> None:
    told = await traced(connection)
    writer = Writer(connection)
    assert await asyncio.gather(*(writer.write(keeping(name)) for name in "abc")) == [*"abc"]
    assert [each for each in told if each.startswith(("BEGIN", "COMMIT"))] == [
        "BEGIN IMMEDIATE",
        "COMMIT",
    ]
    assert await notes(connection) == [*"abc"]


async def test_jobs_run_in_one_block_a_transaction_and_fail_with_it(
    connection: Connection,
) -> None:
    blocks: list[str] = []

    @contextmanager
    def around(_: sqlite3.Connection) -> Generator[None]:
        blocks.append("begun")
        yield
        blocks.append("ended")
        if len(blocks) == 2:
            raise LookupError

    writer = Writer(connection, around)
    both = (writer.write(keeping("a")), writer.write(keeping("b")))
    errors = await asyncio.gather(*both, return_exceptions=True)
    assert [type(each) for each in errors] == [LookupError, LookupError]
    assert await notes(connection) == []
    assert await writer.write(keeping("c")) == "c"
    assert blocks == ["begun", "ended"] * 2
    assert await notes(connection) == ["c"]


async def test_a_job_that_has_time_shares_the_commit_of_the_next_one(
    connection: Connection,
) -> None:
    told = await traced(connection)
    writer = Writer(connection)
    patient = asyncio.create_task(writer.write(keeping("a"), has_time=True))
    await asyncio.sleep(0)
    assert writer.waiting == 1
    assert await writer.write(keeping("b")) == "b"
    assert await patient == "a"
    assert told.count("COMMIT") == 1
    assert await writer.write(keeping("c"), has_time=True) == "c"  # though no other comes
    assert told.count("COMMIT") == 2
    assert await notes(connection) == [*"abc"]


async def test_a_job_that_has_time_runs_before_those_that_came_after_it(
    connection: Connection,
) -> None:
    writer, ran = Writer(connection), list[str]()
    patient = asyncio.create_task(writer.write(lambda _: ran.append("a"), has_time=True))
    await asyncio.sleep(0)
    await writer.write(lambda _: ran.append("b"))
    await patient
    assert ran == ["a", "b"]


async def test_closing_writes_what_had_time(connection: Connection) -> None:
    writer = Writer(connection)
    patient = asyncio.create_task(writer.write(keeping("a"), has_time=True))
    await asyncio.sleep(0)
    await writer.close()
    assert await notes(connection) == ["a"]
    assert await patient == "a"


async def test_a_job_that_fails_undoes_itself_alone(connection: Connection) -> None:
    writer = Writer(connection)
    outcomes = await asyncio.gather(
        writer.write(keeping("a")),
        writer.write(failing),
        writer.write(keeping("b")),
        return_exceptions=True,
    )
    assert [outcomes[0], type(outcomes[1]), outcomes[2]] == ["a", LookupError, "b"]
    assert await notes(connection) == ["a", "b"]


async def test_a_commit_that_fails_fails_all_its_jobs_and_none_after(
    connection: Connection,
) -> None:
    writer = Writer(connection)
    outcomes = await asyncio.gather(
        writer.write(keeping("a")), writer.write(pointing_nowhere), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [sqlite3.IntegrityError] * 2
    assert await notes(connection) == []
    assert await writer.write(keeping("b")) == "b"
    assert await notes(connection) == ["b"]


async def test_a_full_disk_fails_all_jobs_of_a_commit_and_none_later(
    connection: Connection,
) -> None:
    pages = await connection.run(lambda db: db.execute("PRAGMA page_count").fetchone()[0])
    await connection.run(lambda db: db.execute(f"PRAGMA max_page_count = {pages + 2}").fetchall())
    writer = Writer(connection)
    for count in (1, 2):
        outcomes = await asyncio.gather(
            *(writer.write(keeping(f"{n}" * 50_000)) for n in range(count)), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [sqlite3.OperationalError] * count
        assert await notes(connection) == []
    assert await writer.write(keeping("b")) == "b"


async def test_a_job_is_carried_out_though_its_caller_is_cancelled(connection: Connection) -> None:
    writer = Writer(connection)
    tasks = [asyncio.create_task(writer.write(job)) for job in (keeping("a"), failing)]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    assert [task.cancelled() for task in tasks] == [True, True]
    await writer.write(keeping("b"))
    assert await notes(connection) == ["a", "b"]


async def test_a_move_with_its_board_and_strip_takes_so_many_statements(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    register = checksums.register

    def traced_too(db: sqlite3.Connection) -> None:
        register(db)
        db.set_trace_callback(told.append)

    monkeypatch.setattr(checksums, "register", traced_too)
    async with open_store(path) as store:
        known = await begun(store, replace(record(), message=700))
        told.clear()
        await store.running(known.dark)
        known = await read(store, known.id)
        after = following(known, moved(known), posts=(board(known.id, 2),))
        await store.commit(after)
        (post,) = await store.due_posts(9000, 5)
        assert len((await read(store, known.id)).match.log) == 2
        await store.post_done(post, 701, known.place.channel)
        (strip,) = await store.due_posts(9000, 5)
        known = await read(store, known.id)
        assert known.message == 701
        asked = Counter(each.split()[0] for each in told)
        told.clear()
        done = asyncio.create_task(store.post_done(strip, 700))
        await asyncio.sleep(0)
        await store.commit(following(known, Resigned(known.match.turn, 3000)))
        await done
    assert told.count("COMMIT") == 1
    assert asked == {
        "SELECT": 12,
        "WITH": 2,  # which posts are due
        "INSERT": 5,
        "UPDATE": 2,
        "DELETE": 1,
        **dict.fromkeys(("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT"), 2),
    }


async def test_a_post_that_points_nowhere_is_a_fault_and_not_stale(path: Path) -> None:
    async with open_store(path) as store:
        known = await begun(store)
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            await store.commit(following(known, moved(known), posts=(board(99, 2),)))
        assert await store.record(known.id) == known


@pytest.mark.parametrize("steps_before", range(8))
async def test_a_cancelled_commit_is_written_whole_or_not_at_all(
    path: Path, steps_before: int
) -> None:
    async with open_store(path) as store:
        known = await begun(store)
        change = following(known, moved(known), posts=(board(known.id, 2),))
        task = asyncio.create_task(store.commit(change))
        for _ in range(steps_before):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await store.keep_note("after", "it")
        events, posts = await log_of(store, known.id), await store.due_posts(0, 9)
        expected = (2, 1) if steps_before else (1, 0)
        assert (len(events), len(posts)) == expected
        found = await store.record(known.id)
        assert found
        assert found.match.log == events
        if not steps_before:
            await store.commit(change)  # as if it had never been tried


async def test_closing_under_cancellation_loses_nothing_acknowledged(path: Path) -> None:
    acknowledged: list[str] = []
    enough = asyncio.Event()

    async def work() -> None:
        async with open_store(path) as store:
            while True:
                name = f"{len(acknowledged)}"
                await store.keep_note(name, "x")
                acknowledged.append(name)
                if len(acknowledged) == 20:
                    enough.set()

    task = asyncio.create_task(work())
    await enough.wait()
    task.cancel()
    await asyncio.wait([task])
    async with open_store(path) as store:
        assert [await store.note(name) for name in acknowledged] == ["x"] * len(acknowledged)
