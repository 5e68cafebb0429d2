"""Told to end while Discord is slow: what can be finished is finished, and it ends in time."""

from __future__ import annotations

import asyncio
import signal
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot import outbox
from bot.ui import client
from sandbox.sample import LONG_TABLE
from tests.bot.stories.conftest import command, little_discord
from tests.bot.stories.held import Held
from tests.bot.stories.table import Table, strangers
from tests.together import beside

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator
    from pathlib import Path

    from sandbox.message_view import Answer
    from sandbox.server import Sandbox

pytestmark = pytest.mark.slow

SECONDS = 10  # that those who stop containers and services wait, before they kill
ENDING = 3  # of them, until everything is closed, on a busy machine


@pytest.fixture(autouse=True)
def interruptible() -> Generator[None]:
    """Undo a shell's setting: programs in the background, and their children, ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
async def box() -> AsyncGenerator[Sandbox]:
    """A little Discord."""
    async with little_discord() as running:
        yield running


async def hold(box: Sandbox, table: Table, path: str) -> tuple[Held, asyncio.Task[Answer]]:
    """A move whose request there does not get through yet."""
    held = Held("POST", path)
    box.faults.add(held)
    typed = asyncio.create_task(table.typed(table.deer, "e2-f2"))
    await held.came()
    return held, typed


def test_what_is_under_way_is_given_less_time_than_there_is() -> None:
    """A process that is killed tells at its next start what it could not tell."""
    grace = client._FINISH_WAIT + outbox._GRACE  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
    assert grace <= SECONDS - ENDING


async def test_what_gets_through_is_finished_and_what_hangs_is_done_by_the_next_run(
    box: Sandbox, tmp_path: Path
) -> None:
    database = tmp_path / "konakis.db"
    async with box.process(command(box, database)) as bot:
        people = strangers(box, LONG_TABLE, 8)  # nobody is pinged twice in a minute
        names = iter([one.person.username for one in people])
        tables = [Table(box, database, LONG_TABLE, next(names), next(names)) for _ in range(4)]
        for table in tables:
            await table.begin()
            await table.said()
        slow, stuck, slowly_answered, never_answered = tables
        posts = [(await hold(box, table, table.path))[0] for table in (slow, stuck)]
        answers = [
            await hold(box, table, "/interactions/*/callback")
            for table in (slowly_answered, never_answered)
        ]
        async with beside(bot.terminate()) as ending:
            await asyncio.sleep(0)  # the signal is sent
            posts[0].let_go()
            answers[0][0].let_go()
            assert "Played **e2-f2**" in (await answers[0][1]).text
            assert await ending == 0
        assert (len(slow.boards), len(stuck.boards)) == (2, 1)
        assert "Traceback" not in bot.stderr
        answers[1][1].cancel()
        posts[1].lose()
        answers[1][0].lose()
        await bot.start()
        for table in tables:
            await table.board(2)
            await table.check("e2-f2")


@pytest.mark.skipif(sys.platform == "win32", reason="its signals are others")
@pytest.mark.parametrize(
    ("sign", "early"),
    [
        (signal.SIGTERM, (-signal.SIGTERM,)),
        pytest.param(signal.SIGINT, (130, -signal.SIGINT), marks=pytest.mark.nightly),
    ],
)
async def test_told_to_end_while_it_starts(
    box: Sandbox, tmp_path: Path, sign: signal.Signals, early: tuple[int, ...]
) -> None:
    """At any moment once Python itself has begun: no traceback, and it does end."""
    usual = command(box, tmp_path / "konakis.db")
    told = [sys.executable, "-X", "importtime", *usual.line[1:]]  # every import is a line
    for tenths in (0, 2, 5):
        process = box.process(replace(usual, line=told))
        await process.start(online=False)
        await process.wait_for_log(" bot.ops\n")  # the first thing that ours imports
        await asyncio.sleep(tenths / 10)  # the moment is what is tried
        assert await process.terminate(sign) in (0, *early)
        assert "bot/" not in process.stderr  # as in a traceback
