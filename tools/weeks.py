"""Puts the stock's puzzles in the order of the days: weeks from Monday, easy, to Sunday, hard.

Easy and medium days have the usual rules, until no such puzzle is left; all other rules share the
days by how many puzzles they have. Goes on where the file ends and changes no week that is there,
so a day keeps its puzzle.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.puzzles import USUAL, by_place, read_weeks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from engine.puzzles import Puzzle

_GRADES = ((1,), (1, 2), (2,), (2,), (3,), (3,), (4, 5))  # of Monday to Sunday
_MEDIUM = 2  # the hardest grade of a medium day


def write_weeks(path: Path, stock: Sequence[Puzzle] | None = None) -> int:
    """Add as many weeks as the stock has puzzles for; how many."""
    known = {number for week in read_weeks(path.read_text("utf-8")) for number in week}
    left = [p for p in (by_place() if stock is None else stock) if p.number not in known]
    new = [*_weeks(left)]
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{' '.join(str(puzzle.number) for puzzle in week)}\n" for week in new)
    return len(new)


def _weeks(left: list[Puzzle]) -> Iterator[Sequence[Puzzle]]:
    """Weeks, as long as each day finds its puzzle."""
    stock = Counter(puzzle.rules for puzzle in left)
    while True:
        week: list[Puzzle] = []
        for grades in _GRADES:
            fit = [puzzle for puzzle in left if puzzle.grade in grades]
            if not fit:
                return
            usual = [puzzle for puzzle in fit if puzzle.rules == USUAL and puzzle.grade <= _MEDIUM]
            week.append(_next(usual or fit, Counter(puzzle.rules for puzzle in left), stock))
            left.remove(week[-1])
        yield week


def _next(fit: Sequence[Puzzle], left: Counter[str], stock: Counter[str]) -> Puzzle:
    """The first puzzle by the rules that have most of theirs left."""
    return min(fit, key=lambda one: (-left[one.rules] / stock[one.rules], one.number))
