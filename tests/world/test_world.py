"""A world repeats itself, and never loses what was acknowledged."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, get_args

import pytest
from discord.http import Route

from sandbox.observer import DidNotRespond
from tests.world.life import Kind, Moment
from tests.world.stories import MOVES, a_table, days
from tests.world.world import run

if TYPE_CHECKING:
    from tests.bot.stories.table import Table
    from tests.world.world import World

pytestmark = pytest.mark.slow

SOON = 60  # seconds within which everything about a move is done


def test_a_seed_tells_the_same_again_and_another_tells_it_otherwise() -> None:
    assert run(days, 1) == run(days, 1) != run(days, 2)


@pytest.mark.nightly
def test_another_process_tells_the_same() -> None:
    def told() -> str:
        command = [sys.executable, "-m", "tests.world", "1"]
        return subprocess.run(
            command,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    assert told() == told() != ""


# The least number of each kind in a move and its announcement.
IN_A_MOVE = {"statement": 30, "commit": 3, "request": 3, "turn": 60}
MOMENTS = [
    Moment(kind, number)
    for kind in get_args(Kind)
    for number in range(1, IN_A_MOVE[kind] + 1, max(1, IN_A_MOVE[kind] // 3))
]


@pytest.mark.parametrize("moment", MOMENTS, ids=str)
def test_killed_at_any_moment_of_a_move_nothing_is_lost_or_said_twice(
    moment: Moment,
) -> None:
    async def story(world: World) -> None:
        async with a_table(world) as (table, bot):
            await table.begin()
            await table.said()
            life = world.life
            so_far = life.turns if moment.kind == "turn" else life.done[moment.kind]
            world.kill(Moment(moment.kind, so_far + moment.number), power=moment.number % 2 == 1)
            with suppress(DidNotRespond, TimeoutError):
                async with asyncio.timeout(SOON):
                    await table.typed(table.deer, MOVES[0])
                    await asyncio.sleep(SOON)
            assert life.dead
            await bot.start()
            await table.said()
            if not table.moves:
                await table.typed(table.deer, MOVES[0])
            await table.check(MOVES[0])
            await table.play(*MOVES[1:])
            await table.check(*MOVES)

    run(story, str(moment))


@pytest.mark.parametrize("kind", get_args(Kind))
def test_the_dead_send_write_log_and_start_nothing_and_leave_nothing_behind(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither in the hour after their end, nor when the world ends and Python collects them."""
    complaints: list[object] = []

    def asked(world: World, table: Table) -> list[object]:
        files = sorted(table.database.parent.iterdir())
        return [
            len(world.box.record.exchanges),
            [(file.name, file.read_bytes()) for file in files if not file.name.endswith("-shm")],
            dict(world.life.done),
            world.loop.tasks_of(world.life),
        ]

    async def story(world: World) -> None:
        async with a_table(world) as (table, bot):
            await table.begin()
            life = world.life
            so_far = life.turns if kind == "turn" else life.done[kind]
            world.kill(Moment(kind, so_far + 2))
            with suppress(DidNotRespond, TimeoutError):
                async with asyncio.timeout(SOON):
                    await table.typed(table.deer, MOVES[0])
                    await bot.wait()
            assert life.dead
            await asyncio.sleep(SOON)
            before, wrote = asked(world, table), bot.stderr
            await asyncio.sleep(3600)
            assert asked(world, table) == before
            assert bot.stderr == wrote

    monkeypatch.setattr(sys, "unraisablehook", complaints.append)
    run(story, kind)
    gc.collect()
    assert complaints == []
    assert Route.BASE == "https://discord.com/api/v10"


@pytest.mark.parametrize("seed", range(2))
def test_what_was_acknowledged_survives_a_power_cut(seed: int) -> None:
    async def story(world: World) -> None:
        async with a_table(world) as (table, bot):
            await table.begin()
            for number, move in enumerate(MOVES):
                player = (table.deer, table.birch)[number % 2]
                await table.typed(player, move)  # the answer says that the move counts
                world.kill(power=True)
                await bot.wait()
                await bot.start()
                await table.said()
                assert table.moves == list(MOVES[: number + 1])
            await table.check(*MOVES)

    run(story, seed)
