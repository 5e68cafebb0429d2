"""Refusals of puzzles, hints and solutions."""

from __future__ import annotations

from enum import auto

from bot.service.refusals import AnyNo


class PuzzleNo(AnyNo):
    """Reasons of this feature only."""

    NO_PUZZLES = auto()  # the host has turned the engine off
    NO_SUCH_PUZZLE = auto()
    NO_MORE_PUZZLES = auto()
    NO_EASIER_PUZZLES = auto()
    PUZZLE_TO_COME = auto()  # last: the end of its day
    DAY_TO_COME = auto()
    NO_PUZZLE_THEN = auto()  # day: the first one's
    WHICH_PUZZLE_DAY = auto()  # text; today
    TRY_FIRST = auto()
    NOT_SOLVED = auto()
