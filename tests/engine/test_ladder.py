"""The levels' ladder as it was measured: of these levels, even steps, and shown by its page."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.__main__ import main
from engine.ladder import measured, row, settings
from engine.levels import LEVELS

LADDERS = measured()
EVEN = ("bga-rim", "tabal")


@pytest.mark.parametrize("name", LADDERS)
def test_a_ladder_was_measured_with_the_levels_there_are(name: str) -> None:
    assert list(LADDERS[name].levels) == settings(name)
    assert 0 < len(LADDERS[name].steps) < len(LEVELS)


@pytest.mark.parametrize("name", LADDERS)
def test_no_level_is_weaker_than_the_one_below(name: str) -> None:
    assert all(step.score > 0.5 for step in LADDERS[name].steps)


@pytest.mark.parametrize("name", EVEN)
def test_steps_are_even_where_the_rules_are(name: str) -> None:
    assert len(LADDERS[name].steps) >= 6
    assert all(0.65 <= step.score <= 0.8 for step in LADDERS[name].steps)
    assert all(step.games >= 60 for step in LADDERS[name].steps)


def test_the_page_shows_the_ladders() -> None:
    page = (Path(__file__).parents[2] / "docs" / "LEVELS.md").read_text("utf-8")
    for name, found in LADDERS.items():
        assert row(name, found) in page


@pytest.mark.slow
def test_measuring_keeps_what_others_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "ladder.json"
    few = ["--games", "2", "--lowest", "1", "--highest", "2", "--out", str(out)]
    for rules in ("bga-rim", "brandubh"):
        assert main(["levels", rules, *few]) == 0
    found = measured(out)
    assert {name: [step.games for step in each.steps] for name, each in found.items()} == {
        "bga-rim": [2],
        "brandubh": [2],
    }
    assert found["bga-rim"].levels == settings("bga-rim")
    assert "bga-rim: level 2 against 1: +" in capsys.readouterr().out
