"""`konakis erase`: erases a person who asked the host to, even while the bot runs.

Invariant: a running bot does this itself, as for a player: it finds the request in the database,
and continues after a restart if it was killed.
"""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import closing
from typing import TYPE_CHECKING

from bot.feature_list import EXTENSIONS
from bot.service import erasure
from bot.service.balance import all_counted
from bot.service.services import Services
from bot.store import rows, sql
from bot.store.connection import beside
from bot.store.errors import StoreError, refusing
from bot.store.personal_data import ERASURES, KEEP_ERASURE, Erasure
from bot.store.store import open_store
from games.core import Side

if TYPE_CHECKING:
    from pathlib import Path

    from bot.service.limits import Limits

_LEAST, _LARGEST = 2**22, 2**63  # the range of Discord IDs
_PATIENCE = 90  # seconds: three heartbeats of the bot
_LOOK = 0.2  # seconds
_LONGEST = 200  # characters
_ID = re.compile(r"[0-9]{15,}")


def erase(database: Path, limits: Limits, player: str, asked_by: str) -> bool:
    """Erase the person with this number; return False if the running bot has yet to do so."""
    if not player.isascii() or not player.isdecimal() or not _LEAST <= int(player) < _LARGEST:
        raise StoreError(f"{player} is not a Discord user ID.")
    if not database.exists():
        raise StoreError(f"There is no database at {database}.")
    wish = Erasure(int(player), _ID.sub("[id]", asked_by)[:_LONGEST], int(time.time()))
    try:
        asyncio.run(_erase(database, limits, wish))
    except StoreError:  # a running bot has it open
        return _ask(database, wish)
    return True


async def _erase(database: Path, limits: Limits, wish: Erasure) -> None:
    async with open_store(database, EXTENSIONS) as store:
        services = Services(
            *(store, lambda: int(time.time()), lambda: Side.DARK, limits),
            counted=all_counted(),
        )
        await erasure.erase(services, wish.player, wish.asked_by)


def _ask(database: Path, wish: Erasure) -> bool:
    """Ask the running bot to erase a person, and wait a while for that."""
    with refusing(database), closing(beside(database)) as db:
        db.execute(KEEP_ERASURE, rows.row_of(wish))
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            waiting = sql.many(db, ERASURES, {})
            if wish.player not in [row["player"] for row in waiting]:
                return True
            time.sleep(_LOOK)
    return False
