"""A short soak: what `python -m tests.soak` does for minutes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from sandbox.process import BotProcess
from sandbox.sample import Cast
from sandbox.server import Sandbox
from tests.bot.stories.conftest import command
from tests.soak.chaos import Chaos
from tests.soak.run import soak
from tests.together import beside

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.nightly


class Watched(BotProcess):
    """Tells whether it is being restarted."""

    def __init__(self, *arguments: Any) -> None:  # noqa: ANN401  (what BotProcess takes)
        super().__init__(*arguments)
        self.begins = asyncio.Event()  # a restart
        self.restarts = 0  # that go on

    async def restart(self, *, kill: bool = True) -> None:
        """Count it while it goes on."""
        self.restarts += 1
        self.begins.set()
        try:
            await super().restart(kill=kill)
        finally:
            self.restarts -= 1


@pytest.mark.parametrize("seconds", [0, 0.02, 0.2])
async def test_a_storm_that_ends_during_a_restart_leaves_no_restart_behind(
    tmp_path: Path, seconds: float
) -> None:
    async with (
        Sandbox(cast=Cast("Konakis"), rates=False) as box,
        Watched(box.world, command(box, tmp_path / "konakis.db")) as bot,
    ):
        chaos = Chaos(box, bot)
        async with beside(chaos.run()):
            chaos.kill_soon()
            await bot.begins.wait()
            await asyncio.sleep(seconds)  # the moment is what is tried
        assert bot.restarts == 0
        box.faults.clear()
        await bot.restart()
        assert await bot.terminate() == 0


async def test_some_hundred_moves_while_everything_goes_wrong(tmp_path: Path) -> None:
    report = await soak(tmp_path / "konakis.db", moves=250, tables=12)
    assert report.wrong == []
    assert report.moves >= 250
    assert report.faults > 10
    assert report.attacks > 100
    assert report.reviews > 0
    assert report.farmed > 0
