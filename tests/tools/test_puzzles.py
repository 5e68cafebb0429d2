"""Making puzzles: they hold, and a run goes on where the last one ended."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003
from typing import TYPE_CHECKING

import pytest

from engine.puzzles import Kind, Puzzle, holds, read_puzzle
from tools import puzzles
from tools.__main__ import main
from tools.puzzles import Order, make

if TYPE_CHECKING:
    from collections.abc import Iterator


class Easy:
    """Makes a puzzle of the lowest grade of each game."""

    def __init__(self, rules: str) -> None:
        self.rules = rules

    def puzzles(self, seed: str, wanted: set[Kind]) -> Iterator[Puzzle]:
        """One, of a kind that is wanted."""
        yield Puzzle(0, self.rules, min(wanted), 2, 1, f"of game {seed}", ("a1", "a2"))


def test_a_third_of_the_puzzles_may_be_easy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "_Maker", Easy)
    assert len(list(make(Order("bga", count=6, games=20), tmp_path / "stock.txt"))) == 2


@pytest.mark.slow
def test_making_goes_on_where_it_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "stock.txt"
    few = ["--count", "1", "--games", "1", "--out", str(out)]
    assert main(["puzzles", "bga-rim", *few]) == 0
    lines = out.read_text().splitlines()
    assert lines
    assert all(holds(read_puzzle(1, line)) for line in lines)
    assert main(["puzzles", "bga-rim", *few]) == 0
    assert out.read_text().splitlines()[: len(lines)] == lines
    assert f"game 0: {lines[0]}" in capsys.readouterr().out
