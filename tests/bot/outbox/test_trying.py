"""A post that fails is tried again, but never sent twice; one that cannot be sent is dropped."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import pytest

from bot.model.posts import (
    ChallengePost,
    ClockPost,
    CloseOffer,
    Digest,
    LatePing,
    NoticePost,
    Post,
    SentMessage,
    ShrinkBoard,
)
from bot.outbox import NotYet, Trouble, Undeliverable
from bot.store.changes import Change
from tests.bot.outbox.room import NOON, Channel, Room, notices
from tests.bot.store.model import BEN, board


async def test_it_tries_again_later_and_later_and_gives_up_in_the_end(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.channel.hindrance = lambda _: OSError("no route to Discord")
    waits: list[int] = []
    async with room.speaking():
        await room.add(board(1, 2))
        await room.settled()
        while room.posts:
            (post,) = room.posts.values()
            assert len(room.channel.tried) == len(waits) + 1  # not before its time
            waits.append(post.due - room.time)
            room.time = post.due
            room.wake()
            await room.settled()
        assert await room.outbox.outcome(1, 2, 0) is Trouble.GIVEN_UP
    assert waits[:13] == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600]
    assert 24 * 3600 < sum(waits) < 48 * 3600
    assert room.channel.posts == []
    assert [entry.levelno for entry in caplog.records] == [logging.WARNING] * 40 + [logging.ERROR]


async def test_what_is_too_early_is_looked_at_again_and_no_trouble(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    early = iter([NotYet(2), NotYet(2)])
    room.channel.hindrance = lambda _: next(early, None)
    async with room.speaking():
        await room.add(*notices(1, 2))
        for _ in range(2):
            await room.settled()
            (post,) = room.posts.values()
            assert (post.due, post.tries) == (room.time + 2, 0)
            room.time += 2
            room.wake()
        await room.silent()
    assert (room.channel.posts, caplog.records) == ([1], [])


async def test_the_next_of_a_match_waits_for_one_that_failed(room: Room) -> None:
    fails = iter([OSError()])
    room.channel.hindrance = lambda _: next(fails, None)
    async with room.speaking():
        await room.add(*notices(1, 2, 3), *notices(2, 2))
        await room.settled()
        assert room.channel.posts == [3]
        room.time += 1
        room.wake()
        await room.silent()
    assert room.channel.posts == [3, 1, 2]


@pytest.mark.parametrize("kind", [LatePing, Digest])
async def test_what_fails_holds_up_other_pings_of_its_player_for_a_minute_at_most(
    room: Room, kind: type[LatePing | Digest]
) -> None:
    room.channel.hindrance = lambda post: OSError() if post.id == 1 else None
    async with room.speaking():
        await room.add(kind(1, 0, BEN), kind(2, 0, BEN), kind(3, 0, BEN))
        await room.settled()
        assert room.channel.posts == []  # one message may yet tell of all
        for _ in range(6):
            room.time = room.posts[1].due
            room.wake()
            await room.settled()
    assert room.time == NOON + 63
    assert room.channel.tried.count(1) == 7
    assert 2 in room.channel.posts


async def test_a_post_that_cannot_be_sent_is_dropped_and_those_who_wait_are_told(
    room: Room,
) -> None:
    troubles = {1: Trouble.MAY_NOT_SEND, 3: Trouble.NO_CHANNEL}
    room.channel.hindrance = lambda post: (
        Undeliverable(troubles[post.id]) if post.id in troubles else None
    )
    async with room.speaking():
        asked = asyncio.gather(
            *(room.outbox.outcome(match, 2, 60) for match in (1, 2)),
            room.outbox.outcome(3, 4, 60),
        )
        await asyncio.sleep(0)
        await room.add(NoticePost(1, 2), NoticePost(2, 2))
        await room.add(NoticePost(3, 4))
        assert await asked == [Trouble.MAY_NOT_SEND, None, Trouble.NO_CHANNEL]
        await room.silent()
    assert room.channel.tried == [1, 2, 3]
    assert room.channel.posts == [2]


async def test_what_follows_a_post_that_cannot_be_sent_follows_all_the_same(room: Room) -> None:
    call = LatePing(1, 2, BEN, due=NOON + 60)
    room.channel.hindrance = lambda post: (
        Undeliverable(Trouble.MAY_NOT_SEND, [call]) if isinstance(post, CloseOffer) else None
    )
    async with room.speaking():
        await room.add(*notices(1, 2))
        await room.settled()
        assert room.channel.posts == []
        room.time += 60
        room.wake()
        await room.silent()
    assert room.channel.tried == [1, 2]
    assert room.channel.posts == [2]


async def test_what_was_told_more_while_it_could_not_be_sent_is_tried_once_more(room: Room) -> None:
    """It may be for another place now."""
    await room.store.commit(Change(posts=(ClockPost(1),)))
    (number,) = room.posts
    room.hold(number)
    room.channel.hindrance = lambda _: Undeliverable(Trouble.NO_CHANNEL)
    async with room.speaking():
        await room.add(ClockPost(1))
        room.release()
        await room.silent()
    assert room.channel.tried == [number, number]


async def test_waiting_for_a_post_ends_after_a_time(room: Room) -> None:
    room.channel.waiting = {1: asyncio.Event()}
    async with room.speaking():
        await room.add(board(1, 2))
        await room.settled()
        assert await room.outbox.outcome(1, 2, 0) is None
        room.channel.waiting[1].set()
        await room.silent()


async def test_trouble_with_an_old_board_is_not_reported(room: Room) -> None:
    """An old board bears the number of the event whose board it was."""
    room.channel.waiting = {1: asyncio.Event()}
    room.channel.hindrance = lambda post: (
        Undeliverable(Trouble.GIVEN_UP) if isinstance(post, ShrinkBoard) else None
    )
    async with room.speaking():
        await room.add(NoticePost(1, 2))
        asked = asyncio.create_task(room.outbox.outcome(1, 2, 60))
        await room.add(ShrinkBoard(1, 2, 9, 902))
        await room.settled()
        assert not asked.done()
        room.channel.waiting[1].set()
        assert await asked is None
        await room.silent()


async def test_an_answer_lost_on_the_way_doubles_nothing(room: Room) -> None:
    lost = iter([TimeoutError()])
    room.channel.hiccup = lambda _: next(lost, None)
    async with room.speaking():
        await room.add(*notices(1, 2, 3))
        await room.settled()
        assert room.channel.posts == [1]
        room.time += 1
        room.wake()
        await room.silent()
    assert room.channel.posts == [1, 2]
    assert room.channel.looked == [1]


async def test_what_failed_before_it_was_out_is_looked_for_and_then_said(room: Room) -> None:
    fails = iter([OSError(), None])
    room.channel.hindrance = lambda _: next(fails)
    async with room.speaking():
        await room.add(board(1, 2))
        await room.settled()
        room.time += 1
        room.wake()
        await room.silent()
    assert (room.channel.looked, room.channel.posts) == ([1], [1])


async def test_a_look_that_fails_says_nothing(room: Room) -> None:
    await room.add(board(1, 2))
    looks = iter([OSError(), None])

    class Blind(Channel):
        async def find(self, post: Post) -> SentMessage | None:
            if error := next(looks):
                raise error
            return await super().find(post)

    room.channel = Blind()
    async with room.speaking():
        await room.settled()
        assert room.channel.tried == []
        room.time += 1
        room.wake()
        await room.silent()
    assert room.channel.posts == [1]


async def test_what_an_earlier_run_left_is_looked_for(room: Room) -> None:
    await room.add(board(1, 2), board(2, 2))
    room.channel.posts = [2]
    async with room.speaking():
        await room.silent()
        assert sorted(room.channel.looked) == [1, 2]
        assert room.channel.posts == [2, 1]
        await room.add(board(3, 2))
        await room.silent()
    assert sorted(room.channel.looked) == [1, 2]
    record = await room.store.matches.record(2)
    assert record
    assert record.message == 1002


async def test_what_an_earlier_run_put_off_waits_no_longer(room: Room) -> None:
    late, soon = board(1, 2, due=NOON + 3600), board(2, 2, due=NOON + 20)
    await room.add(replace(late, tries=12), replace(soon, tries=5))
    async with room.speaking():
        assert sorted(room.channel.posts) == [1, 2]
        await room.add(board(3, 2, due=NOON + 20))
        await room.settled()
    assert sorted(room.channel.posts) == [1, 2]


async def test_what_is_to_be_told_later_is_not_told_early_by_a_new_start(room: Room) -> None:
    await room.add(LatePing(1, 2, BEN, due=NOON + 600))
    async with room.speaking():
        assert room.channel.posts == []
        room.time += 600
        room.wake()
        await room.silent()
    assert room.channel.posts == [1]


async def test_what_was_said_with_trouble_is_said_and_the_trouble_is_told(room: Room) -> None:
    class Troubled(Channel):
        async def post(self, post: Post) -> SentMessage:
            return replace(await super().post(post), trouble=Trouble.MAY_NOT_ATTACH)

    room.channel = Troubled()
    async with room.speaking():
        await room.add(board(1, 2))
        await room.silent()
        assert await room.outbox.outcome(1, 2, 0) is Trouble.MAY_NOT_ATTACH


async def test_a_challenge_may_have_been_said_by_the_commands_answer(room: Room) -> None:
    posted = ChallengePost(1)
    room.channel.posts = [1]
    async with room.speaking():
        await room.add(posted)
        await room.silent()
        assert (room.channel.looked, room.channel.tried) == ([1], [])
        await room.add(posted)
        await room.silent()
    assert (room.channel.looked, room.channel.tried) == ([1, 2], [2])
    challenge = await room.store.challenges.challenge(1)
    assert challenge
    assert challenge.message == 1002


@pytest.mark.parametrize("name", ["done", "again", "drop"])
async def test_what_cannot_be_noted_is_noted_later(
    room: Room, name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.outbox._PAUSE", 0)
    errors = {"again": OSError(), "drop": Undeliverable(Trouble.NO_CHANNEL)}
    hindered = iter([errors.get(name)])
    room.channel.hindrance = lambda _: next(hindered, None)
    room.store.failing = {name: 1}
    async with room.speaking():
        await room.add(*notices(1, 2, 3))
        await room.silent()
    assert room.channel.posts == [1, 2]
    assert room.channel.looked == [1]
    assert "could not record whether post 1 was sent" in caplog.text


@pytest.mark.parametrize("name", ["due", "newest_post"])
async def test_a_store_that_fails_for_a_while_loses_no_post(
    room: Room, name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.outbox._PAUSE", 0)
    await room.add(board(1, 2))
    room.store.failing = {name: 3}
    async with room.speaking():
        assert room.posts == {}
        await room.add(*notices(1, 3))
        await room.silent()
    assert room.channel.posts == [1, 2]
    assert len(caplog.records) == 3
