"""Features' parts of the stores of tests: rule sets lean to no side before a game has counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.feature_list import EXTENSIONS as OF_THE_PROGRAM
from bot.features.ratings import tables as ratings
from bot.service.balance import even

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from bot.model.people import Player
    from bot.service.balance import Balance
    from bot.store.extension import Extension


def extensions(balance: Balance) -> tuple[Extension, ...]:
    """All of them. `balance`: how rule sets lean before a game of theirs has counted."""
    rated = ratings.extension(balance)
    return tuple(
        rated if extension is ratings.EXTENSION else extension for extension in OF_THE_PROGRAM
    )


EXTENSIONS = extensions(even)


def shown_of(db: sqlite3.Connection, player: Player) -> dict[str, Sequence[object]]:
    """Return the features' data about a person, by name."""
    shown: dict[str, Sequence[object]] = {}
    for extension in EXTENSIONS:
        if extension.personal_data:
            shown.update(extension.personal_data(db, player))
    return shown
