"""The sandbox for its own tests, and the small bot on it; what was said is checked at the end."""

import sys
from collections.abc import AsyncIterator

import pytest_asyncio

from sandbox.process import BotProcess, Command
from sandbox.server import Sandbox
from sandbox.waiting import PATIENCE
from tests import warm
from tests.sandbox import openapi


def command(box: Sandbox, **more: str) -> Command:
    """How the small bot is started, and pointed at the sandbox."""
    environment = {
        "SANDBOX_API": box.api,
        "SANDBOX_GATEWAY": box.gateway,
        "SANDBOX_CDN": box.cdn,
        "SANDBOX_TOKEN": box.token,
        **more,
    }
    return Command([sys.executable, "-m", "tests.sandbox.bot"], environment, start=warm.start)


def check_record(box: Sandbox) -> None:
    """Nothing was asked that is not there, nothing broke, all was as Discord describes it."""
    assert box.record.missing == []
    assert box.record.broken == []
    assert openapi.faults(box.record.exchanges) == []


@pytest_asyncio.fixture
async def box() -> AsyncIterator[Sandbox]:
    """A sandbox of one's own, without a bot."""
    async with Sandbox() as running:
        yield running


@pytest_asyncio.fixture
async def bot(box: Sandbox) -> AsyncIterator[BotProcess]:
    """The small bot on it, online; it is a process, to which a busy machine gives little time."""
    box.deadlines.seconds = PATIENCE
    async with box.process(command(box)) as process:
        yield process
    check_record(box)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[Sandbox]:
    """A sandbox with the small bot on it, shared by the stories of one file."""
    async with Sandbox(rates=False, answer_seconds=PATIENCE) as running:
        async with running.process(command(running)):
            yield running
        check_record(running)
