"""Looks for a puzzle in each game that two people finished, while the engine is idle.

Invariant: each game is searched once. Noting that and storing the result is one transaction; after
a kill before that, the game still waits. A search ends as soon as a person needs the engine, and is
repeated later. A stored puzzle doesn't say whose game it comes from.
"""

from __future__ import annotations

import logging
from asyncio import sleep
from typing import TYPE_CHECKING

from bot.engine_pool import own
from bot.features.puzzles.model import Book, Puzzle
from bot.features.puzzles.tables import PuzzleTables
from bot.service.faults import is_disk_failure
from engine.limits import Stopped
from engine.puzzles.finding import find
from engine.tafl_rules import Unsupported
from games import catalogue
from games.errors import GameError
from games.match import fold

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.engine_pool import EnginePool
    from bot.service.services import Services
    from engine import puzzles
    from games.events import Event

log = logging.getLogger(__name__)

_PAUSE = 5.0  # seconds between two games
_IDLE = 60.0  # seconds until the next look if no game waits
_AT_ONCE = 100  # waiting games to read; searching stops when as many have failed


class PuzzleFinder:
    """Looks for puzzles with this pool of engines."""

    def __init__(self, pool: EnginePool) -> None:
        self._pool = pool
        self._failed: set[int] = set()  # matches that wait until the next start of the bot

    async def run(self, services: Services) -> None:
        """Look for puzzles until cancelled."""
        pause = _PAUSE
        while self._pool.size:
            await sleep(pause)
            try:
                pause = _PAUSE if await self.look(services) else _IDLE
            except Exception:  # such as a full disk: the next look may succeed
                log.exception("could not read which games to search for puzzles")

    async def look(self, services: Services) -> bool:
        """Search the game waiting longest, unless a person needs the engine. False: none waits."""
        if not self._pool.is_idle:
            return True
        waiting = await PuzzleTables(services.store.database).unsearched(_AT_ONCE)
        number = next((game for game in waiting if game not in self._failed), None)
        if number is None:
            return False
        try:
            await PuzzleTables(services.store.database).keep_found(
                number, await self._found(services, number)
            )
        except Stopped:
            pass
        except Exception as error:
            if is_disk_failure(error):  # not the game's fault
                raise
            self._failed.add(number)
            log.exception("could not search for puzzles in game %s", number)
        return True

    async def _found(self, services: Services, number: int) -> Puzzle | None:
        """Find the puzzle in a game; if there is one."""
        record = await services.record(number)
        book = services.state(Book)
        if book is None:
            return None
        rules = record.match.game.name
        stock = frozenset(puzzle.text for puzzle in book.puzzles if puzzle.rules == rules)
        puzzle = await self._pool.run_idle(puzzle_in, record.match.log, stock)
        return puzzle and told(puzzle)


def puzzle_in(log: tuple[Event, ...], known: Collection[str]) -> puzzles.Puzzle | None:
    """Find the puzzle in a match with these events; runs in an engine process.

    None also if the rules have changed since, or the engine can't prove wins in them.
    """
    match = fold(log)
    try:
        if not catalogue.is_current(match.game):
            return None
        return find(match.game.name, match.positions, known, own().is_over)
    except (Unsupported, GameError):
        return None


def told(puzzle: puzzles.Puzzle) -> Puzzle:
    """Convert the engine's puzzle to the value that this feature stores."""
    return Puzzle(
        puzzle.number,
        puzzle.rules,
        puzzle.kind,
        puzzle.moves,
        puzzle.grade,
        puzzle.text,
        puzzle.line,
    )
