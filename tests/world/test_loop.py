"""The loop: time jumps, asyncio's promises hold, and the dead do nothing."""

from __future__ import annotations

import asyncio
import os
import random
import time
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from tests.world.loop import OWNER, Owner, Stuck, WorldLoop
from tests.world.world import new_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")
DAY = 86_400


def run(act: Callable[[], Coroutine[Any, Any, T]], seed: int = 0) -> T:
    with asyncio.Runner(loop_factory=lambda: new_loop(seed)) as runner:
        return runner.run(act())


def started(act: Coroutine[Any, Any, object]) -> Owner:
    """Start a coroutine as a program of its own."""
    owner, context = Owner("a program"), copy_context()
    context.run(OWNER.set, owner)
    asyncio.get_running_loop().create_task(act, context=context)
    return owner


def kill(owner: Owner) -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, WorldLoop)
    loop.bury(owner)


def test_where_no_world_runs_chance_is_the_machines() -> None:
    run(lambda: asyncio.sleep(0))
    assert len(os.urandom(3)) == 3


def test_days_pass_at_once_and_all_clocks_show_it() -> None:
    async def act() -> list[float]:
        before = asyncio.get_running_loop().time(), time.time(), time.monotonic()
        await asyncio.sleep(7 * DAY)
        after = asyncio.get_running_loop().time(), time.time(), time.monotonic()
        return [now - then for now, then in zip(after, before, strict=True)]

    began = time.process_time()
    assert run(act) == pytest.approx([7 * DAY] * 3)
    assert time.process_time() - began < DAY


def test_callbacks_run_in_the_order_in_which_they_were_handed_in() -> None:
    async def act() -> list[int]:
        done: list[int] = []
        for number in range(20):
            asyncio.get_running_loop().call_soon(done.append, number)
        await asyncio.sleep(0)
        return done

    assert run(act) == list(range(20))


def test_the_seed_draws_the_order_of_what_is_due_at_the_same_moment() -> None:
    async def act() -> list[int]:
        done: list[int] = []
        for number in range(20):
            asyncio.get_running_loop().call_at(1, done.append, number)
        await asyncio.sleep(2)
        return done

    assert run(act, 1) == run(act, 1) != run(act, 2)


def test_chance_is_the_seeds() -> None:
    async def act() -> object:
        return random.SystemRandom().random(), random.Random().random()

    assert run(act, 1) == run(act, 1) != run(act, 2)


def test_sets_of_tasks_have_an_order() -> None:
    async def act() -> list[int]:
        tasks = [asyncio.create_task(asyncio.sleep(0)) for _ in range(50)]
        order = [tasks.index(task) for task in set(tasks)]
        await asyncio.gather(*tasks)
        return order

    assert run(act) == run(act)


def test_to_wait_for_nothing_is_an_error() -> None:
    async def act() -> None:
        await asyncio.Event().wait()

    loop = new_loop()
    with pytest.raises(Stuck):
        loop.run_until_complete(act())
    loop.close()


def test_the_dead_run_nothing_not_even_finally() -> None:
    done: list[str] = []

    async def program() -> None:
        try:
            asyncio.get_running_loop().call_later(2, done.append, "later")
            await asyncio.to_thread(time.time)
            await asyncio.sleep(2)
            done.append("went on")
        finally:
            done.append("finally")

    async def act() -> None:
        owner = started(program())
        await asyncio.sleep(1)
        kill(owner)
        await asyncio.sleep(5)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        done.append("after")

    run(act)
    assert done[0] == "after"


def test_work_of_a_thread_is_done_after_a_while() -> None:
    async def act() -> tuple[float, str]:
        began = time.monotonic()
        answer = await asyncio.to_thread("{}".format, "done")
        return time.monotonic() - began, answer

    seconds, answer = run(act)
    assert answer == "done"
    assert 0 < seconds < 1
