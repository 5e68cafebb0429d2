"""The writer: transactions shared and yet apart, cancellation, a transaction that fails."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

import pytest

from bot.model.posts import SentMessage
from bot.store import connection, notes
from bot.store.connection import open_writer
from bot.store.migrations import steps
from bot.store.store import open_store
from bot.store.worker import JobConnection, worker
from bot.store.writer import Writer
from games.events import Resigned
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import begun, board, following, log_of, moved, read, record

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from bot.store.worker import Worker


@pytest.fixture
async def opened(path: Path) -> AsyncGenerator[Worker]:
    async with worker(open_writer(path, steps(), JobConnection)) as thread:
        yield thread


def keeping(name: str) -> Callable[[sqlite3.Connection], str]:
    """A job that writes a note."""

    def job(db: sqlite3.Connection) -> str:
        db.execute(notes.KEEP_NOTE, {"name": name, "text": name})
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


async def stored_notes(opened: Worker) -> list[str]:
    rows = await opened.run(
        lambda db: db.execute("SELECT name FROM note WHERE length(name) = 1").fetchall()
    )
    return sorted(row["name"] for row in rows if row["name"] != "numbers")


async def traced(opened: Worker) -> list[str]:
    """Return a list of the statements that SQLite gets from now on."""
    told: list[str] = []
    await opened.run(lambda db: db.set_trace_callback(told.append))
    return told


async def test_jobs_that_wait_together_share_a_commit(opened: Worker) -> None:
    told = await traced(opened)
    writer = Writer(opened)
    assert await asyncio.gather(*(writer.write(keeping(name)) for name in "abc")) == [*"abc"]
    assert [statement for statement in told if statement.startswith(("BEGIN", "COMMIT"))] == [
        "BEGIN IMMEDIATE",
        "COMMIT",
    ]
    assert await stored_notes(opened) == [*"abc"]


async def test_a_job_that_has_time_shares_the_commit_of_the_next_one(
    opened: Worker,
) -> None:
    told = await traced(opened)
    writer = Writer(opened)
    patient = asyncio.create_task(writer.write(keeping("a"), has_time=True))
    await asyncio.sleep(0)
    assert writer.waiting == 1
    assert await writer.write(keeping("b")) == "b"
    assert await patient == "a"
    assert told.count("COMMIT") == 1
    assert await writer.write(keeping("c"), has_time=True) == "c"  # though no other comes
    assert told.count("COMMIT") == 2
    assert await stored_notes(opened) == [*"abc"]


async def test_a_job_that_has_time_runs_before_those_that_came_after_it(
    opened: Worker,
) -> None:
    writer, ran = Writer(opened), list[str]()
    patient = asyncio.create_task(writer.write(lambda _: ran.append("a"), has_time=True))
    await asyncio.sleep(0)
    await writer.write(lambda _: ran.append("b"))
    await patient
    assert ran == ["a", "b"]


async def test_closing_writes_what_had_time(opened: Worker) -> None:
    writer = Writer(opened)
    patient = asyncio.create_task(writer.write(keeping("a"), has_time=True))
    await asyncio.sleep(0)
    await writer.close()
    assert await stored_notes(opened) == ["a"]
    assert await patient == "a"


async def test_a_job_that_fails_undoes_itself_alone(opened: Worker) -> None:
    writer = Writer(opened)
    outcomes = await asyncio.gather(
        writer.write(keeping("a")),
        writer.write(failing),
        writer.write(keeping("b")),
        return_exceptions=True,
    )
    assert [outcomes[0], type(outcomes[1]), outcomes[2]] == ["a", LookupError, "b"]
    assert await stored_notes(opened) == ["a", "b"]


async def test_a_commit_that_fails_fails_all_its_jobs_and_none_after(
    opened: Worker,
) -> None:
    writer = Writer(opened)
    outcomes = await asyncio.gather(
        writer.write(keeping("a")), writer.write(pointing_nowhere), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [sqlite3.IntegrityError] * 2
    assert await stored_notes(opened) == []
    assert await writer.write(keeping("b")) == "b"
    assert await stored_notes(opened) == ["b"]


async def test_a_full_disk_fails_all_jobs_of_a_commit_and_none_later(
    opened: Worker,
) -> None:
    pages = await opened.run(lambda db: db.execute("PRAGMA page_count").fetchone()[0])
    await opened.run(lambda db: db.execute(f"PRAGMA max_page_count = {pages + 2}").fetchall())
    writer = Writer(opened)
    for count in (1, 2):
        outcomes = await asyncio.gather(
            *(writer.write(keeping(f"{n}" * 50_000)) for n in range(count)), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [sqlite3.OperationalError] * count
        assert await stored_notes(opened) == []
    assert await writer.write(keeping("b")) == "b"


async def test_a_job_is_carried_out_though_its_caller_is_cancelled(opened: Worker) -> None:
    writer = Writer(opened)
    tasks = [asyncio.create_task(writer.write(job)) for job in (keeping("a"), failing)]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    assert [task.cancelled() for task in tasks] == [True, True]
    await writer.write(keeping("b"))
    assert await stored_notes(opened) == ["a", "b"]


async def test_a_move_with_its_board_and_strip_takes_so_many_statements(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    set_up = connection.set_up

    def traced_too(db: sqlite3.Connection) -> None:
        set_up(db)
        db.set_trace_callback(told.append)

    monkeypatch.setattr("bot.store.connection.set_up", traced_too)
    async with open_store(path, EXTENSIONS) as store:
        known = await begun(store, replace(record(), message=700))
        told.clear()
        await store.matches.running(known.dark)
        known = await read(store, known.id)
        after = following(known, moved(known), posts=(board(known.id, 2),))
        await store.commit(after)
        (post,) = await store.posts.due(9000, 5)
        assert len((await read(store, known.id)).match.log) == 2
        await store.posts.done(post, SentMessage(701, known.place.channel))
        (strip,) = await store.posts.due(9000, 5)
        known = await read(store, known.id)
        assert known.message == 701
        # What a trigger does is traced as the statement that set it off, once more.
        asked = Counter(statement.split()[0] for statement, _ in groupby(told))
        told.clear()
        done = asyncio.create_task(store.posts.done(strip, SentMessage(700)))
        await asyncio.sleep(0)
        await store.commit(following(known, Resigned(known.match.turn, 3000)))
        await done
    assert told.count("COMMIT") == 1
    assert asked == {
        "SELECT": 14,
        "WITH": 2,  # which posts are due
        "INSERT": 3,
        "UPDATE": 2,
        "DELETE": 1,
        **dict.fromkeys(("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT"), 2),
    }


async def test_a_post_that_points_nowhere_is_a_fault_and_not_stale(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        known = await begun(store)
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            await store.commit(following(known, moved(known), posts=(board(99, 2),)))
        assert await store.matches.record(known.id) == known


@pytest.mark.parametrize("steps_before", range(8))
async def test_a_cancelled_commit_is_written_whole_or_not_at_all(
    path: Path, steps_before: int
) -> None:
    async with open_store(path, EXTENSIONS) as store:
        known = await begun(store)
        change = following(known, moved(known), posts=(board(known.id, 2),))
        task = asyncio.create_task(store.commit(change))
        for _ in range(steps_before):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await store.notes.keep("after", "it")
        events, posts = await log_of(store, known.id), await store.posts.due(0, 9)
        expected = (2, 1) if steps_before else (1, 0)
        assert (len(events), len(posts)) == expected
        stored = await store.matches.record(known.id)
        assert stored
        assert stored.match.log == events
        if not steps_before:
            await store.commit(change)  # as if it had never been tried


async def test_closing_under_cancellation_loses_nothing_acknowledged(path: Path) -> None:
    acknowledged: list[str] = []
    enough = asyncio.Event()

    async def work() -> None:
        async with open_store(path, EXTENSIONS) as store:
            while True:
                name = f"{len(acknowledged)}"
                await store.notes.keep(name, "x")
                acknowledged.append(name)
                if len(acknowledged) == 20:
                    enough.set()

    task = asyncio.create_task(work())
    await enough.wait()
    task.cancel()
    await asyncio.wait([task])
    async with open_store(path, EXTENSIONS) as store:
        assert [await store.notes.read(name) for name in acknowledged] == ["x"] * len(acknowledged)


async def test_that_a_board_was_sent_has_time_unless_it_could_not_be_found_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.writer._TIME", 3600)
    async with open_store(path, EXTENSIONS) as store:
        await begun(store, None, board(), board(1, 2))
        (first,) = await store.posts.due(0, 9)
        async with asyncio.timeout(30):
            await store.posts.done(first, SentMessage(700, findable=False))
        (second,) = [post for post in await store.posts.due(0, 9) if post.id == 2]
        receipt = asyncio.create_task(store.posts.done(second, SentMessage(701)))
        await asyncio.sleep(0)
        assert (await store.counts(0)).writes == 1
        assert (await read(store, 1)).message == 700
    await receipt
