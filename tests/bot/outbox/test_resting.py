"""The outbox looks when there is something to send, and ends when it should."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.model.posts import LatePing, ShrinkBoard
from bot.outbox import Outbox, Trouble, Undeliverable
from bot.store.posts import Posts
from tests.bot.outbox.room import NOON, Room, notices
from tests.bot.store.model import board

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.model.posts import Post
    from bot.model.times import Instant


async def test_what_is_said_while_the_store_looks_is_not_said_again(room: Room) -> None:
    room.channel.waiting = {1: asyncio.Event()}
    async with room.speaking():
        await room.add(board(1, 2))
        await room.settled()
        room.store.dawdling = asyncio.Event()
        await room.add(board(2, 2))
        await room.settled()  # the store has read that post 1 is due, and hands it over later
        room.channel.waiting[1].set()
        await room.settled()
        assert 1 not in room.posts
        room.store.dawdling.set()
        await room.silent()
    assert room.channel.tried == [1, 2]


async def test_the_store_is_asked_when_there_is_something_to_ask(room: Room) -> None:
    async with room.speaking():
        await room.settled()
        assert room.store.asked["due"] == 1
        for _ in range(20):
            room.wake()
        await room.settled()
        assert room.store.asked["due"] == 2
        room.channel.waiting = {1: asyncio.Event()}
        await room.add(*notices(1, 2, 3))  # the second is due, but must wait for the first
        await room.settled()
        assert room.store.asked["due"] == 3
        room.channel.waiting[1].set()
        await room.silent()
        assert room.store.asked["due"] == 5
        room.channel.hindrance = lambda _: OSError()
        await room.add(board(1, 4))
        await room.settled()
        assert room.store.asked["due"] == 7


async def test_no_look_reads_what_is_not_due_yet(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, due = list[int](), Posts.due

    async def noting(
        self: Posts, now: Instant, per_queue: int, *but: Collection[int]
    ) -> Sequence[Post]:
        posts = await due(self, now, per_queue, *but)
        read.extend(post.id for post in posts)
        return posts

    monkeypatch.setattr(Posts, "due", noting)
    async with room.speaking():
        await room.settled()
        await room.add(*(LatePing(1, 0, player, due=NOON + 5) for player in range(50)))
        await room.add(board(2, 2))
        await room.settled()
    assert read == [51]


async def test_it_wakes_for_the_next_post_or_once_a_minute(
    room: Room, waits: list[float | None]
) -> None:
    async with room.speaking():
        await room.settled()
        await room.add(board(1, 2, due=NOON + 300))
        await room.settled()
        await room.add(board(2, 2, due=NOON + 7))
        await room.settled()
        room.channel.waiting = {3: asyncio.Event()}
        await room.add(board(3, 2))
        await room.settled()
    assert [round(seconds or 0) for seconds in waits] == [60, 60, 7, 7]


async def test_it_ends_when_what_is_under_way_is_done(room: Room) -> None:
    room.channel.waiting = {1: asyncio.Event()}
    work = asyncio.create_task(room.outbox.run(room.channel))
    await room.add(*notices(1, 2, 3))
    await room.settled()
    work.cancel()
    await room.settled()
    assert not work.done()
    room.channel.waiting[1].set()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert room.channel.posts == [1]
    assert list(room.posts) == [2]  # for the next run


async def test_it_ends_though_it_is_woken_at_that_very_moment(room: Room) -> None:
    work = asyncio.create_task(room.outbox.run(room.channel))
    await room.settled()
    room.wake()
    work.cancel()
    await room.settled()
    assert work.cancelled()


async def test_but_it_does_not_wait_for_ever_and_leaves_nothing_running(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.outbox._GRACE", 0)
    room.channel.waiting = {1: asyncio.Event()}
    others = asyncio.all_tasks()
    work = asyncio.create_task(room.outbox.run(room.channel))
    await room.add(board(1, 2))
    await room.settled()
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert asyncio.all_tasks() == others
    assert list(room.posts) == [1]


async def test_nothing_is_kept_of_what_is_over(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.outbox._REMEMBERED", 10)
    monkeypatch.setattr("bot.outbox._PATIENCE", 2)
    outcomes = [lambda: None, OSError, lambda: Undeliverable(Trouble.NO_CHANNEL)]
    room.channel.hindrance = lambda post: outcomes[post.id // 2 % 3]()
    async with room.speaking():
        await room.settled()
        empty = sizes(room.outbox)
        for number in range(30):
            await room.add(board(1, number), ShrinkBoard(2, number, 9, 902))
            while room.posts:
                room.time += 7200
                room.wake()
                await room.settled()
        assert sizes(room.outbox) == {**empty, "_outcomes": 10}


def sizes(outbox: Outbox) -> dict[str, int]:
    """How much the outbox holds of all that can grow."""
    return {name: len(held) for name, held in vars(outbox).items() if hasattr(held, "__len__")}
