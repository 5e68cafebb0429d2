"""What happens because time passes. The store knows the deadlines; nothing is kept in memory."""

from __future__ import annotations

import logging
from asyncio import sleep
from typing import TYPE_CHECKING

from bot.service.challenges import expire

if TYPE_CHECKING:
    from bot.service.house import House

log = logging.getLogger(__name__)

_EVERY = 60  # seconds; short, since the machine may sleep or its clock be set


async def tick(house: House) -> None:
    """Look again and again, until cancelled."""
    while True:
        try:
            await expire(house)
        except Exception:  # the next look may do better
            log.exception("could not look what is due")
        await sleep(_EVERY)
