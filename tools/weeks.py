"""Puts the stock's puzzles in the order of the days: weeks from Monday, easy, to Sunday, hard.

Most days of a week have the usual rules, the others different ones in turn. Goes on where the file
ends, and changes no week that is there: so what was the puzzle of a day stays it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.puzzles import OLD_DAYS, USUAL, load, read_weeks

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from engine.puzzles import Puzzle

_GRADES = ((1,), (1, 2), (2,), (2,), (3,), (3,), (4, 5))  # of Monday to Sunday
_USUAL_DAYS = (0, 2, 4)  # Monday, Wednesday, Friday
_LEAST_USUAL = 4  # days of a week
_OTHER_DAYS = (1, 3, 6)  # one or two more are usual


def write_weeks(path: Path, stock: Sequence[Puzzle] | None = None) -> int:
    """Add as many weeks as the stock has puzzles for; how many."""
    weeks = read_weeks(path.read_text("utf-8"))
    new = [*_weeks(load() if stock is None else stock, weeks)]
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{' '.join(map(str, week))}\n" for week in new)
    return len(new)


@dataclass(slots=True)
class _Left:
    """The puzzles that have no day yet, in the order of the stock; and whose turn it is."""

    puzzles: list[Puzzle]
    last: dict[str, int] = field(default_factory=dict[str, int])  # when other rules had a day
    taken: int = 0

    def take(self, grades: Collection[int], *, usual: bool) -> Puzzle | None:
        """The next one of these grades, of the usual rules or those that had none for longest."""
        fit = [puzzle for puzzle in self._of(usual=usual) if puzzle.grade in grades]
        if not fit:
            return None
        puzzle = min(fit, key=lambda puzzle: (self.last.get(puzzle.rules, -1), puzzle.number))
        self.puzzles.remove(puzzle)
        self.taken += 1
        self.last[puzzle.rules] = self.taken
        return puzzle

    def count(self, grades: Collection[int], *, usual: bool) -> int:
        """How many there are of these grades."""
        return sum(puzzle.grade in grades for puzzle in self._of(usual=usual))

    def _of(self, *, usual: bool) -> Iterable[Puzzle]:
        return [puzzle for puzzle in self.puzzles if (puzzle.rules == USUAL) is usual]


def _weeks(stock: Sequence[Puzzle], known: Iterable[Sequence[int]]) -> Iterator[Sequence[int]]:
    """New weeks, as long as each day finds its puzzle."""
    used = {number for week in known for number in week}
    puzzles = [p for p in stock if p.number > OLD_DAYS and p.number not in used]
    left = _Left(puzzles)
    while True:
        usual = _usual_days(left)
        week = [left.take(grades, usual=day in usual) for day, grades in enumerate(_GRADES)]
        numbers = [puzzle.number for puzzle in week if puzzle]
        if len(usual) < _LEAST_USUAL or len(numbers) < len(_GRADES):
            return
        yield numbers


def _usual_days(left: _Left) -> Collection[int]:
    """Which days of the next week have the usual rules: where most such puzzles are left."""
    days = {day for day in _USUAL_DAYS if left.count(_GRADES[day], usual=True)}
    more = sorted(_OTHER_DAYS, key=lambda day: -left.count(_GRADES[day], usual=True))
    for day in more[: _LEAST_USUAL - len(days)]:
        if left.count(_GRADES[day], usual=True):
            days.add(day)
    return days
