"""`konakis ratings rebuild`: recompute all ratings from the games.

Ratings follow only from the games, so this changes nothing if nothing is wrong.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.features.ratings.tables import RatingTables
from bot.service.balance import all_counted
from bot.store.errors import StoreError
from bot.store.store import open_store

if TYPE_CHECKING:
    from pathlib import Path


def rebuild(database: Path) -> int:
    """Recompute all ratings while no bot runs; return how many games counted."""
    if not database.exists():
        raise StoreError(f"There is no database at {database}.")
    return asyncio.run(_rebuild(database))


async def _rebuild(database: Path) -> int:
    async with open_store(database) as store:
        return await RatingTables(store.database).rebuild(all_counted().before_games)
