"""Times: instants, vacations, and how long things are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.pace import Absence

if TYPE_CHECKING:
    from bot.model.people import Player

Instant = int  # seconds since 1970, UTC


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time in which a player's clocks stand still."""

    id: int  # 0 until it is stored
    player: Player
    start: Instant
    end: Instant  # the first second at which they run again

    def __post_init__(self) -> None:
        """Raise Contradiction where it ends before it begins."""
        Absence(None, self.start, self.end)


@dataclass(frozen=True, slots=True)
class Kept:
    """From when on things of each kind are kept; what is older is cleared."""

    challenges: Instant  # made then, and since withdrawn, declined or expired
    vacations: Instant  # that ended then, and stopped no clock that still runs
    erased: Instant  # that a person was erased then
    servers: Instant  # the settings, bars and logs of those that were left then
    moderation: Instant  # what is in the logs of servers since then
