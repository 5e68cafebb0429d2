"""A thousand people of one channel vote at once; and how long others wait meanwhile."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from bot.feature_list import EXTENSIONS
from bot.store.store import open_store
from tests.bench.tournaments import longest_wait
from tests.bench.verdicts import verdict
from tests.bot.features.vote_games.room import FIRST, Room

Row = tuple[str, str, str, str]

VOTERS, TOGETHER = 1000, 20  # so many at a time, as they are answered
MINUTE, WAIT = 60_000, 150  # milliseconds: of work, and that another write may wait


def run() -> list[Row]:
    """The rows of the table."""
    return asyncio.run(_measured())


async def _measured() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        async with open_store(Path(folder) / "konakis.db", EXTENSIONS) as store:
            room = Room(store)
            match = await room.begin()
            waits = asyncio.create_task(longest_wait(store))
            began = time.perf_counter()
            for first in range(0, VOTERS, TOGETHER):
                await asyncio.gather(
                    *(
                        room.vote(match, 1000 + who, FIRST[who % len(FIRST)])
                        for who in range(first, first + TOGETHER)
                    )
                )
            took = (time.perf_counter() - began) * 1000
            waits.cancel()
            longest = await waits
            assert (await room.ballot(match)).game.votes_cast == VOTERS
    name = f"{VOTERS} votes in a vote game"
    return [
        (f"{name}: all are counted", f"{took:.0f} ms", "", verdict(took, MINUTE, "ms")),
        (f"{name}: another write waits", f"{longest:.0f} ms", "", verdict(longest, WAIT, "ms")),
    ]
