"""Tournaments of 64: begun, looked at again, played to the end; how long others wait meanwhile."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bot.feature_list import EXTENSIONS
from bot.features.tournaments import cases
from bot.features.tournaments.model import LARGEST
from bot.store.store import open_store
from games.pace import DAY
from tests.bench.verdicts import verdict
from tests.bot.features.tournaments.hall import Hall

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bot.store.store import Store

Row = tuple[str, str, str, str]

SECOND, WAIT = 1000, 150  # milliseconds: of work, and that another write may wait
FORMS = ("groups", "knockout", "swiss")


def run() -> list[Row]:
    """The rows of the table."""
    return [row for form in FORMS for row in asyncio.run(_measured(form))]


async def _measured(form: str) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        async with open_store(Path(folder) / "konakis.db", EXTENSIONS) as store:
            hall = Hall(store)
            await hall.opened(form, *range(1000, 1000 + LARGEST), size=LARGEST)
            began = time.perf_counter()
            hall.time += 8 * DAY
            waits = asyncio.create_task(longest_wait(store))
            await hall.look()
            took = (time.perf_counter() - began) * 1000
            waits.cancel()
            longest = await waits
            games = len(await hall.games())
            began = time.perf_counter()
            await cases.process_due(hall.services, 1)
            again = (time.perf_counter() - began) * 1000
    name = f"a tournament of {LARGEST}, {form}"
    return [
        (f"{name}: begun, with {games} games", f"{took:.0f} ms", "", verdict(took, SECOND, "ms")),
        (f"{name}: another write waits", f"{longest:.0f} ms", "", verdict(longest, WAIT, "ms")),
        (f"{name}: looked at again", f"{again:.0f} ms", "", verdict(again, 50, "ms")),
    ]


async def longest_wait(store: Store) -> float:
    """The longest that a small write of somebody else's took, in milliseconds, until cancelled."""
    longest = 0.0
    try:
        async for _ in _forever():
            began = time.perf_counter()
            await store.notes.keep("bench", "x")
            longest = max(longest, (time.perf_counter() - began) * 1000)
    except asyncio.CancelledError:
        return longest
    return longest


async def _forever() -> AsyncGenerator[None]:
    while True:
        yield
        await asyncio.sleep(0.001)
