"""Konakis by a clock that the stories set, one for the stories of each file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from sandbox.sample import LONG_TABLE
from tests.bot.stories.conftest import check_log, command
from tests.bot.stories.hours import Hours
from tests.bot.stories.table import Table
from tests.sandbox.conftest import check_record

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from sandbox.process import BotProcess
    from sandbox.server import Sandbox


@pytest.fixture(scope="module")
def hours(database: Path) -> Hours:
    """The clock of a story."""
    return Hours(database)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(box: Sandbox, database: Path, hours: Hours) -> AsyncGenerator[BotProcess]:
    """The bot, which leaves well at the end."""
    async with box.process(command(box, database, hours.program)) as process:
        yield process
        assert await process.terminate() == 0
    check_record(box)
    check_log(box, process)


@pytest.fixture
def other(box: Sandbox, bot: BotProcess, database: Path) -> Table:
    """A table where another player begins, with other settings than the usual two."""
    assert bot.pid
    return Table(box, database, LONG_TABLE, "cairn", "birch")
