"""Fail interactions that the bot does not answer in three seconds in which the sandbox runs."""

import asyncio

from sandbox.world import interactions
from sandbox.world.events import Event, InteractionSent
from sandbox.world.model import Interaction
from sandbox.world.world import World


class Deadlines:
    """Fails every interaction without an answer in time."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = world.subscribe(self._on_event)

    def close(self) -> None:
        """Stop waiting."""
        self._stop()
        for task in self._tasks:
            task.cancel()

    def _on_event(self, event: Event) -> None:
        if isinstance(event, InteractionSent):
            task = asyncio.get_running_loop().create_task(self._wait(event.interaction))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _wait(self, interaction: Interaction) -> None:
        await self._world.clock.run_for(interactions.ANSWER_SECONDS)
        interactions.expire(self._world, interaction.id)
