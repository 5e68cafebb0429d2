"""Channels and servers take turns: many posts of one never hold up those of the others."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.model.posts import ClockPost, Digest, Post, ShrinkBoard
from bot.outbox import Outbox
from tests.bot.outbox.room import NOON
from tests.bot.store.model import BEN, board

if TYPE_CHECKING:
    from tests.bot.outbox.room import Room


async def test_five_at_once_in_a_channel_and_ten_in_a_server(room: Room) -> None:
    for match in range(11, 41):
        room.place(match, server=5, channel=match % 3)
    room.place(41, server=6, channel=9)
    room.hold(*range(1, 40))
    async with room.speaking():
        await room.add(*(board(match, 2) for match in range(11, 42)))
        await room.settled()
        assert sorted(room.channel.tried) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 31]
        room.release()
        await room.silent()
    assert sorted(room.channel.posts[:31]) == list(range(1, 32))


async def test_of_one_channel_five(room: Room) -> None:
    for match in range(11, 21):
        room.place(match, server=5, channel=7)
    room.hold(*range(1, 11))
    async with room.speaking():
        await room.add(*(board(match, 2) for match in range(11, 21)))
        await room.settled()
        assert room.channel.tried == [1, 2, 3, 4, 5]
        room.channel.waiting[2].set()
        await room.settled()
        assert room.channel.tried == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
async def test_a_thousand_posts_of_one_channel_hold_up_no_other_server(room: Room) -> None:
    for match in range(11, 1011):
        room.place(match, server=5, channel=7)
    room.place(2000, server=6, channel=8)
    room.hold(*range(1, 1001))
    async with room.speaking():
        await room.add(*(board(match, 2) for match in range(11, 1011)))
        await room.settled()
        await room.add(board(2000, 2))
        await room.settled()
        assert room.channel.posts == [1001]


@pytest.mark.slow
async def test_when_all_places_are_taken_the_server_with_the_fewest_posts_is_next(
    room: Room,
) -> None:
    for match in range(1000, 1400):  # forty servers with ten channels each
        room.place(match, server=match // 10, channel=match)
    room.place(1, server=300, channel=3)
    room.hold(*range(1, 402))
    async with room.speaking():
        await room.add(*(board(match, 2) for match in range(1000, 1400)))
        await room.settled()
        servers = [room.posts[number].place.guild for number in room.channel.tried]
        assert len(servers) == 200
        assert {servers.count(server) for server in range(100, 140)} == {5}
        await room.add(board(1, 2))
        await room.settled()
        assert 401 not in room.channel.tried
        room.channel.waiting[room.channel.tried[0]].set()
        await room.settled()
        assert room.channel.tried[-1] == 401  # of a server that has none


async def test_of_a_players_pings_one_is_on_its_way_at_a_time(room: Room) -> None:
    """Each may tell of all that waits: two at once would tell it twice."""
    room.channel.hindrance = lambda post: OSError() if post.id == 1 else None
    room.hold(2)
    async with room.speaking():
        await room.add(Digest(1, 0, BEN), Digest(2, 0, BEN))
        while 2 not in room.channel.tried:
            room.time = room.posts[1].due
            room.wake()
            await room.settled()
        room.channel.hindrance = lambda _: None
        tried = room.channel.tried.count(1)
        room.time = room.posts[1].due
        room.wake()
        await room.settled()
        assert room.channel.tried.count(1) == tried
        room.release()
        await room.silent()
        assert room.channel.posts == [2]  # it tells of the first too


async def test_old_boards_have_places_of_their_own(room: Room) -> None:
    for match in range(11, 31):
        room.place(match, server=5, channel=7)
    room.hold(*range(1, 100))
    old = [ShrinkBoard(match, 1, 9, 902) for match in range(11, 31)]
    async with room.speaking():
        await room.add(*old)
        await room.settled()
        assert room.channel.tried == [1, 2, 3, 4, 5]
        await room.add(*(board(match, 2) for match in range(11, 31)))
        await room.settled()
        assert room.channel.tried[5:] == [21, 22, 23, 24, 25]


@pytest.mark.parametrize("servers", [1, 30])
async def test_the_clocks_of_a_player_with_thirty_games_hold_up_no_one(
    room: Room, servers: int
) -> None:
    for match in range(11, 41):
        room.place(match, server=100 + match % servers, channel=match)
    room.place(41, server=6, channel=9)
    room.place(42, server=7, channel=10)
    room.hold(*range(1, 31))  # Discord edits none of them for now
    async with room.speaking():
        await room.add(*(ClockPost(match) for match in range(11, 41)))
        await room.settled()
        assert len(room.channel.tried) == min(30, 10 * servers)
        await room.add(board(41, 2), ClockPost(42))
        await room.settled()
        assert room.channel.posts == [31, 32]  # another server's board, and its clock
        for match in (11, 12, 11):  # what changes meanwhile is told with what waits
            await room.add(ClockPost(match))
        assert len(room.posts) == 30
        room.release()
        await room.settled()
    assert sorted(set(room.channel.posts)) == list(range(1, 35))  # two are edited once more


def put_off(match: int) -> Post:
    """Return a board that failed in an earlier run, with its next try much later."""
    return replace(board(match, 2, due=NOON + 1000), tries=10)


async def test_what_an_earlier_run_put_off_is_sent_as_soon_as_there_is_room(room: Room) -> None:
    for match in range(11, 41):
        room.place(match, server=5, channel=match % 3)
    await room.add(*(put_off(match) for match in range(11, 41)))
    room.hold(*range(1, 31))
    async with room.speaking():
        assert len(room.channel.tried) == 10
        room.release()
        await room.silent()  # without a second gone by
    assert sorted(room.channel.posts) == list(range(1, 31))


async def test_what_an_earlier_run_put_off_and_fails_again_waits_for_its_time(room: Room) -> None:
    for match in range(11, 31):
        room.place(match, server=5, channel=5)
    await room.add(*(put_off(match) for match in range(11, 31)))
    room.channel.hindrance = lambda post: OSError() if post.id == 1 else None
    async with room.speaking():
        await room.settled()
        assert room.channel.posts == list(range(2, 21))
        assert room.channel.tried.count(1) == 1


async def test_what_ends_within_a_moment_needs_one_look(room: Room) -> None:
    room.outbox = Outbox(room.store, lambda: room.time, soon=0.05)
    for match in range(11, 51):
        room.place(match, server=match, channel=match)
    room.hold(*range(1, 41))
    async with room.speaking():
        await room.add(*(board(match, 2) for match in range(11, 51)))
        await room.settled()
        before = room.store.asked["due"]
        loop = asyncio.get_running_loop()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loop, "time", partial(float, loop.time()))  # all in the same moment
            for event in room.channel.waiting.values():
                event.set()
                await room.settled()
        await asyncio.sleep(0.1)
        await room.silent()
        assert room.store.asked["due"] - before == 1
