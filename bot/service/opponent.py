"""The engine as an opponent: moves when it is its turn, and gives hints to its opponents."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.service.engine import EngineDown
from bot.service.practice import answer
from bot.service.refusals import No, Refusal

if TYPE_CHECKING:
    from bot.model.people import Player
    from bot.model.servers import Place
    from bot.service.engine import Engine, Thought
    from bot.service.services import Services
    from games.match import Match

log = logging.getLogger(__name__)

_LOOK = 30  # seconds between two looks if nothing wakes it


class EngineOpponent:
    """Makes the engine's moves while `run` runs, and answers players' questions."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._services: Services | None = None
        self._waking = asyncio.Event()
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._failing: set[int] = set()  # matches; each is logged once
        self._asked: dict[Player, tuple[Match, asyncio.Task[Thought]]] = {}

    def wake(self) -> None:
        """Look for matches that wait for the engine, since one was written."""
        self._waking.set()

    async def run(self, services: Services) -> None:
        """Make the engine's moves until cancelled."""
        self._services = services
        try:
            while self.engine.size:
                self._waking.clear()
                await self._look(services)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK):
                        await self._waking.wait()
        finally:
            tasks = [*self._under_way.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self, services: Services) -> None:
        """Start a move in each match that waits for the engine."""
        try:
            for number in await services.store.matches.engine_to_move():
                self._start(services, number)
        except Exception:  # perhaps a full disk: the next look may succeed
            log.exception("could not read which games wait for the engine")

    async def answer(self, number: int) -> None:
        """Wait until the engine has moved in this match, if it must; raise EngineDown if it can't.

        A move in progress may have started before the newest event, so another one follows it.
        """
        if self._services is None or not self.engine.size:
            raise EngineDown
        if under_way := self._under_way.get(number):
            await asyncio.wait([under_way])
        await asyncio.shield(self._start(self._services, number))

    async def advise(self, match: Match, player: Player, place: Place) -> Thought:
        """Think about a position, only once if asked twice; one question per player at a time."""
        about, task = self._asked.get(player, (match, None))
        if about.log != match.log:
            raise Refusal(No.THINKING)
        if task is None:
            task = asyncio.create_task(self._think(match, player, place))
            self._asked[player] = match, task
        return await asyncio.shield(task)

    async def _think(self, match: Match, player: Player, place: Place) -> Thought:
        try:
            return await self.engine.think(match, 0, player, place)
        finally:
            del self._asked[player]

    def _start(self, services: Services, number: int) -> asyncio.Task[None]:
        if number not in self._under_way:
            task = asyncio.create_task(answer(services, self.engine, number))
            self._under_way[number] = task
            task.add_done_callback(lambda done: self._done(number, done))
        return self._under_way[number]

    def _done(self, number: int, task: asyncio.Task[None]) -> None:
        """Note that the engine's move was made or failed; log a failure once per game."""
        del self._under_way[number]
        error = None if task.cancelled() else task.exception()
        if error is None:
            self._failing.discard(number)
        elif number not in self._failing:
            self._failing.add(number)
            log.error("the engine could not move in game %s", number, exc_info=error)
