"""Puzzles sought in finished games: found and kept once, never while people need the engine."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from bot.engine_pool import EnginePool
from bot.features.puzzles.finder import PuzzleFinder, puzzle_in, told
from bot.features.puzzles.model import FOUND, Book
from bot.features.puzzles.stock import book
from bot.features.puzzles.tables import PuzzleTables
from bot.service.play import make_move, resign
from bot.store.errors import DiskFull
from engine.limits import Stopped
from engine.puzzles import holds, solution
from engine.puzzles.finding import find
from engine.tafl_rules import Unsupported
from games.events import Created
from tests.bot.features.puzzles.kept import found_puzzles, unsearched
from tests.bot.service.parlour import ANNA, Parlour

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from bot.service.services import Services
    from engine.puzzles import Puzzle
    from games.core import Position

RULES = "larochelle+attackers-first"
GAME = "d1-d2 c5-c1 d2-c2 f5-f6 c2-c3 g5-g1 h5-g5 e5-f5 a4-c4 g1-g4 g5-g6 f6-f8 i5-h5 e6-d6"
TEXT = "3ttt3/4t4/4T4/t3TTt1t/tt1T1K2t/2t1T1T1t/2t1T4/4t4/2T1tt3 l 0"
ANSWER = ("f5", "h5")


@dataclass
class Pool:
    """The engine's processes, here; or they are busy, or fail."""

    size: int = 1
    is_idle: bool = True
    fails: Exception | None = None
    asked: list[Callable[..., Any]] = field(default_factory=list[Any])

    async def run_idle(self, work: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401  what the work returns
        """Do the work."""
        self.asked.append(work)
        await asyncio.sleep(0)
        if self.fails:
            raise self.fails
        return work(*args)


class Club(Parlour):
    """A parlour in which a game ends that contains a puzzle."""

    def __init__(self, parlour: Parlour) -> None:
        super().__init__(parlour.store, parlour.tables)
        self.pool = Pool()
        self.finder = PuzzleFinder(self.pool)  # type: ignore[arg-type]

    @property
    def services(self) -> Services:
        """As the use cases want it."""
        return replace(super().services, states={Book: book()})

    async def play(self) -> int:
        """The game, to its end; its number."""
        record = await self.begun(rules=RULES)
        for move in GAME.split():
            path = tuple(move.split("-"))
            record = await make_move(
                self.services, record.id, record.player(record.match.turn), path
            )
        await resign(self.services, record.id, ANNA)
        return record.id

    @property
    def texts(self) -> list[str]:
        """The positions that were found."""
        return [puzzle.text for puzzle in found_puzzles(self.tables).values()]


@cache
def puzzle_of(rules: str, positions: tuple[Position, ...], known: frozenset[str]) -> Puzzle | None:
    """The puzzle of a game. It is sought once for all tests: that takes half a second."""
    return find(rules, positions, known, lambda: False)


@pytest.fixture
def club(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> Club:
    """An empty one."""

    def once(
        rules: str, positions: Sequence[Position], known: Collection[str], _: object
    ) -> Puzzle | None:
        return puzzle_of(rules, tuple(positions), frozenset(known))

    monkeypatch.setattr("bot.features.puzzles.finder.find", once)
    return Club(parlour)


async def test_the_puzzle_of_a_game_is_found_and_kept(club: Club) -> None:
    await club.play()
    await club.finder.look(club.services)
    puzzle = found_puzzles(club.tables)[FOUND + 1]
    assert (puzzle.rules, puzzle.kind, puzzle.moves, puzzle.grade) == (RULES, "win", 2, 1)
    assert puzzle.text == TEXT
    assert solution(puzzle.line)[0] == ANSWER
    assert unsearched(club.tables) == set()
    await club.finder.look(club.services)
    assert len(club.pool.asked) == 1


async def test_the_same_position_is_kept_once(club: Club) -> None:
    for _ in range(2):
        await club.play()
        await club.finder.look(club.services)
    assert club.texts == [TEXT]
    assert unsearched(club.tables) == set()


async def test_none_is_sought_while_people_need_the_engine(club: Club) -> None:
    await club.play()
    club.pool.is_idle = False
    await club.finder.look(club.services)
    assert club.pool.asked == []
    club.pool.is_idle, club.pool.fails = True, Stopped()
    await club.finder.look(club.services)  # a person came in between
    assert (club.texts, len(club.pool.asked)) == ([], 1)
    club.pool.fails = None
    await club.finder.look(club.services)
    assert club.texts == [TEXT]


async def test_a_game_that_fails_is_left_and_logged_once(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await club.play(), await club.play()
    club.pool.fails = RuntimeError("a mistake")
    await club.finder.look(club.services)
    club.pool.fails = None
    for _ in range(2):
        await club.finder.look(club.services)
    assert club.texts == [TEXT]
    assert unsearched(club.tables) == {first}
    (line,) = [entry.getMessage() for entry in caplog.records]
    assert line == f"could not search for puzzles in game {first}"
    assert second != first
    again = PuzzleFinder(club.pool)  # type: ignore[arg-type]
    await again.look(club.services)  # after a restart
    assert unsearched(club.tables) == set()


async def test_a_full_disk_is_no_fault_of_the_games(club: Club) -> None:
    await club.play()
    club.pool.fails = DiskFull("The disk is full.")
    with pytest.raises(DiskFull):
        await club.finder.look(club.services)
    club.pool.fails = None
    await club.finder.look(club.services)
    assert club.texts == [TEXT]


async def test_what_the_stock_has_is_not_found_again(club: Club) -> None:
    number = await club.play()
    log = (await club.services.record(number)).match.log
    puzzle = puzzle_in(log, ())
    assert puzzle
    assert puzzle.text == TEXT
    assert holds(puzzle)
    assert told(puzzle).line == puzzle.line
    other = puzzle_in(log, {TEXT})
    assert other is None or other.text != TEXT


async def test_rules_that_have_changed_since_bring_none(club: Club) -> None:
    log = (await club.services.record(await club.play())).match.log
    assert isinstance(log[0], Created)
    old = replace(log[0], rules={**log[0].rules, "name": "bga"})  # bga was this once
    unknown = replace(log[0], rules={**log[0].rules, "name": "gone"})
    for created in (old, unknown):
        assert puzzle_in((created, *log[1:]), ()) is None


async def test_rules_in_which_no_win_can_be_proved_bring_none(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(*_: object) -> None:
        raise Unsupported("such rules")

    monkeypatch.setattr("bot.features.puzzles.finder.find", find)
    assert puzzle_in((await club.services.record(await club.play())).match.log, ()) is None


async def test_it_looks_until_it_is_told_to_stop(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.features.puzzles.finder._PAUSE", 0.001)
    await club.play()
    broken = PuzzleTables.unsearched
    fails = [OSError("disk full")]

    async def unsearched(tables: PuzzleTables, most: int) -> object:
        if fails:
            raise fails.pop()
        return await broken(tables, most)

    monkeypatch.setattr(PuzzleTables, "unsearched", unsearched)
    task = asyncio.create_task(club.finder.run(club.services))
    async with asyncio.timeout(60):
        while not club.texts:  # noqa: ASYNC110  no one is told
            await asyncio.sleep(0.001)
    task.cancel()
    assert "could not read which games to search" in caplog.text


async def test_without_processes_it_does_not_look(club: Club) -> None:
    await PuzzleFinder(EnginePool(0)).run(club.services)
    assert club.texts == []
