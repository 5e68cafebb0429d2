"""What every handler is given: the house, the outbox, the pictures. Frozen; holds no game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.outbox import Outbox
    from bot.service.house import House
    from bot.ui.pictures import Pictures


@dataclass(frozen=True, slots=True)
class App:
    """The use cases with their house, whoever says what they decide, and whoever draws."""

    house: House
    outbox: Outbox
    pictures: Pictures
