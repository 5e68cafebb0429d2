# pyright: reportPrivateUsage=false
"""Faults that only the host can mend: how they are found, and when they are announced."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot import outbox
from bot.model.host import Fault
from bot.model.posts import HostPost
from bot.service import host
from bot.service.host import HostWatch
from bot.store.changes import BrokenMatch
from games.pace import DAY
from tests.bot.store.model import begun

if TYPE_CHECKING:
    from pathlib import Path

    from bot.store.store import Store

OWNER, NOON = 101, 43_200


async def announced(store: Store) -> list[Fault]:
    """Return the faults of each post to the owner."""
    waiting = await store.posts.due(10**11, 99)
    return [Fault(post.faults) for post in waiting if isinstance(post, HostPost)]


async def look(watch: HostWatch) -> None:
    async def fail(_: HostPost) -> None:
        raise AssertionError

    await watch.look(OWNER, fail)


def test_the_outbox_tries_so_often_within_a_day() -> None:
    tries = host._TRIES  # noqa: SLF001
    waits = [min(2**tried, outbox._LONGEST_WAIT) for tried in range(tries)]  # noqa: SLF001
    assert sum(waits[:-1]) >= DAY > sum(waits[:-2])
    assert tries < outbox._PATIENCE  # noqa: SLF001


async def test_a_match_that_cannot_be_read_is_a_fault(store: Store, path: Path) -> None:
    watch = HostWatch(store, lambda: NOON)
    await begun(store)
    await look(watch)
    assert await announced(store) == []
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute('UPDATE "match" SET version = 99')
    with pytest.raises(BrokenMatch):
        await store.matches.record(1)
    await look(watch)
    await look(watch)
    assert await announced(store) == [Fault.UNREADABLE_ROW]


@pytest.mark.parametrize(
    "note",
    [
        "",
        "[]",
        "null",
        "x",
        '{"at":"x","seen":{}}',
        '{"at":1,"seen":{"99":1}}',
        '{"at":1,"seen":[]}',
    ],
)
async def test_a_note_that_cannot_be_read_says_nothing(store: Store, note: str) -> None:
    await store.notes.keep("host", note)
    watch = HostWatch(store, lambda: NOON)
    watch.lacks_backup = lambda: True
    await look(watch)
    assert await announced(store) == [Fault.NO_BACKUP]


async def test_after_a_good_day_a_fault_is_announced_again(store: Store) -> None:
    now = NOON
    lacks = True
    watch = HostWatch(store, lambda: now)
    watch.lacks_backup = lambda: lacks
    for _ in range(40):
        await look(watch)
        now += DAY
    assert await announced(store) == [Fault.NO_BACKUP]
    lacks = False
    await look(watch)
    lacks = True
    await look(HostWatch(store, lambda: now))
    await look(watch)
    assert await announced(store) == [Fault.NO_BACKUP]  # the lane sends one after another
    assert await store.posts.newest() == 2
