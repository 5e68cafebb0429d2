"""The levels' ladder as it was measured: of these levels, even steps, and shown by its page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import ladder
from engine.__main__ import main
from engine.ladder import measured, row, settings, steps_of, write
from engine.levels import LEVELS
from engine.match import Tally

LADDERS = measured()
EVEN = {
    "bga-rim": 7,
    "tabal": 7,
    "larochelle+goal-corners+king-steps": 7,
    "brandubh": 7,
    "copenhagen": 5,
}


@pytest.mark.parametrize("name", LADDERS)
def test_a_ladder_was_measured_with_the_levels_there_are(name: str) -> None:
    assert list(LADDERS[name].levels) == settings(name)
    assert 0 < len(LADDERS[name].steps) < len(LEVELS)


@pytest.mark.parametrize("name", LADDERS)
def test_no_level_is_weaker_than_the_one_below(name: str) -> None:
    assert all(step.score > 0.5 for step in LADDERS[name].steps)


@pytest.mark.parametrize("name", EVEN)
def test_steps_are_even_where_the_rules_are(name: str) -> None:
    assert len(LADDERS[name].steps) >= EVEN[name]
    assert all(0.65 <= step.score <= 0.8 for step in LADDERS[name].steps)
    assert all(step.games >= 60 for step in LADDERS[name].steps)


def test_the_page_shows_the_ladders() -> None:
    page = (Path(__file__).parents[2] / "docs" / "LEVELS.md").read_text("utf-8")
    for name, found in LADDERS.items():
        assert row(name, found) in page


def test_steps_are_kept_above_those_that_were_played(tmp_path: Path) -> None:
    out = tmp_path / "ladder.json"
    one, two, three = (Tally(won, 0, 1) for won in (1, 2, 3))
    write(out, "bga", [one, two])
    write(out, "bga", [three], lowest=2)
    assert steps_of(measured(out)["bga"]) == [[1, 0, 1], [3, 0, 1]]
    with pytest.raises(ValueError, match="below 4"):
        write(out, "bga", [one], lowest=4)


def test_steps_that_cannot_be_kept_are_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "ladder", None)
    arguments = ["--lowest", "6", "--out", str(tmp_path / "ladder.json")]
    with pytest.raises(ValueError, match="below 6"):
        main(["levels", "bga", *arguments])


def test_a_ladder_is_measured_anew_when_its_lowest_level_has_changed(tmp_path: Path) -> None:
    out = tmp_path / "ladder.json"
    old = [[1, None, 1.0, 0.5], *settings("bga")[1:]]
    out.write_text(json.dumps({"bga": {"steps": [[3, 0, 1]], "levels": old}}), "utf-8")
    write(out, "bga", [Tally(2, 0, 1)])
    assert steps_of(measured(out)["bga"]) == [[2, 0, 1]]
    assert list(measured(out)["bga"].levels) == settings("bga")


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
