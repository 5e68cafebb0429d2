"""Erasing a person: their challenges and games are ended, then their data is deleted.

Law: each ending is a commit with its posts, and the deletion is one more. Killed anywhere in
between, all that was done is posted, and asking again does the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.challenges import dismiss
from bot.service.house import retrying
from bot.service.play import resign
from bot.service.ports import BrokenMatch
from games.errors import Illegal

if TYPE_CHECKING:
    from bot.service.house import House
    from bot.service.model import Player


async def erase(house: House, player: Player) -> None:
    """Withdraw or decline their challenges, resign their games, delete all that names them."""

    async def case() -> None:
        await dismiss(house, player)
        broken: set[int] = set()
        while running := await _running(house, player, broken):  # the second of two comes later
            for number in running:
                try:
                    await resign(house, number, player)
                except Illegal:  # it ended meanwhile
                    continue
                except BrokenMatch:
                    broken.add(number)
        await house.store.erase(player)

    await retrying(case)


async def _running(house: House, player: Player, broken: set[int]) -> set[int]:
    """The numbers of the player's games that can be resigned."""
    return {each.id for each in await house.store.running(player)} - broken
