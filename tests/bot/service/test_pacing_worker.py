"""Long work beside the event loop: one job at a time, one per person, each person in turn."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

from bot.service.pacing import Worker

PATIENCE = 5


async def test_a_person_waits_for_their_own_work_and_others_come_first() -> None:
    worker, go, done = Worker("test"), Event(), list[str]()

    def work(name: str) -> str:
        assert go.wait(PATIENCE)
        done.append(name)
        return name

    asked = [(1, "first"), (1, "second"), (1, "third"), (2, "other")]
    tasks = [asyncio.create_task(worker.run(person, work, name)) for person, name in asked]
    await asyncio.sleep(0)
    go.set()
    assert await asyncio.gather(*tasks) == ["first", "second", "third", "other"]
    assert done == ["first", "other", "second", "third"]
    worker.close()


async def test_work_that_fails_lets_the_next_one_begin() -> None:
    worker = Worker("test")
    with pytest.raises(ZeroDivisionError):
        await worker.run(1, lambda: 1 // 0)
    assert await worker.run(1, lambda: 7) == 7
    worker.close()


async def test_other_threads_are_free_meanwhile() -> None:
    worker, go = Worker("test"), Event()
    tasks = [asyncio.create_task(worker.run(person, go.wait, PATIENCE)) for person in range(50)]
    await asyncio.sleep(0)
    assert await asyncio.wait_for(asyncio.to_thread(lambda: 7), PATIENCE) == 7
    go.set()
    assert all(await asyncio.gather(*tasks))
    worker.close()
