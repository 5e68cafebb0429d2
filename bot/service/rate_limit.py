"""Rate limits: a token bucket per person, and few requests at a time, so that others never wait.

Invariant: everything is kept in memory and stays small; a request refused here has done nothing.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from bot.model.people import Player

EXPORT = 15  # all of a person's games as a file: seconds of work, if they are very many
TYPED = 0.2  # the cost of a letter typed into an option: Discord asks for its completion
_BURST = 3  # the bucket holds the requests of a third of a minute
_CALM = 3  # seconds without a request until a person who was refused gets another warning
_AT_ONCE = 2  # requests of one person in progress; more must wait for these
# At most 400 per second for one person: Discord takes answers for three seconds.
_REFUSED_AT_ONCE, _REFUSED_PAUSE = 20, 0.05
_LONGEST_WAIT = 1.0  # seconds, after which a request proceeds anyway
_REMEMBERED = 10_000  # persons


class Admission(Enum):
    """The outcome of a request."""

    ADMITTED = auto()
    REFUSED = auto()  # the first one of a flood: the person is warned
    IGNORED = auto()  # the person was warned already: the shortest answer will do


@dataclass(slots=True)
class _Bucket:
    filled: float  # the time up to which tokens were added
    tokens: float
    warned: bool = False
    places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_AT_ONCE))
    refused: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_REFUSED_AT_ONCE))


class RateLimit:
    """The buckets of people with recent requests; `rate`: requests per minute."""

    def __init__(self, rate: int, now: Callable[[], float] = monotonic) -> None:
        self._refill = rate / 60
        self._capacity = max(1.0, rate / _BURST)
        self._now = now
        self._buckets: OrderedDict[Player, _Bucket] = OrderedDict()  # by their last request

    def admit(self, player: Player, cost: float = 1) -> Admission:
        """Take tokens for a request; REFUSED once if there are too few, then IGNORED.

        A flood that continues gets no further warning, although a token comes back now and then. A
        request that costs more than the bucket holds takes all of it.
        """
        bucket, cost = self._bucket(player), min(cost, self._capacity)
        if bucket.tokens >= self._refill * _CALM:
            bucket.warned = False
        if bucket.tokens >= cost:
            bucket.tokens -= cost
            return Admission.ADMITTED
        warned = bucket.warned or cost < 1  # a completion has no room for a sentence
        bucket.warned = bucket.warned or not warned
        return Admission.IGNORED if warned else Admission.REFUSED

    @asynccontextmanager
    async def turn(self, player: Player) -> AsyncGenerator[None]:
        """Work on a request of this person, with few others of theirs at the same time."""
        places = self._bucket(player).places
        try:
            async with asyncio.timeout(_LONGEST_WAIT if places.locked() else None):
                await places.acquire()
        except TimeoutError:
            yield
            return
        try:
            yield
        finally:
            places.release()

    @asynccontextmanager
    async def refusing(self, player: Player) -> AsyncGenerator[None]:
        """Answer a refused request.

        At most a number of a person's at a time, so that others go first.
        """
        async with self._bucket(player).refused:
            yield
            await asyncio.sleep(_REFUSED_PAUSE)

    def _bucket(self, player: Player) -> _Bucket:
        """Return the person's bucket, filled up to now."""
        now = self._now()
        bucket = self._buckets.get(player)
        if bucket is None:
            bucket = self._buckets[player] = _Bucket(now, self._capacity)
        self._buckets.move_to_end(player)
        bucket.tokens = min(self._capacity, bucket.tokens + self._refill * (now - bucket.filled))
        bucket.filled = now
        while len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket
