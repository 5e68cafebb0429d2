"""A due time that is written wakes the task that does what is due, whoever wrote it."""

# ruff: noqa: S608  names of tables of ours

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from bot.store.database import open_database
from sandbox.waiting import PATIENCE

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.store.alarms import Alarm
    from bot.store.database import Database

ELEVEN, NOON = 39_600, 43_200
TABLES = "SELECT name FROM sqlite_schema WHERE sql LIKE '% due INTEGER%'"


@pytest.fixture
async def database(path: Path) -> AsyncGenerator[Database]:
    """One that takes rows which make no sense and point nowhere."""

    def allow_any_row(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("PRAGMA foreign_keys = OFF")

    async with open_database(path) as opened:
        await opened.between_transactions(allow_any_row)
        yield opened


async def row(database: Database, table: str, due: int) -> str:
    """The statement that inserts some row which is due then."""
    columns = await database.rows(f'PRAGMA table_info("{table}")')
    values = [str(due) if column["type"] == "INTEGER" else "''" for column in columns]
    return f'INSERT INTO "{table}" VALUES ({", ".join(values)})'


@asynccontextmanager
async def asleep(alarm: Alarm) -> AsyncGenerator[asyncio.Task[None]]:
    """A task that sleeps from eleven till noon, in a clock that stands, unless it is woken."""
    alarm.reset()
    task = asyncio.create_task(alarm.sleep(NOON - ELEVEN, lambda: ELEVEN))
    await asyncio.sleep(0)
    yield task
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def sleeps_on(task: asyncio.Task[None]) -> bool:
    """Whether nothing has woken it."""
    await asyncio.sleep(0.01)
    return not task.done()


async def test_a_due_time_in_any_table_wakes_who_looks_there(database: Database) -> None:
    alarms = database.alarms
    tables = [row["name"] for row in await database.rows(TABLES)]
    assert {"post", "match"} < {*tables}
    for table in tables:
        rings = alarms.posts if table == "post" else alarms.clocks
        other = alarms.clocks if table == "post" else alarms.posts
        changed = f'UPDATE "{table}" SET due = {ELEVEN}'
        for statement in (await row(database, table, ELEVEN), changed):
            async with asleep(rings) as woken, asleep(other) as undisturbed:
                await database.execute(statement)
                await asyncio.wait_for(woken, PATIENCE)
                assert await sleeps_on(undisturbed)
        await database.execute(f'DELETE FROM "{table}"')
        async with asleep(rings) as undisturbed:
            await database.execute(await row(database, table, NOON))
            assert await sleeps_on(undisturbed)  # it wakes by then


async def test_what_is_written_while_a_task_looks_keeps_it_from_sleeping(
    database: Database,
) -> None:
    alarm = database.alarms.posts
    alarm.reset()
    await database.execute(await row(database, "post", ELEVEN))
    await asyncio.wait_for(alarm.sleep(NOON - ELEVEN, lambda: ELEVEN), PATIENCE)


async def test_what_is_written_for_who_has_gone_away_wakes_too(database: Database) -> None:
    """The store carries out what it has begun."""
    statement = await row(database, "post", ELEVEN)
    async with asleep(database.alarms.posts) as woken:
        writing = asyncio.create_task(database.execute(statement))
        await asyncio.sleep(0)
        writing.cancel()
        await asyncio.wait_for(woken, PATIENCE)
    assert writing.cancelled()
