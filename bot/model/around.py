"""The settings of who plays a match and of its server, as they were read for one post."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.model.people import Person, Player
    from bot.model.servers import Server


@dataclass(frozen=True, slots=True)
class Around:
    """Filled as it is read, and forgotten with its post: so none is out of date."""

    people: dict[Player, Person] = field(default_factory=dict["Player", "Person"])
    servers: dict[int, Server] = field(default_factory=dict[int, "Server"])
