"""A host erases a person while the bot runs: the next heartbeat does it.

The host's command runs as a process, outside the bot's world.
"""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.bot.store.test_my_data import traces
from tests.bot.stories.hours import HOUR

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.process import BotProcess
    from tests.bot.stories.hours import Hours
    from tests.bot.stories.table import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("calm")]


async def test_the_opponent_hears_what_they_always_hear(
    other: Table, hours: Hours, database: Path, bot: BotProcess
) -> None:
    await other.begin(days=2)
    await other.play("e2-f2")
    await hours.heard()
    line = (sys.executable, "-m", "bot", "erase", other.deer.id, "--asked-by", "a letter")
    with subprocess.Popen(  # noqa: ASYNC220  the world waits for it
        line,
        env={"KONAKIS_DATABASE": str(database)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as asking:
        while asking.poll() is None and not hours.ask("SELECT 1 FROM erasure"):
            time.sleep(0.05)  # noqa: ASYNC251  no time passes in the world
        await hours.pass_(HOUR)
        await hours.until(lambda: not hours.ask("SELECT 1 FROM erasure"))
        out, err = asking.communicate()
    assert (asking.returncode, err) == (0, b"")
    assert out.startswith(b"Erased.")
    await hours.pass_(60)
    assert traces(database, int(other.deer.id)) == []
    assert other.log[-1][0] == "resigned"
    assert other.boards[-1].pings == {"birch"}
    assert "former player" in other.boards[-1].text
    assert other.deer.id not in other.boards[-1].text
    assert "person-erased" in bot.stderr
    assert hours.ask("SELECT asked_by FROM erased") == [("a letter",)]
