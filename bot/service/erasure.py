"""Erasing a person: whatever he has under way is ended as he would end it, then he is forgotten.

Law: each ending is a commit with what is to be said of it, and the forgetting is one more. Killed
anywhere in between, everything done is said, and asking once more does the rest.
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
    """Challenges are withdrawn or declined, games resigned; the others keep them without him."""

    async def case() -> None:
        await dismiss(house, player)
        while running := await house.store.running(player):  # of two games, the second comes then
            for each in running:
                with suppress(Illegal):  # it ended meanwhile
                    await resign(house, each.id, player)
        await house.store.erase(player)

    await retrying(case)
