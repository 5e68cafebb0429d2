"""Old rows are cleared: a year of busy use leaves no more than a fresh file has."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.challenges import Standing
from bot.model.posts import ChallengeOver
from bot.model.servers import Server
from bot.model.times import Kept, Vacation
from bot.store import challenges, matches, rows, times
from bot.store.changes import Change, Stale
from bot.store.check import check
from bot.store.commit import commit
from bot.store.store import clear_some, open_store
from games.core import Side
from games.events import Resigned
from tests.bot.store.extensions import EXTENSIONS
from tests.bot.store.model import (
    ANNA,
    BEN,
    CARL,
    bar,
    begun,
    block,
    board,
    challenge,
    challenged,
    empty,
    following,
    keep_guild,
    keep_vacation,
    read_challenge,
    record,
)
from tests.every import by_night

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store.store import Store

DAY = 86_400
ALL = Kept(*([10**10] * 5))
NONE = Kept(0, 0, 0, 0, 0)


async def closed(store: Store, standing: Standing, at: int) -> int:
    """A challenge that came to nothing."""
    known = await challenged(store, replace(challenge(), made=at))
    await store.commit(Change(challenge=replace(known, standing=standing, version=1)))
    return known.id


async def test_challenges_that_came_to_nothing_go_the_oldest_first(store: Store) -> None:
    over = (Standing.WITHDRAWN, Standing.DECLINED, Standing.EXPIRED, Standing.COUNTERED)
    old = [await closed(store, standing, 100) for standing in over]
    newer = await closed(store, Standing.DECLINED, 200)
    waiting = await challenged(store)
    assert not await store.clear(NONE, 9)
    assert await store.clear(replace(ALL, challenges=200), 3)
    assert not await store.clear(replace(ALL, challenges=200), 3)
    assert [await store.challenges.challenge(number) for number in old] == [None] * 4
    assert (await read_challenge(store, newer)).id == newer
    assert await read_challenge(store, waiting.id) == waiting
    assert await challenged(store) == replace(waiting, id=waiting.id + 1)  # no number comes back


async def test_a_challenge_of_a_game_stays_and_one_with_a_post_waits(store: Store) -> None:
    known = await challenged(store)
    accepted = replace(known, standing=Standing.ACCEPTED, version=1)
    match = record()
    await store.commit(Change(accepted, match, match.match.log, posts=(board(),)))
    late = await challenged(store)
    gone = replace(late, standing=Standing.DECLINED, version=1)
    await store.commit(Change(challenge=gone, posts=(ChallengeOver(late.id),)))
    await store.clear(ALL, 9)
    assert await read_challenge(store, known.id)
    assert await read_challenge(store, late.id)
    await store.posts.drop(2)
    await store.clear(ALL, 9)
    assert await store.challenges.challenge(late.id) is None


async def test_what_answered_an_old_challenge_outlives_it(store: Store) -> None:
    old = await closed(store, Standing.COUNTERED, 100)
    answer = await challenged(store, replace(challenge(BEN, ANNA), counter_of=old, made=900))
    await store.clear(replace(ALL, challenges=500), 9)
    assert await store.challenges.challenge(old) is None
    assert await read_challenge(store, answer.id) == replace(answer, counter_of=None)


async def test_a_vacation_goes_once_no_clock_needs_it(store: Store) -> None:
    await keep_vacation(store, Vacation(0, ANNA, 1500, 1600), 1500)  # in a game that runs
    await keep_vacation(store, Vacation(0, ANNA, 100, 200), 100)  # before it
    await keep_vacation(store, Vacation(0, CARL, 1500, 1600), 1500)  # of a person without a game
    running = await begun(store, record(at=1000))
    await store.clear(replace(ALL, vacations=1500), 9)
    assert [vacation.start for vacation in await store.times.vacations_of(ANNA)] == [1500]
    await store.clear(ALL, 9)
    assert [vacation.start for vacation in await store.times.vacations_of(ANNA)] == [1500]
    assert await store.times.vacations_of(CARL) == []
    await store.commit(following(running, Resigned(Side.DARK, 3000)))
    await store.clear(ALL, 9)
    assert await store.times.vacations_of(ANNA) == []


async def test_what_is_kept_of_a_server_goes_after_it_was_left(store: Store) -> None:
    for guild in (5, 6, 7):
        await keep_guild(store, Server(guild, "fr"))
        await bar(store, guild, ANNA)
    await store.servers.note_presence((), (5, 6), 1000)
    await store.servers.note_presence((), (5, 6), 4000)  # left is left since the first time
    await store.servers.note_presence((6,), (), 4000)  # it came back
    await store.clear(replace(ALL, servers=1000), 9)
    assert (await store.servers.guild(5)).locale == "fr"
    assert await store.clear(replace(ALL, servers=1001), 9)
    assert (await store.servers.guild(5), list(await store.servers.barred(5))) == (Server(5), [])
    assert list(await store.servers.stored()) == [6, 7]
    assert not await store.clear(ALL, 9)


async def test_after_an_erasure_no_free_page_has_the_number(path: Path) -> None:
    """A job that fails is undone, but SQLite leaves its writing on pages that were free before."""
    names = [f"{number:03}" for number in range(300)]

    def keep(db: sqlite3.Connection, some: list[str]) -> None:
        db.executemany("INSERT INTO note VALUES (?, ?)", [(name, f"{ANNA} " * 9) for name in some])

    def fail(db: sqlite3.Connection) -> None:
        keep(db, names[1::2])
        raise Stale

    def forget(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM note WHERE name GLOB '[0-9]*'")

    def everything() -> bytes:
        return path.read_bytes() + path.with_name(f"{path.name}-wal").read_bytes()

    async with open_store(path) as store:
        await store.database.write(lambda db: keep(db, names))
        await store.database.write(forget)
        await store.database.write(lambda db: keep(db, names[::2]))
        with pytest.raises(Stale):
            await store.database.write(fail)
        await store.database.write(forget)
        await store.database.between_transactions(
            lambda db: db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        )
        assert str(ANNA).encode() in everything()
        await store.personal_data.erase(ANNA, 1000)
        assert str(ANNA).encode() not in everything()


async def test_that_a_person_was_erased_is_forgotten(store: Store) -> None:
    await block(store, BEN, ANNA)
    await store.personal_data.erase(ANNA, 1000, "by letter")
    await store.clear(replace(ALL, erased=1000), 9)
    assert (await store.personal_data.of(ANNA)).erased == 1000
    await store.clear(replace(ALL, erased=1001), 9)
    assert (await store.personal_data.of(ANNA)).erased is None
    assert [blocked.player for blocked in await store.people.blocked_by(BEN)] == [None]


# A year


def busy_day(db: sqlite3.Connection, day: int) -> None:
    """Add a busy server's day: most challenges lead to no game."""
    at = day * DAY
    for number in range(60):
        by, other = 1000 + number % 40, 2000 + (number + day) % 40
        standing = (Standing.DECLINED, Standing.WITHDRAWN, Standing.EXPIRED)[number % 3]
        opened = replace(
            challenge(by, other), made=at, until=at + DAY, standing=standing, message=9
        )
        db.execute(challenges.INSERT_CHALLENGE, rows.row_of(opened))
    for number in range(5):
        opened = replace(challenge(3000, 3001), made=at, standing=Standing.ACCEPTED)
        accepted = db.execute(challenges.INSERT_CHALLENGE, rows.row_of(opened)).lastrowid
        new = replace(record(3000 + number, 3001 + number), challenge=accepted)
        commit(db, [Change(record=new, events=new.match.log)])
    vacation = Vacation(0, 1000 + day % 40, at, at + DAY // 2)
    db.execute(times.INSERT_VACATION, rows.row_of(vacation))
    db.execute(
        """UPDATE "match" SET reason = 'resigned', winner = 'd', since = ? WHERE reason IS NULL""",
        (at,),
    )


def after(days: int) -> tuple[float, int]:
    """Bytes a game, and the work of a list of games, after so many days with their clearing."""
    with empty() as db:
        db.execute("PRAGMA foreign_keys = ON")
        for day in range(100, 100 + days):
            busy_day(db, day)
            keep_from = Kept(*([(day - 30) * DAY] * 5))
            while clear_some(db, keep_from, 300):
                pass
        (pages,), (free,), (size,) = (
            db.execute(f"PRAGMA {name}").fetchone()
            for name in ("page_count", "freelist_count", "page_size")
        )
        (games,) = db.execute('SELECT count(*) FROM "match"').fetchone()
        return (pages - free) * size / games, work(db)


def work(db: sqlite3.Connection) -> int:
    """How many steps SQLite takes for what /tablut games asks for."""
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    db.set_progress_handler(step, 1)
    for statement in (matches.RUNNING, challenges.OPEN_CHALLENGES):
        db.execute(statement, {"player": 1000}).fetchall()
    db.set_progress_handler(None, 0)
    return steps


@pytest.mark.slow
@by_night("days", 120, 365)
def test_a_busy_year_leaves_a_file_as_a_few_weeks_do(days: int) -> None:
    early, late = after(60), after(days)
    assert late[0] < early[0]  # bytes a game: what came to nothing weighs less and less
    assert late[1] <= early[1] + 10


async def test_a_cleared_file_is_whole(path: Path) -> None:
    async with open_store(path, EXTENSIONS) as store:
        await closed(store, Standing.DECLINED, 100)
        await keep_vacation(store, Vacation(0, ANNA, 100, 200), 100)
        await keep_guild(store, Server(5))
        await store.servers.note_presence((), (5,), 10)
        await store.personal_data.erase(CARL, 10)
        await store.clear(ALL, 9)
    with closing(sqlite3.connect(path)) as db:
        tables = ("challenge", "vacation", "guild", "departed", "erased")
        left = [db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables]  # noqa: S608
    assert left == [0] * 5
    assert [*check(path, EXTENSIONS)] == []
