"""The lines that a bot sends to systemd if systemd started it, on a socket of the test."""

from __future__ import annotations

import asyncio
import time
from uuid import uuid4

from bot.ops.systemd import Systemd
from tests.bot.fake_systemd import FakeSystemd

PATIENCE = 0.03  # seconds


async def until(systemd: FakeSystemd, line: str) -> None:
    while line not in systemd.heard():  # noqa: ASYNC110  a socket sets no event
        await asyncio.sleep(PATIENCE / 10)


async def test_it_is_ready_when_it_says_so_and_the_watchdog_hears_only_from_the_loop(
    systemd: FakeSystemd,
) -> None:
    is_ready = False
    variables = {"NOTIFY_SOCKET": systemd.address, "WATCHDOG_USEC": str(int(PATIENCE * 1_000_000))}
    manager = Systemd.of(variables)
    assert manager.patience == PATIENCE
    async with manager.watching(lambda: is_ready):
        await until(systemd, "EXTEND_TIMEOUT_USEC=60000000")
        assert systemd.heard() == []
        is_ready = True
        await until(systemd, "READY=1")
        await until(systemd, "WATCHDOG=1")
        await until(systemd, "WATCHDOG=1")
        systemd.heard()
        time.sleep(3 * PATIENCE)  # noqa: ASYNC251  the loop stands
        assert systemd.heard() == []
        await until(systemd, "WATCHDOG=1")
    systemd.heard()
    await asyncio.sleep(PATIENCE)
    assert systemd.heard() == []


async def test_without_systemd_nothing_runs() -> None:
    manager = Systemd.of({})
    before = asyncio.all_tasks()
    async with manager.watching(lambda: True):
        assert asyncio.all_tasks() == before
        manager.tell("READY=1")


def test_a_socket_without_a_file_is_reached() -> None:
    fake = FakeSystemd(f"@konakis-{uuid4()}")
    Systemd(fake.address).tell("READY=1")
    assert fake.heard() == ["READY=1"]
    fake.close()


def test_a_socket_that_is_gone_ends_nothing(systemd: FakeSystemd) -> None:
    manager = Systemd(systemd.address)
    systemd.close()
    manager.tell("READY=1")
