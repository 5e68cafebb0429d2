"""What time brings about, it brings about, even after a bad day of the store's."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.clockwork import tick
from bot.service.values import Kind, Standing
from tests.bot.service.parlour import NOON, WEEK, Contested, Parlour

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

    from bot.service.values import Challenge, Instant


class Clock:
    """Sleeping takes no time here; how long it would have taken is written down."""

    def __init__(self, parlour: Parlour, nights: int) -> None:
        self.parlour = parlour
        self.nights = nights
        self.slept: list[float] = []
        self.over = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Let so much time pass."""
        self.slept.append(seconds)
        self.parlour.time += int(seconds)
        if len(self.slept) == self.nights:
            self.over.set()
            await asyncio.Event().wait()


async def watch(parlour: Parlour, nights: int, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Let it tick that often."""
    clock = Clock(parlour, nights)
    with monkeypatch.context() as patch:
        patch.setattr("bot.clockwork.sleep", clock.sleep)
        ticking = asyncio.create_task(tick(parlour.house))
        await clock.over.wait()
        ticking.cancel()
        with suppress(asyncio.CancelledError):
            await ticking
    assert ticking.cancelled()
    return clock


async def test_it_looks_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    parlour = Parlour()
    made = await parlour.challenged()
    parlour.time = NOON + WEEK - 150
    clock = await watch(parlour, 3, monkeypatch)
    assert clock.slept == [60, 60, 60]
    assert (await parlour.house.challenge(made.id)).standing is Standing.OPEN
    assert parlour.said() == []
    await watch(parlour, 1, monkeypatch)
    assert (await parlour.house.challenge(made.id)).standing is Standing.EXPIRED
    assert [post.kind for post in parlour.said()] == [Kind.CHALLENGE_CHANGED]


class Ill(Contested):
    """A store that fails at first."""

    def __init__(self) -> None:
        super().__init__()
        self.failures = 2

    async def expired(self, now: Instant) -> Sequence[Challenge]:
        """As ever, in the end."""
        if self.failures:
            self.failures -= 1
            raise OSError("disk full")
        return await super().expired(now)


async def test_a_failure_is_logged_and_not_the_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    parlour = Parlour(store=Ill())
    made = await parlour.challenged()
    parlour.time = NOON + WEEK
    await watch(parlour, 3, monkeypatch)
    assert [each.levelno for each in caplog.records] == [logging.ERROR] * 2
    assert (await parlour.house.challenge(made.id)).standing is Standing.EXPIRED
