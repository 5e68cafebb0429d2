"""What each feature adds to the store. A part of the composition: nothing else lists features."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.lessons import tables as lessons
from bot.features.puzzles import tables as puzzles
from bot.features.ratings import standings_tables as standings
from bot.features.ratings import tables as ratings
from bot.features.review import tables as review
from bot.features.turn_list import tables as turn_list
from engine.balance import balance_of

if TYPE_CHECKING:
    from bot.service.balance import Balance
    from bot.store.extension import Extension


def extensions(balance: Balance) -> tuple[Extension, ...]:
    """All of them. `balance`: how rule sets lean before a game of theirs has counted."""
    return (
        turn_list.EXTENSION,
        ratings.extension(balance),
        standings.EXTENSION,
        puzzles.EXTENSION,
        lessons.EXTENSION,
        review.EXTENSION,
    )


EXTENSIONS = extensions(balance_of)
