"""The order of the days: weeks are added as long as the stock lasts, and none is changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.puzzles import USUAL, by_place, read_weeks
from tools.__main__ import main
from tools.weeks import write_weeks

FILE = Path(__file__).parents[2] / "engine" / "puzzles" / "weeks.txt"


def test_the_weeks_are_those_that_the_stock_makes(tmp_path: Path) -> None:
    file = tmp_path / "weeks.txt"
    file.write_text("# Weeks\n", "utf-8")
    assert main(["weeks", "--out", str(file)]) == 0
    text = file.read_text("utf-8")
    assert read_weeks(text) == read_weeks(FILE.read_text("utf-8"))
    assert write_weeks(file) == 0
    assert file.read_text("utf-8") == text


def test_what_is_new_in_the_stock_makes_weeks_after_those_there_are(tmp_path: Path) -> None:
    file, stock = tmp_path / "weeks.txt", by_place()
    grades = [1, 2, 2, 2, 3, 3, 4]
    more = [
        replace(stock[0], number=len(stock) + 1 + i, grade=grade, rules=rules)
        for i, (grade, rules) in enumerate(
            (grade, rules) for rules in (USUAL, "bga") for grade in grades
        )
    ]
    file.write_text(FILE.read_text("utf-8"), "utf-8")
    assert write_weeks(file, [*stock, *more]) > 0
    old, new = read_weeks(FILE.read_text("utf-8")), read_weeks(file.read_text("utf-8"))
    assert new[: len(old)] == old
    numbers = [number for week in new for number in week]
    assert len(set(numbers)) == len(numbers)
