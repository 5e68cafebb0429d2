"""Matches between programs, tallies, and the commands of `python -m engine`."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003

import pytest

from engine.__main__ import main
from engine.ladder import ladder, told
from engine.match import Broken, Opponent, Tally, Terms, match, openings
from engine.protocol import start
from games.catalogue import game

PLAIN = f"{sys.executable} -m engine --plain"


@pytest.mark.slow
def test_a_match_changes_sides_and_counts() -> None:
    first, second = Opponent(f"{sys.executable} -m engine"), Opponent(PLAIN)
    try:
        told = list(match(Terms("bga-rim", games=2, seconds=0.01), first, second))
    finally:
        first.close()
        second.close()
    assert [tally.games for tally, _ in told][-1] == 2
    assert [how.split(":")[0] for _, how in told] == ["1 as dark", "1 as light"]
    assert first.depths


@pytest.mark.slow
def test_a_program_that_answers_badly_is_named() -> None:
    opponent = Opponent(PLAIN)
    with pytest.raises(Broken, match="chess"):
        opponent.ask("rules chess")
    opponent.close()


@pytest.mark.parametrize(
    ("tally", "line"),
    [
        (Tally(3, 0, 1), "+3 =0 -1  75.0 % ± 21.7  Elo +191"),
        (Tally(0, 4, 0), "+0 =4 -0  50.0 % ± 0.0  Elo +0"),
        (Tally(4, 0, 0), "+4 =0 -0  100.0 % ± 0.0  Elo +338"),
    ],
)
def test_a_tally_tells_score_error_and_elo(tally: Tally, line: str) -> None:
    assert tally.line() == line


def test_openings_are_the_same_each_time_and_leave_the_game_open() -> None:
    played = game("larochelle")
    lines = [next(openings(played, 6, "x")) for _ in range(2)]
    assert lines[0] == lines[1]
    position = start(played)
    for move in lines[0]:
        position = played.play(position, move).after
    assert played.verdict(position) is None


@pytest.mark.slow
def test_the_ladder_has_a_line_for_each_step() -> None:
    steps = list(ladder(Terms("bga-rim", games=2, plies=2), (1, 2)))
    assert [step.games for step in steps] == [2]
    assert told("bga-rim", 2, steps[0]).startswith("bga-rim: level 2 against 1: +")


@pytest.mark.slow
def test_training_writes_the_same_weights_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for rules in ("bga-rim", "tabal"):
        files = [tmp_path / f"{rules}{n}.json" for n in (1, 2)]
        for file in files:
            few = ["--rounds", "1", "--games", "3", "--nodes", "40"]
            assert main(["train", rules, "--out", str(file), *few]) == 0
        assert files[0].read_text() == files[1].read_text()
        assert f"train {rules} --rounds 1" in files[0].read_text()
    assert "round 1" in capsys.readouterr().out
