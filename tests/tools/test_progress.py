"""Every command of the tools says how far it is."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest

from engine import progress
from tools.__main__ import main

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ENGINE = f"{sys.executable} -m engine"
COMMANDS: dict[str, tuple[Sequence[str], str]] = {
    "train": (["brandubh", "--rounds=1", "--games=1", "--nodes=20", "--out=a"], "game 1 of 1"),
    "ladder": (
        ["brandubh", "--games=1", "--lowest=1", "--highest=2"],
        "level 2 against 1, game 2 of 2",
    ),
    "balance": (
        ["brandubh", "--games=2", "--nodes=20", "--processes=1", "--out=a", "--journal=b"],
        "1 to play, at most 0 min more",
    ),
    "beginner": (["tabal", "--games=1"], "against takes, game 1 of 1"),
    "puzzles": (["brandubh", "--games=1", "--out=a"], "0 of 60 puzzles, game 1 of 1"),
    "reviews": (["brandubh", "--games=1", "--times=1"], "brandubh: game 1 of 1"),
    "match": (
        ["brandubh", "--games=1", "--seconds=0.01", f"--engine={ENGINE}", f"--against={ENGINE}"],
        "game 1 of 1",
    ),
    "tune": (
        ["brandubh", "--rounds=1", "--nodes=20", "--processes=1", "--out=a"],
        "round 1 of 1",
    ),
    "searches": (["--file=known"], "line 1 of 1 searched"),
    "speed": (["brandubh", "--seconds=0.01", "--positions=1"], "position 1 of 1"),
}
QUICK = {"weeks", "strength"}  # no one waits for these
KNOWN = "brandubh | start |  | 1 | a1a1 | 0 | 0\n"


def test_there_are_no_others(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    commands = re.search(r"\{(.+?)\}", capsys.readouterr().out)
    assert commands
    assert {*commands[1].split(",")} == COMMANDS.keys() | QUICK


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_how_far_it_is(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "known").write_text(KNOWN)
    monkeypatch.setattr(progress, "FIRST", 0)  # as if it took long
    monkeypatch.setattr(progress, "REPEATED", 0)
    options, says = COMMANDS[command]
    assert main([command, *options]) == 0
    assert says in capsys.readouterr().err
