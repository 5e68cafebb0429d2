"""Every rule set there is: those that players are offered, and the rest of the family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.catalogue import NAMES, every_name, game, restore
from games.tafl.presets import FAMILY
from games.tafl.record import to_data

if TYPE_CHECKING:
    from games.core import Game

PLAIN = tuple(dict.fromkeys((*NAMES, *FAMILY)))
EVERY = tuple(dict.fromkeys((*every_name(), *FAMILY)))


def rule_set(name: str) -> Game:
    """The game of this name."""
    return restore({"game": "tablut", **to_data(FAMILY[name])}) if name in FAMILY else game(name)
