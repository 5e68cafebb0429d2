"""`konakis ratings rebuild`: work the ratings out again from all games.

They follow from the games alone, so it changes nothing where nothing is wrong.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.features.ratings.tables import RatingTables
from bot.store.errors import StoreError
from bot.store.store import open_store
from engine.balance import balance_of

if TYPE_CHECKING:
    from pathlib import Path


def rebuild(database: Path) -> int:
    """Do it while no bot runs; how many games counted."""
    if not database.exists():
        raise StoreError(f"There is no database at {database}.")
    return asyncio.run(_rebuild(database))


async def _rebuild(database: Path) -> int:
    async with open_store(database) as store:
        return await RatingTables(store.database).rebuild(balance_of)
