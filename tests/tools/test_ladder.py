"""The ladder: played, and written beside what others wrote."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from engine.ladder import Tally, ladders, settings
from tools import ladder
from tools.__main__ import main
from tools.ladder import Plan, describe, write

if TYPE_CHECKING:
    from pathlib import Path


def test_steps_are_written_above_those_that_were_played(tmp_path: Path) -> None:
    out = tmp_path / "ladder.json"
    one, two, three = (Tally(won, 0, 1) for won in (1, 2, 3))
    write(out, "bga", [one, two])
    write(out, "bga", [three], lowest=2)
    assert ladders(out)["bga"].steps == [one, three]
    with pytest.raises(ValueError, match="below 4"):
        write(out, "bga", [one], lowest=4)


def test_steps_above_those_that_were_played_stay_with_their_levels(tmp_path: Path) -> None:
    out = tmp_path / "ladder.json"
    one, two, three, four = (Tally(won, 0, 1) for won in (1, 2, 3, 4))
    write(out, "bga", [one, two, three])
    write(out, "bga", [four])
    assert ladders(out)["bga"].steps == [four, two, three]
    text = json.loads(out.read_text("utf-8"))
    text["bga"]["levels"][3] = [1, None, 1.0, 0.5]
    out.write_text(json.dumps(text), "utf-8")
    write(out, "bga", [one])
    assert ladders(out)["bga"].steps == [one]


def test_steps_that_cannot_be_written_are_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "play", None)
    arguments = ["--lowest", "6", "--out", str(tmp_path / "ladder.json")]
    with pytest.raises(ValueError, match="below 6"):
        main(["ladder", "bga", *arguments])


def test_a_ladder_is_played_anew_when_its_lowest_level_has_changed(tmp_path: Path) -> None:
    out = tmp_path / "ladder.json"
    old = [[1, None, 1.0, 0.5], *settings("bga")[1:]]
    out.write_text(json.dumps({"bga": {"steps": [[3, 0, 1]], "levels": old}}), "utf-8")
    write(out, "bga", [Tally(2, 0, 1)])
    assert ladders(out)["bga"].steps == [Tally(2, 0, 1)]
    assert list(ladders(out)["bga"].levels) == settings("bga")


@pytest.mark.nightly
def test_the_ladder_has_a_tally_for_each_step() -> None:
    steps = list(ladder.play("bga-rim", Plan(games=2, plies=2), (1, 2)))
    assert [step.games for step in steps] == [2]
    assert describe("bga-rim", 2, steps[0]).startswith("bga-rim: level 2 against 1: +")


@pytest.mark.nightly
def test_the_command_leaves_what_others_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "ladder.json"
    few = ["--games", "2", "--lowest", "1", "--highest", "2", "--out", str(out)]
    for rules in ("bga-rim", "brandubh"):
        assert main(["ladder", rules, *few]) == 0
    written = ladders(out)
    assert list(written) == ["bga-rim", "brandubh"]
    assert all([step.games for step in written[name].steps] == [2] for name in written)
    assert written["bga-rim"].levels == settings("bga-rim")
    assert "bga-rim: level 2 against 1: +" in capsys.readouterr().out
