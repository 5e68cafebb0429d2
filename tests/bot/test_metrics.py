"""The figures that Prometheus reads, and the port at which it asks for them."""

from __future__ import annotations

import asyncio
import math
import os
import re
import socket
from typing import TYPE_CHECKING

import aiohttp
import pytest

from bot.config import Misconfigured
from bot.metrics import Asked, Metrics, Why
from bot.metrics_port import open_port
from bot.monitoring import Monitor
from bot.store.store import Counts
from tests.bot.metrics_port import Figures, ask
from tests.ports import free_port

if TYPE_CHECKING:
    from collections.abc import Sequence

MOVE = Asked("command", "tablut move")


def test_answers_failures_and_requests_are_counted() -> None:
    metrics = Metrics()
    metrics.answered(MOVE, 0.004)
    metrics.answered(MOVE, 3.5)
    metrics.failed(MOVE, Why.FAULT)
    for status in (200, 204, 429, 404, 502, None):
        metrics.requested(status)
    text = metrics.exposition(ready=True, latencies=(), counts=Counts()).decode()
    told = Figures(text)
    of_move = {"kind": "command", "name": "tablut move"}
    assert told["konakis_interaction_seconds_bucket", of_move | {"le": "0.005"}] == 1
    assert told["konakis_interaction_seconds_bucket", of_move | {"le": "3.0"}] == 1
    assert told["konakis_interaction_seconds_count", of_move] == 2
    assert told["konakis_interaction_failures_total", of_move | {"why": "fault"}] == 1
    requests = {"2xx": 2, "429": 1, "4xx": 1, "5xx": 1, "lost": 1}
    for status, count in requests.items():
        assert told["konakis_discord_requests_total", {"status": status}] == count
    assert "_created" not in text  # one line a figure


def test_two_runs_in_one_process_count_for_themselves() -> None:
    one, other = Metrics(), Metrics()
    one.requested(200)
    status = {"status": "2xx"}
    assert one.registry.get_sample_value("konakis_discord_requests_total", status) == 1
    assert other.registry.get_sample_value("konakis_discord_requests_total", status) is None


class Store:
    """One that counts the same at all times."""

    async def counts(self, now: int) -> Counts:  # noqa: ARG002  as the protocol calls it
        """Whenever."""
        return Counts(posts=9, failing=2, games=5, clocks=4, due=1, writes=3)


class Client:
    """One that is there, or not."""

    def __init__(self, *, there: bool, latencies: Sequence[tuple[int, float]] = ()) -> None:
        self._there = there
        self.latencies = latencies

    def is_there(self) -> bool:
        """As it was made."""
        return self._there


async def test_ready_is_a_yes_or_a_no() -> None:
    monitor, port = Monitor(Store(), lambda: 1000), free_port()
    async with open_port(monitor, "127.0.0.1", port):
        assert (await ask(port, "/ready"))[::2] == (503, "not ready")
        monitor.client = Client(there=False)
        assert (await ask(port, "/ready"))[::2] == (503, "not ready")
        monitor.client = Client(there=True)
        assert (await ask(port, "/ready"))[::2] == (200, "ready")
        assert (await ask(port, "/"))[0] == 404
    with pytest.raises(aiohttp.ClientConnectionError):
        await ask(port, "/ready")


async def test_everything_is_told() -> None:
    monitor, port = Monitor(Store(), lambda: 1000), free_port()
    monitor.client = Client(there=True, latencies=[(0, 0.05), (1, math.nan), (2, 0.5)])
    monitor.metrics.delayed(0.002)
    async with open_port(monitor, "127.0.0.1", port):
        status, kind, shown = await ask(port, "/metrics")
    assert (status, kind) == (200, "text/plain; version=0.0.4; charset=utf-8")
    told = Figures(shown)
    assert told["konakis_ready", {}] == 1
    shards = {of["shard"]: value for of, value in told.items("konakis_gateway_latency_seconds")}
    assert shards == {"0": 0.05, "2": 0.5}
    for name, value in {
        "outbox_posts": 9,
        "outbox_failing": 2,
        "games_running": 5,
        "clocks_running": 4,
        "clocks_due": 1,
        "writes_waiting": 3,
        "loop_delay_seconds_count": 1,
    }.items():
        assert told[f"konakis_{name}", {}] == value
    assert told["process_start_time_seconds", {}] > 1_700_000_000
    assert told["process_cpu_seconds_total", {}] > 0
    if os.path.exists("/proc/self"):  # noqa: PTH110, ASYNC240  asked once, of no disk
        assert 10_000_000 < told["process_resident_memory_bytes", {}] < 2_000_000_000
        assert told["process_open_fds", {}] > 2
    ((build, _),) = told.items("konakis_build_info")
    assert re.fullmatch(r"\d+\.\d+\.\d+|unknown", build["version"])


async def test_the_event_loops_delay_is_measured_while_the_port_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.metrics_port._EVERY", 0)
    monitor, measured = Monitor(Store(), lambda: 1000), asyncio.Event()

    def delayed(seconds: float) -> None:
        assert seconds >= 0
        measured.set()

    monkeypatch.setattr(monitor.metrics, "delayed", delayed)
    async with open_port(monitor, "127.0.0.1", free_port()), asyncio.timeout(60):
        await measured.wait()


async def test_a_port_that_cannot_be_opened_is_one_sentence() -> None:
    monitor = Monitor(Store(), lambda: 1000)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(Misconfigured, match=f"^Port {port} is taken by another program; "):
            async with open_port(monitor, "127.0.0.1", port):
                pass
    with pytest.raises(Misconfigured, match=r"^Port \d+ of 203\.0\.113\.1 cannot be opened; "):
        async with open_port(monitor, "203.0.113.1", port):
            pass


async def test_a_request_that_is_none_is_refused_and_is_no_fault_of_ours(
    caplog: pytest.LogCaptureFixture,
) -> None:
    port = free_port()
    async with open_port(Monitor(Store(), lambda: 0), "127.0.0.1", port), asyncio.timeout(60):
        for request in (b"GET /" + b"x" * 20_000, b"no request at all"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request + b" HTTP/1.1\r\n\r\n")
            assert (await reader.readline()).split()[1] == b"400"
            writer.close()
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
