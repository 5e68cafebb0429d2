"""The stock of puzzles that comes with the program."""

from __future__ import annotations

from functools import cache

from bot.features.puzzles.finder import told
from bot.features.puzzles.model import Book
from engine import puzzles


@cache
def book() -> Book:
    """Return the stock, the puzzles of days, and the functions that judge moves."""
    return Book(
        [*map(told, puzzles.load())],
        puzzles.FIRST_DAY,
        lambda day: puzzles.of_day(day).number,
        puzzles.cycle(),
        puzzles.follow,
        puzzles.solution,
        puzzles.threat,
    )
