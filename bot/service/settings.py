"""The settings of a person. The store applies each change to what is stored at that moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.service.house import House
    from bot.service.model import Person, Player


async def change(house: House, player: Player, changed: Callable[[Person], Person]) -> Person:
    """Change the settings of a person; their matches are due anew where the reminder changed."""
    return await house.store.change_person(player, changed, house.now())
