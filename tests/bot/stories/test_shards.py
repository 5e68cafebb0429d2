"""Over several connections: Discord asks for more, one breaks, and the process is killed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from sandbox.sample import LONG_TABLE
from sandbox.snowflake import shard_of
from tests.bot.metrics_port import figures, status
from tests.bot.stories.conftest import command, little_discord
from tests.bot.stories.table import PATIENCE, Table
from tests.sandbox.conftest import check_record
from tests.together import together

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.server import Sandbox

PORT = 9100  # in the world
OTHER = str(int(LONG_TABLE) + (1 << 22))  # the next connection's, if there are two


def settle(box: Sandbox) -> None:
    """A second server, with the same people and the bot."""
    old = box.world.guild(LONG_TABLE)
    everyone = replace(old.roles[0], id=OTHER)
    box.world.guilds[OTHER] = replace(old, id=OTHER, name="The Other", roles=(everyone,))


def connections(box: Sandbox) -> list[tuple[int, int]]:
    """Which connections stand: each one's number, and of how many it says that it is."""
    return sorted((session.terms.shard, session.terms.shards) for session in box.wire.sessions)


async def until(box: Sandbox, *wanted: tuple[int, int]) -> None:
    """Wait until these connections stand and no others."""
    await box.until(lambda: connections(box) == list(wanted) or None, PATIENCE)


async def ready(answer: int = 200) -> None:
    """Wait until the bot says that it is ready; 503: that it isn't."""
    async with asyncio.timeout(PATIENCE):
        while await status(PORT, "/ready") != answer:  # noqa: ASYNC110  there is no event to wait for
            await asyncio.sleep(0.1)


async def measured() -> set[str]:
    """The connections whose latency is told."""
    latencies = (await figures(PORT)).items("konakis_gateway_latency_seconds")
    return {labels["shard"] for labels, _ in latencies}


async def test_two_servers_on_two_connections(path: Path) -> None:
    async with little_discord() as box:
        settle(box)
        started = command(box, path, KONAKIS_METRICS_PORT=str(PORT))
        async with box.process(started) as bot:
            await ready()
            near, far = (Table(box, path, guild_id) for guild_id in (LONG_TABLE, OTHER))
            await together(near.begin(), far.begin())
            assert await measured() == {"0"}

            await grow(box)
            await together(near.play("e2-f2"), far.play("e2-g2"))

            await one_breaks(box, near, far)

            await bot.kill()
            await bot.start()
            await comes_back(box, near, far)
            assert await bot.terminate() == 0
        assert "Traceback" not in bot.stderr
        check_record(box)


async def grow(box: Sandbox) -> None:
    """Discord sends a bot with too many servers away, and says how to come back."""
    assert [shard_of(guild_id, 2) for guild_id in (LONG_TABLE, OTHER)] == [1, 0]
    box.world.app = replace(box.world.app, shards=2)
    await box.wire.close(4011)
    await until(box, (0, 2))  # the second waits for five seconds, as Discord wants it
    assert await status(PORT, "/ready") == 503
    await until(box, (0, 2), (1, 2))
    await ready()
    assert await measured() == {"0", "1"}


async def one_breaks(box: Sandbox, near: Table, far: Table) -> None:
    """Players on a broken shard get answers when it is back; others notice nothing."""
    sessions = set(box.wire.sessions)
    box.wire.cut(shard=1)
    await together(near.play("e4-f4"), far.play("e4-f4"))
    await ready()
    assert set(box.wire.sessions) == sessions  # resumed
    box.wire.refuse = 1
    box.wire.cut(shard=1)
    await until(box, (0, 2))
    await ready(503)
    await far.play("g2-g3")
    await until(box, (0, 2), (1, 2))
    await ready()
    await near.play("f2-g2")


async def comes_back(box: Sandbox, near: Table, far: Table) -> None:
    """The first connection answers before the second stands; boards come when all are there."""
    assert connections(box) == [(0, 2)]
    assert "Played" in (await far.typed(far.birch, "f4-f3")).text
    assert await status(PORT, "/ready") == 503
    answer = await far.deer.slash(far.deer.dm(box.bot), "tablut games")
    assert "game 1" in answer.text.lower()
    assert "game 2" in answer.text.lower()
    await ready()
    await near.play("f4-f3")
    await near.check("e2-f2", "e4-f4", "f2-g2", "f4-f3")
    await far.check("e2-g2", "e4-f4", "g2-g3", "f4-f3")
