"""Erasing a person: their challenges and games are ended, then their data is deleted.

Law: each ending is a commit with its posts, and the deletion is one more. Killed anywhere in
between, all that was done is posted, and asking again does the rest.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.service.challenges import dismiss
from bot.service.house import retrying
from bot.service.play import resign
from games.errors import Illegal

if TYPE_CHECKING:
    from bot.service.house import House
    from bot.service.model import Player


async def erase(house: House, player: Player) -> None:
    """Withdraw or decline their challenges, resign their games, delete all that names them."""

    async def case() -> None:
        await dismiss(house, player)
        while running := await house.store.running(player):  # the second of two games comes later
            for each in running:
                with suppress(Illegal):  # it ended meanwhile
                    await resign(house, each.id, player)
        await house.store.erase(player)

    await retrying(case)
