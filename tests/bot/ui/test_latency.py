"""From arrival to answer: what is counted where requests pass, and what never got an answer."""

from __future__ import annotations

import asyncio
import re
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import aiohttp
import discord
import pytest
from yarl import URL

from bot.metrics import Metrics
from bot.ui.latency import Latency, asked_of
from bot.ui.pages.parts import OpenPanel

if TYPE_CHECKING:
    Interaction = discord.Interaction[Any]

OPEN_PANEL = OpenPanel(3, 7).custom_id
BUTTON = {"kind": "button", "name": "move"}
SECONDS = "konakis_interaction_seconds"
FAILURES = "konakis_interaction_failures_total"


def pressed(number: int, custom_id: str = OPEN_PANEL) -> Interaction:
    """A user pressed that."""
    kind = discord.InteractionType.component
    button = SimpleNamespace(id=number, type=kind, command=None, data={"custom_id": custom_id})
    return cast("Interaction", button)


class Passing:
    """Requests that pass, as aiohttp tells of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr("bot.ui.latency.monotonic", lambda: self.now)
        self.metrics = Metrics()
        self.timing = Latency(self.metrics)
        self._trace = self.timing.trace_config()
        self._trace.freeze()

    async def ended(self, path: str, status: int = 204) -> None:
        """One was answered."""
        end = SimpleNamespace(url=URL(f"http://127.0.0.1{path}"), response=_answer(status))
        await self._trace.on_request_end.send(
            cast("Any", None), SimpleNamespace(), cast("Any", end)
        )

    async def broke(self) -> None:
        """One was not."""
        await self._trace.on_request_exception.send(
            cast("Any", None), SimpleNamespace(), cast("Any", aiohttp.ServerDisconnectedError())
        )

    def counted(self, figure: str, **labels: str) -> float | None:
        """The figure of that name; None where nothing was counted."""
        return self.metrics.registry.get_sample_value(figure, labels)


def _answer(status: int) -> SimpleNamespace:
    return SimpleNamespace(status=status)


@pytest.fixture
def passing(monkeypatch: pytest.MonkeyPatch) -> Passing:
    return Passing(monkeypatch)


async def test_the_first_good_answer_counts_and_no_other(passing: Passing) -> None:
    passing.timing.note_arrival(pressed(12))
    passing.now += 0.25
    await passing.ended("/api/v10/interactions/12/aa.b-c/callback", 500)
    await passing.ended("/api/v10/webhooks/1/aa.b-c/messages/@original", 200)
    await passing.ended("/api/v10/interactions/13/aa.b-c/callback", 204)  # not asked of us
    passing.now += 0.25
    await passing.ended("/api/v10/interactions/12/aa.b-c/callback", 200)
    await passing.ended("/api/v10/interactions/12/aa.b-c/callback", 200)
    await passing.broke()
    assert passing.counted(f"{SECONDS}_count", **BUTTON) == 1
    assert passing.counted(f"{SECONDS}_sum", **BUTTON) == 0.5
    for status, count in {"5xx": 1, "2xx": 4, "lost": 1, "4xx": None}.items():
        assert passing.counted("konakis_discord_requests_total", status=status) == count


async def test_who_had_no_answer_for_a_minute_is_counted(passing: Passing) -> None:
    passing.timing.note_arrival(pressed(12))
    passing.now += 59
    passing.timing.note_arrival(pressed(13))
    assert passing.counted(FAILURES, **BUTTON, why="none") is None
    passing.now += 2
    passing.timing.note_arrival(pressed(14))
    await passing.ended("/api/v10/interactions/12/aa.b-c/callback")  # far too late
    assert passing.counted(FAILURES, **BUTTON, why="none") == 1
    assert passing.counted(f"{SECONDS}_count", **BUTTON) is None


class Slow:
    """A press that is answered late or never, and what the bot logs about it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
        monkeypatch.setattr("bot.ui.latency._SLOW", 0.05)
        self.timing, self._logged = Latency(Metrics()), caplog
        self.answered = asyncio.Event()

    async def handle(self) -> None:
        """Take up a press and wait."""
        self.timing.note_arrival(pressed(12))
        await self._paint()

    async def _paint(self) -> None:
        await self.answered.wait()

    async def logged(self) -> str:
        """The only line of the log, once it is there."""
        async with asyncio.timeout(60):
            while not self._logged.messages:  # noqa: ASYNC110  the log has no event
                await asyncio.sleep(0.01)
        (line,) = self._logged.messages
        return line


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Slow:
    return Slow(monkeypatch, caplog)


async def test_the_log_says_where_a_late_answer_waits(
    slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.latency._STANDSTILL", 600)  # this machine may stand still too
    task = asyncio.create_task(slow.handle())
    line = await slow.logged()
    assert re.match(r"no answer to button move for \d+\.\d", line)
    places = line.partition("waiting in ")[2].split(" > ")
    modules = [place.partition(":")[0] for place in places]
    assert modules == [__name__, __name__, "asyncio.locks"]
    slow.answered.set()
    await task


async def test_the_log_says_that_nothing_ran(slow: Slow) -> None:
    slow.timing.note_arrival(pressed(12))
    time.sleep(0.7)  # noqa: ASYNC251  as on a machine that has no time for it
    assert re.search(r"\d+\.\d s of it with nothing running", await slow.logged())


async def test_what_is_answered_in_time_is_not_logged(
    passing: Passing, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    loop = asyncio.get_running_loop()
    now = loop.time()
    monkeypatch.setattr(loop, "time", lambda: now)  # however long this machine stands still
    passing.timing.note_arrival(pressed(12))
    await passing.ended("/api/v10/interactions/12/aa.b-c/callback")
    now += 60
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert caplog.messages == []


@pytest.mark.parametrize("custom_id", ["k:move:3", "zornig", "", "k:" + "9" * 99])
def test_what_is_none_of_ours_has_one_name(custom_id: str) -> None:
    assert asked_of(pressed(1, custom_id)) == ("button", "unknown")
