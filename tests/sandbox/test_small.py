"""The small parts: the clock, ids, pictures' sizes, mentions, permissions."""

import asyncio
import struct
import time

import pytest

from sandbox.clock import Clock
from sandbox.pictures import kind_of, plain, size_of
from sandbox.rules.naming import Named, let_through, named_in
from sandbox.rules.permissions import ALL, EVERYONE, May, in_channel
from sandbox.snowflake import Snowflakes, moment, shard_of
from sandbox.waiting import PATIENCE
from sandbox.world.compose import safe_name
from sandbox.world.model import Overwrite
from tests.every import for_every
from tests.sandbox.pixel import PIXEL


async def test_the_clock_wakes_tasks_that_wait_for_a_time_now_past() -> None:
    clock = Clock()
    start = clock.seconds()
    waiting = asyncio.create_task(clock.until(start + 3600))
    await asyncio.sleep(0)
    clock.advance(1800)
    await asyncio.sleep(0)
    assert not waiting.done()
    clock.advance(1800)
    await asyncio.wait_for(waiting, PATIENCE)
    assert 3600 <= clock.seconds() - start < 3660
    with pytest.raises(ValueError, match="never goes back"):
        clock.advance(-1)


def test_the_clock_tells_when_it_is_advanced() -> None:
    clock, told = Clock(), list[int]()
    before = clock.whole_seconds()
    clock.when_moved(lambda: told.append(clock.whole_seconds()))
    for _ in range(2):
        clock.advance(86_400)
    assert [(at - before) // 86_400 for at in told] == [1, 2]


async def test_the_clock_runs_by_itself_too() -> None:
    clock = Clock()
    await asyncio.wait_for(clock.until(clock.seconds() + 0.01), PATIENCE)


async def test_a_deadline_counts_the_time_in_which_the_sandbox_runs() -> None:
    clock = Clock()
    waiting = asyncio.create_task(clock.run_for(0.5))
    await asyncio.sleep(0)
    time.sleep(0.6)  # noqa: ASYNC251  as on a machine that has no time for it
    await asyncio.sleep(0.01)
    assert not waiting.done()
    clock.advance(0.5)
    await asyncio.wait_for(waiting, PATIENCE)


async def test_a_deadline_counts_from_the_moment_in_which_it_is_set() -> None:
    clock = Clock()
    waiting = asyncio.create_task(clock.run_for(3600, clock.moment()))
    clock.advance(3600)  # before the task has begun
    await asyncio.wait_for(waiting, PATIENCE)


def test_ids_tell_their_time_and_never_repeat() -> None:
    clock = Clock()
    ids = Snowflakes(clock)
    many = [int(ids.next()) for _ in range(5000)]
    assert many == sorted(set(many))
    clock.advance(86400)
    before, told, after = clock.seconds(), moment(ids.next()), clock.seconds()
    assert int(before) <= told <= after
    assert moment("175928847299117063") == 1462015105.796


def test_a_guilds_shard() -> None:
    assert shard_of(str(5 << 22), 4) == 1
    assert shard_of(None, 4) == 0


@for_every(
    ("data", "kind", "size"),
    [
        (PIXEL, "image/png", (1, 1)),
        (plain(0x112233, 5), "image/png", (5, 5)),
        (b"GIF89a" + struct.pack("<HH", 300, 200), "image/gif", (300, 200)),
        (
            b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08\x00\x0a\x00\x14" + b"\0" * 9,
            "image/jpeg",
            (20, 10),
        ),
        (
            b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x63\0\0\x31\0\0",
            "image/webp",
            (100, 50),
        ),
        (b"RIFF\0\0\0\0WEBPVP8L\x05\0\0\0\x2f\x09\xc0\x04\x00", "image/webp", (10, 20)),
        (
            b"RIFF\0\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a\x40\x00\x20\x00",
            "image/webp",
            (64, 32),
        ),
        (b"plain text", "text/plain; charset=utf-8", None),
        (b"\x89PNG\r\n\x1a\n\0\0", "image/png", None),
        (b"\xff\xd8\xff", "image/jpeg", None),
    ],
)
def test_kinds_and_sizes_of_files(data: bytes, kind: str, size: tuple[int, int] | None) -> None:
    assert kind_of("a.txt", data) == kind
    assert size_of(data) == size


@pytest.mark.parametrize(
    ("given", "safe"),
    [
        ("board.png", "board.png"),
        ("my board.png", "my_board.png"),
        ("../../etc/passwd", "passwd"),
        ("C:\\board.png", "board.png"),
        ("<b>.png", "b.png"),
        ("…", "unknown"),
        (".hidden", "hidden"),
    ],
)
def test_names_of_files(given: str, safe: str) -> None:
    assert safe_name(given) == safe


def test_who_is_named() -> None:
    text = "<@1> <@!2> <@1> <@&3> @here `<@4>` ```\n<@5>```"
    assert named_in(text) == Named(("1", "2"), ("3",), everyone=True)


@for_every(
    ("allowed", "replied", "told"),
    [
        (None, "9", Named(("1", "2", "9"), ("3",), everyone=True)),
        ({}, "9", Named()),
        ({"replied_user": True}, "9", Named(("9",))),
        ({"parse": ["everyone"]}, None, Named(everyone=True)),
        ({"users": [2, 7]}, None, Named(("2",))),
        ({"parse": ["users"], "roles": ["3"]}, None, Named(("1", "2"), ("3",))),
    ],
)
def test_who_may_be_told(
    allowed: dict[str, object] | None, replied: str | None, told: Named
) -> None:
    named = Named(("1", "2"), ("3",), everyone=True)
    assert let_through(named, allowed, replied) == told


@for_every(
    ("written", "may_send"),
    [
        ([], True),
        ([Overwrite("g", of_member=False, deny=May.SEND_MESSAGES)], False),
        (
            [
                Overwrite("g", of_member=False, deny=May.SEND_MESSAGES),
                Overwrite("r", of_member=False, allow=May.SEND_MESSAGES),
            ],
            True,
        ),
        (
            [
                Overwrite("r", of_member=False, allow=May.SEND_MESSAGES),
                Overwrite("p", of_member=True, deny=May.SEND_MESSAGES),
            ],
            False,
        ),
        ([Overwrite("g", of_member=False, deny=May.VIEW_CHANNEL)], False),
        ([Overwrite("other", of_member=True, deny=May.SEND_MESSAGES)], True),
    ],
)
def test_overwrites(written: list[Overwrite], *, may_send: bool) -> None:
    allowed = in_channel(EVERYONE, "g", ["r"], "p", written)
    assert bool(allowed & May.SEND_MESSAGES) is may_send


def test_an_administrator_may_do_everything() -> None:
    denied = [Overwrite("g", of_member=False, deny=int(ALL))]
    assert in_channel(May.ADMINISTRATOR, "g", [], "p", denied) == ALL
