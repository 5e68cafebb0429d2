"""What Prometheus is told: the text by the letter, and what the door gives at all times."""

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
from bot.metrics import Figure, Histogram, one, text
from bot.monitoring import Watch, watched
from bot.store.store import Counts
from bot.tallies import Asked, Tallies, Why
from tests.bot.door import ask, free_port
from tests.bot.exposition import read

if TYPE_CHECKING:
    from collections.abc import Sequence

MOVE = Asked("command", "tablut move")


def test_the_text_by_the_letter() -> None:
    waits = Histogram((0.1, 1))
    for seconds in (0.05, 0.1, 0.5, 7):
        waits.add(seconds)
    shards = Figure("latency", "Of shards.", {("0",): 0.25, ("1",): math.inf}, ("shard",))
    shown = text(
        [
            one("ready", "Yes or no.", True),  # noqa: FBT003  a value like any other
            one("memory", "Not known here.", None),
            shards,
            Figure("waits", "How long.", {("a", "b"): waits}, ("kind", "name"), "histogram"),
        ]
    )
    assert shown.splitlines() == [
        "# HELP ready Yes or no.",
        "# TYPE ready gauge",
        "ready 1",
        "# HELP memory Not known here.",
        "# TYPE memory gauge",
        "# HELP latency Of shards.",
        "# TYPE latency gauge",
        'latency{shard="0"} 0.25',
        'latency{shard="1"} +Inf',
        "# HELP waits How long.",
        "# TYPE waits histogram",
        'waits_bucket{kind="a",name="b",le="0.1"} 2',
        'waits_bucket{kind="a",name="b",le="1"} 3',
        'waits_bucket{kind="a",name="b",le="+Inf"} 4',
        'waits_sum{kind="a",name="b"} 7.65',
        'waits_count{kind="a",name="b"} 4',
    ]
    assert shown.endswith("\n")


def test_a_label_cannot_break_out() -> None:
    (line,) = text([Figure("a", "b", {('x"\\\n',): -math.inf}, ("c",))]).splitlines()[2:]
    assert line == r'a{c="x\"\\\n"} -Inf'


def test_answers_failures_and_requests_are_counted() -> None:
    tallies = Tallies()
    tallies.answered(MOVE, 0.004)
    tallies.answered(MOVE, 3.5)
    tallies.failed(MOVE, Why.FAULT)
    for status in (200, 204, 429, 404, 502, None):
        tallies.requested(status)
    told = read(text(tallies.figures()))
    of_move = {"kind": "command", "name": "tablut move"}
    assert told["konakis_interaction_seconds_bucket", of_move | {"le": "0.005"}] == 1
    assert told["konakis_interaction_seconds_bucket", of_move | {"le": "3"}] == 1
    assert told["konakis_interaction_seconds_count", of_move] == 2
    assert told["konakis_interaction_failures_total", of_move | {"why": "fault"}] == 1
    requests = {"2xx": 2, "429": 1, "4xx": 1, "5xx": 1, "lost": 1}
    for status, count in requests.items():
        assert told["konakis_discord_requests_total", {"status": status}] == count


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
    watch, port = Watch(Store(), lambda: 1000), free_port()
    async with watched(watch, "127.0.0.1", port):
        assert (await ask(port, "/ready"))[::2] == (503, "not ready")
        watch.client = Client(there=False)
        assert (await ask(port, "/ready"))[::2] == (503, "not ready")
        watch.client = Client(there=True)
        assert (await ask(port, "/ready"))[::2] == (200, "ready")
        assert (await ask(port, "/"))[0] == 404
    with pytest.raises(aiohttp.ClientConnectionError):
        await ask(port, "/ready")


async def test_everything_is_told() -> None:
    watch, port = Watch(Store(), lambda: 1000), free_port()
    watch.client = Client(there=True, latencies=[(0, 0.05), (1, math.nan), (2, 0.5)])
    watch.tallies.late(0.002)
    async with watched(watch, "127.0.0.1", port):
        status, kind, shown = await ask(port, "/metrics")
    assert (status, kind) == (200, "text/plain; version=0.0.4; charset=utf-8")
    told = read(shown)
    assert told["konakis_ready", {}] == 1
    shards = dict(told.items("konakis_gateway_latency_seconds"))
    assert shards == {(("shard", "0"),): 0.05, (("shard", "2"),): 0.5}
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
    assert re.fullmatch(r"\d+\.\d+\.\d+|unknown", dict(build)["version"])


async def test_the_loop_is_felt_while_somebody_may_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.monitoring._EVERY", 0)
    watch, felt = Watch(Store(), lambda: 1000), asyncio.Event()

    def late(seconds: float) -> None:
        assert seconds >= 0
        felt.set()

    monkeypatch.setattr(watch.tallies, "late", late)
    async with watched(watch, "127.0.0.1", free_port()), asyncio.timeout(5):
        await felt.wait()


async def test_a_port_that_cannot_be_had_is_one_sentence() -> None:
    watch = Watch(Store(), lambda: 1000)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(Misconfigured, match=f"^Port {port} is taken by another program; "):
            async with watched(watch, "127.0.0.1", port):
                pass
    with pytest.raises(Misconfigured, match=r"^Port \d+ of 203\.0\.113\.1 cannot be had; "):
        async with watched(watch, "203.0.113.1", port):
            pass
