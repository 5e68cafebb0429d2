"""Posts that are due are sent once, in their order, side by side, and noted."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.model.posts import Post, ReminderPost, SentMessage, ShrinkBoard
from bot.outbox import Trouble, Undeliverable
from tests.bot.outbox.room import NOON, Channel, Room, notices
from tests.bot.store.model import board

if TYPE_CHECKING:
    from bot.outbox import SentMessage


async def test_what_is_due_is_said_and_remembered(room: Room) -> None:
    async with room.speaking():
        await room.add(board(1, 2))
        await room.silent()
    assert room.channel.posts == [1]
    record = await room.store.matches.record(1)
    assert record
    assert record.message == 1001
    assert room.channel.looked == []  # it cannot be out yet


async def test_a_thread_opened_for_it_is_where_the_match_goes_on(room: Room) -> None:
    class Threaded(Channel):
        async def post(self, post: Post) -> SentMessage:
            return replace(await super().post(post), channel=77)

    room.channel = Threaded()
    async with room.speaking():
        await room.add(board(1, 1))
        await room.silent()
    record = await room.store.matches.record(1)
    assert record
    assert (record.place.channel, record.message) == (77, 1001)


async def test_of_one_match_in_order_of_several_side_by_side(room: Room) -> None:
    room.channel.waiting = {1: asyncio.Event(), 4: asyncio.Event()}
    async with room.speaking():
        await room.add(*notices(1, 2, 3, 4), *notices(2, 2, 3))
        await room.settled()
        assert room.channel.posts == []
        await room.add(*notices(3, 2, 3))
        await room.settled()
        assert room.channel.posts == [6, 7]
        room.channel.waiting[4].set()
        await room.settled()
        assert room.channel.posts == [6, 7, 4, 5]
        room.channel.waiting[1].set()
        await room.silent()
    assert room.channel.posts == [6, 7, 4, 5, 1, 2, 3]
    assert room.channel.tried == [1, 4, 6, 7, 5, 2, 3]


async def test_old_boards_hold_up_no_new_ones(room: Room) -> None:
    strip = ShrinkBoard(1, 1, 900, 902)
    room.channel.waiting = {1: asyncio.Event()}
    async with room.speaking():
        await room.add(strip, *notices(1, 2), replace(strip, events=2))
        await room.settled()
        assert room.channel.posts == [2]
        room.channel.waiting[1].set()
        await room.silent()
    assert room.channel.posts == [2, 1, 3]


@pytest.mark.slow
async def test_however_many_old_boards_are_stuck(room: Room) -> None:
    strips = [ShrinkBoard(match, 1, 9, 902) for match in range(1, 1001)]
    room.channel.waiting = {number: asyncio.Event() for number in range(1, 1001)}
    first = room.tables.record(1)
    for match in range(4, 1001):
        room.tables.put_record(replace(first, id=match))
    async with room.speaking():
        await room.add(*strips)
        await room.settled()
        await room.add(*notices(1, 2), *notices(2, 2))
        await room.settled()
        assert room.channel.posts == [1001, 1002]
        for event in room.channel.waiting.values():
            event.set()
        await room.silent()
    assert sorted(room.channel.posts) == list(range(1, 1003))


async def test_a_stuck_match_holds_up_no_other(room: Room) -> None:
    room.channel.waiting = {number: asyncio.Event() for number in range(1, 301)}
    async with room.speaking():
        await room.add(*notices(1, *range(2, 302)))
        await room.settled()
        await room.add(*notices(2, 2))
        await room.settled()
        assert room.channel.posts == [301]


async def test_what_is_not_due_yet_waits(room: Room) -> None:
    async with room.speaking():
        await room.add(board(1, 2, due=NOON + 20))
        await room.settled()
        assert room.channel.tried == []
        room.time += 19
        room.wake()
        await room.settled()
        assert room.channel.tried == []
        room.time += 1
        room.wake()
        await room.silent()
    assert room.channel.posts == [1]


async def test_what_an_earlier_run_put_off_waits_no_longer_but_new_things_do(room: Room) -> None:
    await room.add(replace(board(1, 2, due=NOON + 900), tries=10), *notices(1, 2))
    async with room.speaking():
        await room.settled()
        await room.add(board(2, 2, due=NOON + 900))
        await room.settled()
    assert room.channel.posts == [1, 2]
    assert room.channel.looked == [1, 2]


async def test_what_was_amiss_with_it_is_known(room: Room) -> None:
    class Bare(Channel):
        async def post(self, post: Post) -> SentMessage:
            return replace(await super().post(post), trouble=Trouble.MAY_NOT_ATTACH)

    room.channel = Bare()
    async with room.speaking():
        await room.add(board(1, 2))
        await room.silent()
    assert await room.outbox.outcome(1, 2, 0) is Trouble.MAY_NOT_ATTACH
    record = await room.store.matches.record(1)
    assert record
    assert record.message == 1001


@pytest.mark.parametrize("later", [ReminderPost(1, 2, 3), ShrinkBoard(1, 2, 900, 902)])
async def test_only_boards_and_notices_say_how_an_event_was_posted(room: Room, later: Post) -> None:
    """A reminder has the number of an event that was posted long before."""

    class Closed(Channel):
        async def post(self, post: Post) -> SentMessage:
            if type(post) is type(later):
                raise Undeliverable(Trouble.MAY_NOT_SEND)
            return await super().post(post)

    room.channel = Closed()
    async with room.speaking():
        await room.add(*notices(1, 2))
        await room.silent()
        await room.add(later)
        await room.silent()
    assert await room.outbox.outcome(1, 2, 0) is None
