"""Looking at what is due in a feature, such as cups: none waits for another, or for its failure."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.model.times import Instant
    from bot.service.services import Services

_AT_ONCE = 20  # of a kind, in one look
# Seconds until one is looked at again that failed, is unreadable, or whose server the bot has left.
LATER = 3600


class Due(Protocol):
    """The tables of a feature in which things are due."""

    async def due(self, now: Instant, most: int, /) -> Sequence[int]:
        """The numbers of up to so many that are to be looked at."""
        ...

    async def put_off(self, number: int, now: Instant, later: Instant, /) -> None:
        """Look at this one only later."""
        ...


async def look_at_each(
    services: Services, stored: Due, look_at: Callable[[Services, int], Awaitable[object]]
) -> None:
    """Look at those that are due, together. What fails is put off: it does not hide the others."""
    now = services.now()

    async def failure(number: int) -> Exception | None:
        try:
            await look_at(services, number)
        except Exception as error:  # noqa: BLE001  raised below
            await stored.put_off(number, now, now + LATER)
            return error
        return None

    failures = await asyncio.gather(*map(failure, await stored.due(now, _AT_ONCE)))
    if failed := [error for error in failures if error]:
        raise ExceptionGroup("could not look at all that is due", failed)
