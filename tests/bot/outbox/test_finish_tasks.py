"""Ending what is under way, also what does not let itself be cancelled at first."""

from __future__ import annotations

import asyncio

from bot.outbox import finish_tasks


async def test_what_ends_in_time_is_not_disturbed() -> None:
    task = asyncio.create_task(asyncio.sleep(0, "done"))
    await finish_tasks([task], 5)
    assert task.result() == "done"


async def test_what_sits_out_a_limit_is_cancelled_again() -> None:
    steps: list[str] = []

    async def stubborn() -> None:
        for _ in range(3):
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                steps.append("cancelled")
        raise OSError("at last")

    task = asyncio.create_task(stubborn())
    async with asyncio.timeout(60):
        await finish_tasks([task], 0)
    assert steps == ["cancelled"] * 3
    assert isinstance(task.exception(), OSError)


async def test_nothing_is_soon_ended() -> None:
    await finish_tasks([], 5)
