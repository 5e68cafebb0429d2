"""Looking at what is due in a feature, such as cups: none waits for another, or for its failure."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.model.times import Instant
    from bot.service.services import Services

_AT_ONCE = 20  # of a kind, in one look
_AFTER_FAILURE = 3600  # seconds


async def look_at_each(
    services: Services,
    due: Callable[[Instant, int], Awaitable[Sequence[int]]],
    look_at: Callable[[int], Awaitable[object]],
    put_off: Callable[[int, Instant, Instant], Awaitable[None]],
) -> None:
    """Look at those that are due, together. What fails is put off: it does not hide the others."""
    now = services.now()

    async def failure(number: int) -> Exception | None:
        try:
            await look_at(number)
        except Exception as error:  # noqa: BLE001  raised below
            await put_off(number, now, now + _AFTER_FAILURE)
            return error
        return None

    failures = await asyncio.gather(*map(failure, await due(now, _AT_ONCE)))
    if failed := [error for error in failures if error]:
        raise ExceptionGroup("could not look at all that is due", failed)
