"""Long work beside the event loop: one job at a time, one per person, each person in turn."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import pytest

from bot.service.refusals import No, Refusal
from bot.service.workers import Worker, own_process, own_thread
from games import gamefile
from sandbox.waiting import PATIENCE
from tests.hostile import long_file

if TYPE_CHECKING:
    from concurrent.futures import Executor

SCORE = Path("/proc/self/oom_score_adj")


async def test_a_person_waits_for_their_own_work_and_others_come_first() -> None:
    worker, go, done = Worker(), Event(), list[str]()

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
    worker = Worker()
    with pytest.raises(ZeroDivisionError):
        await worker.run(1, lambda: 1 // 0)
    assert await worker.run(1, lambda: 7) == 7
    worker.close()


async def test_other_threads_are_free_meanwhile() -> None:
    worker, go = Worker(), Event()
    tasks = [asyncio.create_task(worker.run(person, go.wait, PATIENCE)) for person in range(50)]
    await asyncio.sleep(0)
    assert await asyncio.wait_for(asyncio.to_thread(lambda: 7), PATIENCE) == 7
    go.set()
    assert all(await asyncio.gather(*tasks))
    worker.close()


@pytest.mark.slow
async def test_a_process_without_work_ends_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.service.workers.IDLE", 0.01)
    worker, gone = Worker(own_process), list[int]()
    first = await worker.run(1, os.getpid)
    async with asyncio.timeout(PATIENCE):
        while not gone:
            await asyncio.sleep(0.01)
            try:
                os.kill(first, 0)
            except ProcessLookupError:
                gone.append(first)
    assert await worker.run(1, os.getpid) != first
    worker.close()


@pytest.mark.slow
@pytest.mark.skipif(not SCORE.exists(), reason="this system has no such scores")
async def test_where_memory_ends_a_process_goes_before_the_bot() -> None:
    worker = Worker(own_process)
    theirs, ours = await worker.run(1, _score), await asyncio.to_thread(_score)
    assert theirs >= 500 > ours
    worker.close()


def _score() -> int:
    return int(SCORE.read_text("ascii"))


def _read(text: str) -> float:
    """The seconds of processor time that reading a file takes."""
    began = time.process_time()
    gamefile.read_game_file(text)
    return time.process_time() - began


@pytest.mark.slow
async def test_the_longest_file_is_read_at_the_cost_of_another_process() -> None:
    worker, text = Worker(own_process), long_file().decode()
    assert await worker.run(1, os.getpriority, os.PRIO_PROCESS, 0) == min(
        19, 5 + os.getpriority(os.PRIO_PROCESS, 0)
    )
    began = time.process_time()
    theirs = await worker.run(1, _read, text)
    assert theirs > 10 * (time.process_time() - began)
    worker.close()


def _refuse() -> None:
    raise Refusal(No.TOO_MANY_GAMES, limit=3)


@pytest.mark.slow
async def test_what_is_refused_in_a_process_is_refused_here() -> None:
    worker = Worker(own_process)
    with pytest.raises(Refusal) as caught:
        await worker.run(1, _refuse)
    assert (caught.value.no, caught.value.values) == (No.TOO_MANY_GAMES, {"limit": 3})
    worker.close()


@pytest.mark.slow
async def test_a_process_that_dies_is_replaced() -> None:
    worker = Worker(own_process)
    with pytest.raises(BrokenExecutor):
        await worker.run(1, os._exit, 1)
    assert await worker.run(1, abs, -7) == 7
    worker.close()


@pytest.mark.slow
async def test_work_that_takes_too_long_is_refused_and_others_go_on() -> None:
    go = Event()
    started: list[Executor] = []

    def start() -> Executor:
        started.append(own_thread())
        return started[-1]

    worker = Worker(start, patience=2)
    late = asyncio.create_task(worker.run(1, go.wait, 4 * PATIENCE))
    await asyncio.sleep(0)
    assert await worker.run(2, abs, -8) == 8
    with pytest.raises(Refusal) as caught:
        await late
    assert caught.value.no is No.TAKES_TOO_LONG
    assert len(started) == 2
    go.set()
    worker.close()


ENDING = """
import asyncio, time
from bot.service.workers import Worker, own_process

async def main():
    worker = Worker(own_process)
    await worker.run(1, abs, -7)
    asyncio.ensure_future(worker.run(1, time.sleep, 1000))
    await asyncio.sleep(0.1)
    worker.close()

asyncio.run(main())
"""


@pytest.mark.slow
def test_the_program_ends_without_waiting_for_what_is_under_way() -> None:
    subprocess.run([sys.executable, "-c", ENDING], check=True, timeout=PATIENCE)


ELSEWHERE = """
import asyncio
from bot.engine_pool import OwnProcess
from bot.service.workers import Worker, keep_folder_out, own_process

async def main():
    worker = Worker(own_process)
    print(await worker.run(1, abs, -7))
    worker.close()

if __name__ == "__main__":
    keep_folder_out()
    asyncio.run(main())
    engine = OwnProcess()
    print(engine.ask(abs, -8))
    engine.end()
"""


@pytest.mark.slow
def test_a_strangers_module_in_the_current_folder_is_not_run(tmp_path: Path) -> None:
    here, program = tmp_path / "here", tmp_path / "program.py"
    here.mkdir()
    for name in ("multiprocessing", "bot", "games", "encodings", "signal", "numbers"):
        (here / f"{name}.py").write_text("raise SystemExit('the module of a stranger')", "utf-8")
    program.write_text(ELSEWHERE, "utf-8")
    command = [sys.executable, program]
    done = subprocess.run(
        command, cwd=here, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert (done.stdout, done.stderr) == ("7\n8\n", "")
