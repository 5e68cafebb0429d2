"""What every use case needs: the store, the bell, the time, the lot. The cases stand beside it."""

from __future__ import annotations

from asyncio import CancelledError
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from bot.service.ports import Stale
from bot.service.refusals import No, Refusal
from bot.service.telling import tell_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.service.model import Challenge, Instant, Record
    from bot.service.ports import Change, Committed, Outbox, Store
    from games.core import Side

T = TypeVar("T")
_TRIES = 5  # how often one may come too late before being told that it is busy here


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one person may have; a host sets them."""

    challenges: int = 10  # open at a time
    games: int = 30  # at a time
    vacation: int = 30  # days in a calendar year


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How the house keeps time, in seconds."""

    heartbeat: int = 30  # between two signs of life
    gap: int = 60  # two that are further apart had a time between them when nobody reached us
    nap: float = 60  # the longest sleep: the machine's clock may be set meanwhile


USUAL = Rhythm()


@dataclass(frozen=True, slots=True)
class House:
    """Where things are kept, who says them, what time it is, and how lots fall."""

    store: Store
    outbox: Outbox
    now: Callable[[], Instant]
    draw_lot: Callable[[], Side]
    limits: Limits = Limits()
    rhythm: Rhythm = USUAL

    async def commit(self, change: Change, *more: Change) -> Committed:
        """Write it, then have it said; also when whoever asked does not wait for the answer."""
        try:
            committed = await self.store.commit(change, *more)
        except CancelledError:  # which does not hinder the store: it may be written
            self.outbox.wake()
            raise
        if any(each.posts for each in (change, *more)):
            self.outbox.wake()
        tell_of(change, committed.match)
        for each in more:
            tell_of(each)
        return committed

    async def challenge(self, number: int) -> Challenge:
        """One challenge; refuses when there is none."""
        found = await self.store.challenge(number)
        if found is None:
            raise Refusal(No.NO_SUCH_CHALLENGE)
        return found

    async def record(self, number: int) -> Record:
        """One match; refuses when there is none."""
        found = await self.store.record(number)
        if found is None:
            raise Refusal(No.NO_SUCH_GAME)
        return found


async def retrying(case: Callable[[], Awaitable[T]]) -> T:
    """Decide again on what is now true, whenever somebody else was faster."""
    for _ in range(_TRIES):
        try:
            return await case()
        except Stale:
            continue
    raise Refusal(No.BUSY)
