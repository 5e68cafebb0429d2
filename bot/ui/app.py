"""What every handler is given: the house, the outbox, the pictures, the tallies. Holds no game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.tallies import Tallies

if TYPE_CHECKING:
    from bot.outbox import Outbox
    from bot.service.house import House
    from bot.ui.pictures import Pictures


@dataclass(frozen=True, slots=True)
class App:
    """The use cases with their house; whoever says what they decide, draws, and counts."""

    house: House
    outbox: Outbox
    pictures: Pictures
    tallies: Tallies = field(default_factory=Tallies)
