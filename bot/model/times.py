"""Times: instants, vacations, and how long data is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.pace import Absence

if TYPE_CHECKING:
    from bot.model.people import Player

Instant = int  # seconds since 1970, UTC


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time in which a player's clocks are stopped."""

    id: int  # 0 until it is stored
    player: Player
    start: Instant
    end: Instant  # the first second at which they run again

    def __post_init__(self) -> None:
        """Raise Contradiction if it ends before it begins."""
        Absence(None, self.start, self.end)


@dataclass(frozen=True, slots=True)
class Kept:
    """For each kind of data, the time before which it is cleared."""

    challenges: Instant  # by when it was made, if it was withdrawn, declined or has expired
    vacations: Instant  # by its end, if it stops no clock that still runs
    erased: Instant  # by when a person was erased
    servers: Instant  # by when a server was left: its settings, bars and log
    moderation: Instant  # by the time of an entry in a server's log
