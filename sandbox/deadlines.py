"""Fail interactions that the bot does not answer in time: Discord waits for three seconds."""

import asyncio

from sandbox.clock import Moment
from sandbox.world import interactions
from sandbox.world.events import Event, InteractionChanged, InteractionSent
from sandbox.world.model import Interaction
from sandbox.world.world import World


class Deadlines:
    """Fails every interaction without an answer after so many seconds in which the sandbox runs."""

    def __init__(self, world: World, seconds: float) -> None:
        self.seconds = seconds
        self._world = world
        self._tasks: dict[str, asyncio.Task[None]] = {}  # of those that wait for their answer
        self._stop = world.subscribe(self._on_event)

    def close(self) -> None:
        """Stop waiting."""
        self._stop()
        for task in self._tasks.values():
            task.cancel()

    def _on_event(self, event: Event) -> None:
        if isinstance(event, InteractionSent):
            sent, interaction = self._world.clock.moment(), event.interaction
            waiting = asyncio.get_running_loop().create_task(self._expire(interaction, sent))
            self._tasks[interaction.id] = waiting
        elif isinstance(event, InteractionChanged) and (
            task := self._tasks.pop(event.interaction.id, None)
        ):
            task.cancel()

    async def _expire(self, interaction: Interaction, sent: Moment) -> None:
        await self._world.clock.run_for(self.seconds, sent)
        interactions.expire(self._world, interaction.id)
