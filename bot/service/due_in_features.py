"""Processes the due rows of a feature's tables: a slow or failing row doesn't delay the others."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from bot.service.faults import is_disk_failure
from bot.service.refusals import No, Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.model.times import Instant
    from bot.service.services import Services

log = logging.getLogger(__name__)

_AT_ONCE = 20  # of each kind, in one look
# Seconds until the next look at a row that failed or is unreadable, or whose server the bot has
# left.
LATER = 3600


class DueTables(Protocol):
    """A feature's tables whose rows have a time at which the bot must look at them."""

    async def due(self, now: Instant, most: int, /) -> Sequence[int]:
        """Return the numbers of up to `most` due rows."""
        ...

    async def put_off(self, number: int, now: Instant, later: Instant, /) -> None:
        """Set a later time for a row."""
        ...


async def process_each_due(
    services: Services, stored: DueTables, process: Callable[[Services, int], Awaitable[object]]
) -> None:
    """Process all due rows together; a failing row is put off and doesn't delay the others.

    If only the disk failed, no row is put off: the next heartbeat tries again.
    """
    now = services.now()

    async def failure(number: int) -> Exception | None:
        try:
            await process(services, number)
        except Exception as error:  # noqa: BLE001  raised below
            if isinstance(error, Refusal) and error.no is No.BUSY:  # players were faster
                return None
            if not is_disk_failure(error):
                await stored.put_off(number, now, now + LATER)
            return error
        return None

    failures = await asyncio.gather(*map(failure, await stored.due(now, _AT_ONCE)))
    if failed := [error for error in failures if error]:
        if all(map(is_disk_failure, failed)):
            raise failed[0]
        raise ExceptionGroup("could not look at all that is due", failed)


async def at_once(look: Awaitable[object]) -> None:
    """Process a row now instead of in a moment, so that the answer to a press shows the result.

    The press itself is done already. A failure is logged, and the next look tries again.
    """
    try:
        with suppress(Refusal):
            await look
    except Exception:
        log.exception("could not process due work at once")
