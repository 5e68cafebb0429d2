"""The three seconds in which an interaction must be answered, kept by the sandbox's clock."""

import asyncio

from sandbox.world import asking
from sandbox.world.events import Event, Started
from sandbox.world.things import Interaction
from sandbox.world.world import World


class Deadlines:
    """Lets every interaction fail that has no answer in time."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = world.listen(self._hear)

    def close(self) -> None:
        """Wait for nothing any more."""
        self._stop()
        for task in self._tasks:
            task.cancel()

    def _hear(self, event: Event) -> None:
        if isinstance(event, Started):
            task = asyncio.get_running_loop().create_task(self._wait(event.interaction))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _wait(self, interaction: Interaction) -> None:
        await self._world.clock.until(interaction.born + asking.ANSWER_SECONDS)
        asking.expire(self._world, interaction.id)
