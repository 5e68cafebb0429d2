"""The rows of puzzles in a test's database, and a puzzle to keep there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.puzzles.model import Attempt, Puzzle
from bot.features.puzzles.tables import read_found

if TYPE_CHECKING:
    from tests.bot.store.tables import Tables


def found_puzzle(moves: str = "c1-c2", grade: int = 1) -> Puzzle:
    """A puzzle of brandubh that was found, without a number; the king is on c1."""
    text = "7/7/7/7/7/7/2K4 l 0"
    line = f"brandubh | win 2 | {grade} | {text} | {moves}"
    return Puzzle(0, "brandubh", "win", 2, grade, text, line)


def attempts(tables: Tables) -> dict[tuple[int, int], Attempt]:
    """Every attempt, by its player and its puzzle."""
    return {(attempt.player, attempt.puzzle): attempt for attempt in tables.all(Attempt, "attempt")}


def found_puzzles(tables: Tables) -> dict[int, Puzzle]:
    """The puzzles that were found in games."""
    return {puzzle.number: puzzle for puzzle in tables.all(read_found, "found_puzzle")}


def unsearched(tables: Tables) -> set[int]:
    """The games that nobody has searched for a puzzle yet."""
    return {row["match"] for row in tables.db.execute("SELECT * FROM unsearched")}
