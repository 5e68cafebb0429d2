"""The settings that decide how a match is shown: its players' and its server's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.model.people import Person, Player
    from bot.model.servers import Server


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """The settings of a match's players and of its server at one moment."""

    people: Mapping[Player, Person]
    server: Server | None  # None: the match is played outside servers
