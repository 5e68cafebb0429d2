"""A host erases a person while the bot runs: it is done with the next heartbeat."""

from __future__ import annotations

import asyncio
import sys
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
    asking = await asyncio.create_subprocess_exec(
        *line,
        env={"KONAKIS_DATABASE": str(database)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    await hours.until(lambda: hours.ask("SELECT 1 FROM erasure") != [])
    hours.set(hours.now + HOUR)
    out, err = await asking.communicate()
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
