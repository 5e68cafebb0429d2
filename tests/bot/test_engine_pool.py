"""The engine's pool: whose turn it is, how long each may think, what becomes of a dead process."""

from __future__ import annotations

import asyncio
from math import inf
from threading import Event, Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from bot.engine_pool import EnginePool, OwnProcess, think
from bot.model.servers import Place
from bot.service.engine import EngineDown
from engine.limits import Stopped
from games import catalogue
from games.events import Created, Moved
from games.match import begin
from sandbox.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

HERE, THERE = 10, 20  # servers


@pytest.fixture
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """All are answered within hours: seconds in which this machine stands still do not count."""
    monkeypatch.setattr("bot.engine_pool._TOGETHER", 10_000)


class Fake:
    """A process that does its work when the test lets it."""

    def __init__(self) -> None:
        self.go, self.asked = Event(), list[str]()
        self.until: list[float] = []
        self.ended = False

    def ask(self, work: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401
        """Wait for the test, or for the end."""
        self.asked.append(str(args[0]))
        assert self.go.wait(PATIENCE)
        if self.ended:
            raise EOFError
        return work(*args)

    def stop_at(self, moment: float) -> None:
        """Note it."""
        self.until.append(moment)

    def end(self) -> None:
        """Let go of who waits."""
        self.ended = True
        self.go.set()


class Fakes:
    """The processes of a pool, in the order in which they were started."""

    def __init__(self, *, free: bool = True) -> None:
        self.processes = list[Fake]()
        self._free = free
        self._lock = Lock()

    def __call__(self) -> Fake:
        """One more."""
        fake = Fake()
        if self._free:
            fake.go.set()
        with self._lock:
            self.processes.append(fake)
        return fake


async def started(fakes: Fakes) -> Fake:
    """The first process, once it has work."""
    async with asyncio.timeout(PATIENCE):
        while not fakes.processes or not fakes.processes[0].asked:  # noqa: ASYNC110  it works in a thread
            await asyncio.sleep(0.001)
    return fakes.processes[0]


async def test_servers_take_turns_and_in_each_its_people() -> None:
    fakes = Fakes(free=False)
    pool = EnginePool(1, fakes)
    asked = [(1, HERE, "a1"), (1, HERE, "a2"), (2, HERE, "b1"), (3, THERE, "c1"), (3, THERE, "c2")]
    tasks = [asyncio.create_task(pool.run(who, where, str, text)) for who, where, text in asked]
    fake = await started(fakes)
    fake.go.set()
    assert await asyncio.gather(*tasks) == ["a1", "a2", "b1", "c1", "c2"]
    assert fake.asked == ["a1", "a2", "c1", "b1", "c2"]
    pool.close()


async def test_a_person_has_one_search_at_a_time() -> None:
    fakes = Fakes(free=False)
    pool = EnginePool(2, fakes)
    tasks = [asyncio.create_task(pool.run(1, HERE, str, text)) for text in ("first", "second")]
    fake = await started(fakes)
    await asyncio.sleep(0.05)
    assert [fake.asked for fake in fakes.processes] == [["first"]]
    fake.go.set()
    assert await asyncio.gather(*tasks) == ["first", "second"]
    pool.close()


async def left_when_more_ask(people: Iterable[int]) -> float:
    """The part of its time that is left to a search once these have asked too."""
    fakes = Fakes(free=False)
    pool = EnginePool(1, fakes)
    first = asyncio.create_task(pool.run(0, HERE, str, "first"))
    fake = await started(fakes)
    alone = fake.until[0] - monotonic()
    others = [asyncio.create_task(pool.run(who, HERE, str, "more")) for who in people]
    await asyncio.sleep(0.01)
    left = fake.until[-1] - monotonic()
    fake.go.set()
    await asyncio.gather(first, *others)
    pool.close()
    assert alone > 1
    return left / alone


@pytest.mark.usefixtures("_unhurried")
async def test_when_many_wait_each_is_given_less() -> None:
    assert await left_when_more_ask(range(1, 10)) < 1 / 5


@pytest.mark.usefixtures("_unhurried")
async def test_what_one_person_asks_for_again_and_again_takes_nothing_from_others() -> None:
    assert await left_when_more_ask([1] * 30) > 1 / 3


async def test_what_a_dead_process_had_to_do_is_done_again() -> None:
    fakes = Fakes(free=False)
    pool = EnginePool(1, fakes)
    task = asyncio.create_task(pool.run(1, HERE, str, "work"))
    fake = await started(fakes)
    fake.end()
    async with asyncio.timeout(PATIENCE):
        while len(fakes.processes) < 2:  # noqa: ASYNC110  it works in a thread
            await asyncio.sleep(0.001)
    fakes.processes[1].go.set()
    assert await task == "work"
    assert fakes.processes[1].asked == ["work"]
    pool.close()


async def test_what_kills_every_process_is_given_up_and_others_go_on() -> None:
    def start() -> Fake:
        fake = Fake()
        fake.end()
        return fake

    pool = EnginePool(1, start)
    with pytest.raises(EngineDown):
        await pool.run(1, HERE, str, "work")
    with pytest.raises(EngineDown):
        await pool.run(2, HERE, str, "work")
    pool.close()


async def test_a_mistake_in_the_work_is_raised_where_it_was_asked_for() -> None:
    pool = EnginePool(1, Fakes())
    with pytest.raises(ValueError, match="invalid literal"):
        await pool.run(1, HERE, int, "x")
    assert await pool.run(1, HERE, int, "7") == 7
    pool.close()


async def test_without_processes_nothing_is_thought() -> None:
    pool = EnginePool(0, Fakes())
    with pytest.raises(EngineDown):
        await pool.run(1, HERE, str, "work")
    pool.close()


async def test_who_waits_when_the_bot_ends_is_told() -> None:
    fakes = Fakes(free=False)
    pool = EnginePool(1, fakes)
    tasks = [asyncio.create_task(pool.run(who, HERE, str, "work")) for who in (1, 2)]
    await started(fakes)
    pool.close()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [EngineDown, EngineDown]
    assert [fake.ended for fake in fakes.processes] == [True]


async def test_a_process_without_work_ends_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.engine_pool.IDLE", 0.01)
    fakes = Fakes()
    pool = EnginePool(1, fakes)
    await pool.run(1, HERE, str, "work")
    async with asyncio.timeout(PATIENCE):
        while not fakes.processes[0].ended:  # noqa: ASYNC110  no one is told
            await asyncio.sleep(0.001)
    assert await pool.run(1, HERE, str, "more") == "more"
    assert len(fakes.processes) == 2
    pool.close()


def test_there_are_as_many_as_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.engine_pool.engine_processes", lambda: 2)
    assert EnginePool(start=Fakes()).size == 2
    assert EnginePool(7, Fakes()).size == 7


@pytest.mark.slow
async def test_a_real_process_thinks_and_is_killed_with_the_pool() -> None:
    processes = list[OwnProcess]()

    def start() -> OwnProcess:
        processes.append(OwnProcess())
        return processes[-1]

    pool, match = EnginePool(1, start), begin(Created(0, catalogue.game("bga-rim").data))
    thought = await pool.think(match, 3, 1, Place(None, 0))
    assert match.game.legal(match.position, thought.line[0])
    over = begin(Created(0, catalogue.game("larochelle").data, start="9/9/9/9/9/9/9/9/K8 d 0"))
    with pytest.raises(ValueError, match="over"):
        await pool.think(over, 3, 1, Place(None, 0))
    pool.close()
    assert len(processes) == 1


def test_a_huge_position_of_tabal_has_an_answer() -> None:
    game = catalogue.game("tabal")
    match = begin(Created(0, game.data, lot=None, start="qqq/QQ1/5/5/5/5/5/3/3 l 0"))
    assert not match.verdict
    thought = think(match.log, 2)
    assert match.game.legal(match.position, thought.line[0])
    assert match.after(Moved(match.turn, 0, thought.line[0]))


async def test_idle_work_is_done_while_no_one_waits_as_long_as_it_takes() -> None:
    fakes = Fakes(free=False)
    pool = EnginePool(1, fakes)
    assert pool.is_idle
    task = asyncio.create_task(pool.run_idle(str, "idle"))
    fake = await started(fakes)
    assert not pool.is_idle
    assert fake.until == [inf]
    fake.go.set()
    assert await task == "idle"
    assert pool.is_idle
    pool.close()


@pytest.mark.usefixtures("_unhurried")
async def test_idle_work_is_told_to_end_when_a_person_asks_who_waits_no_less() -> None:
    fakes = Fakes(free=False)
    pool = EnginePool(1, fakes)
    idle = asyncio.create_task(pool.run_idle(str, "idle"))
    fake = await started(fakes)
    person = asyncio.create_task(pool.run(1, HERE, str, "move"))
    await asyncio.sleep(0.01)
    assert fake.until[-1] <= monotonic()
    fake.go.set()
    assert await asyncio.gather(idle, person) == ["idle", "move"]
    assert fake.until[-1] - monotonic() > 1
    pool.close()


async def test_idle_work_is_not_begun_while_a_person_is_served() -> None:
    fakes = Fakes(free=False)
    pool = EnginePool(2, fakes)
    person = asyncio.create_task(pool.run(1, HERE, str, "move"))
    fake = await started(fakes)
    with pytest.raises(Stopped):
        await pool.run_idle(str, "idle")
    fake.go.set()
    await person
    pool.close()
    with pytest.raises(EngineDown):
        await pool.run_idle(str, "idle")
