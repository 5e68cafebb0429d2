"""The running bot's state, for a host who watches it: whether it is ready, and its figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from bot.metrics import Metrics

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.model.times import Instant
    from bot.store.store import Counts


class Connected(Protocol):
    """The parts of a client that are used here."""

    def is_there(self) -> bool:
        """Whether Discord can reach the bot and the bot knows its servers."""
        ...

    @property
    def latencies(self) -> Sequence[tuple[int, float]]:
        """Return each connection's number, and how long the gateway takes to answer it."""
        ...


class Counting(Protocol):
    """The part of a store that is used here."""

    async def counts(self, now: Instant) -> Counts:
        """Return the sizes of the queues."""
        ...


class Monitor:
    """Answers questions about the running bot. `client`: the connected one."""

    def __init__(self, store: Counting, now: Callable[[], Instant]) -> None:
        self.metrics = Metrics()
        self.client: Connected | None = None
        self._store = store
        self._now = now

    @property
    def ready(self) -> bool:
        """Whether players can reach the bot."""
        return self.client is not None and self.client.is_there()

    async def exposition(self) -> bytes:
        """Return all figures, as they are now."""
        return self.metrics.exposition(
            ready=self.ready,
            latencies=self.client.latencies if self.client else (),
            counts=await self._store.counts(self._now()),
        )
