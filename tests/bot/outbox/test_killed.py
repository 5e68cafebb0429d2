"""Killed at any point, the outbox has sent each post once in the end."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from bot.model.posts import ChallengePost, EditChallenge, ShrinkBoard
from bot.outbox import Outbox
from tests.bot.outbox.room import Life, Room, furnished
from tests.bot.store.model import board


async def scene(room: Room) -> None:
    """Of everything one: a board, the next, an old one, a challenge and what became of it."""
    strip = ShrinkBoard(1, 1, 900, 902)
    challenge = ChallengePost(1)
    changed = EditChallenge(1)
    await room.add(board(1, 2), strip, board(1, 3), challenge, changed)


async def killed(room: Room, steps: float) -> bool:
    """Run until so many steps are done, or nothing is left to do; whether it was killed."""
    life = room.store.life = room.channel.life = Life(steps)
    room.outbox = Outbox(room.store, lambda: room.time, soon=0)
    before = asyncio.all_tasks()
    ends = [
        asyncio.create_task(room.outbox.run(room.channel)),
        asyncio.create_task(life.over.wait()),
        asyncio.create_task(_emptied(room)),
    ]
    await asyncio.wait(ends[1:], return_when=asyncio.FIRST_COMPLETED)
    orphans = asyncio.all_tasks() - before
    for task in orphans:
        task.cancel()
    await asyncio.wait(orphans)
    return life.over.is_set()


async def _emptied(room: Room) -> None:
    while room.posts:
        await asyncio.sleep(0)
        room.time += 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "second",
    [0, 10, 22, *(pytest.param(n, marks=pytest.mark.nightly) for n in (1, 4, 7, 13, 16, 19))],
)
async def test_killed_anywhere_and_again_each_post_is_out_once(
    second: int, empty: Path, tmp_path: Path
) -> None:
    first, died = 0, True
    while died:
        async with furnished(Path(shutil.copy(empty, tmp_path / f"{first}.db"))) as room:
            died = await _story(room, first, second)
        first += 1
    assert first > 20


async def _story(room: Room, first: int, second: int) -> bool:
    """Killed after so many steps, and after so many more; whether it was the first time."""
    await scene(room)
    died = await killed(room, first)
    await killed(room, second)
    assert not await killed(room, float("inf"))
    shown = [post for post in room.channel.posts if post in (1, 3, 4)]  # the others are edits
    assert sorted(shown) == [1, 3, 4]
    assert shown.index(1) < shown.index(3)
    assert {2, 5} <= {*room.channel.posts}
    record = await room.store.matches.record(1)
    challenge = await room.store.challenges.challenge(1)
    assert record
    assert challenge
    assert (record.message, challenge.message) == (1003, 1004)
    return died
