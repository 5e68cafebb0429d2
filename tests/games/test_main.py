"""`python -m games perft`: what it prints, and what it says to commands that mean nothing."""

from __future__ import annotations

import runpy
import sys

import pytest

from games.__main__ import main


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        ("larochelle 3", "80\n4400\n353200\n"),  # attackers first unless told otherwise
        ("larochelle 2 --first l", "56\n4408\n"),
        ("larochelle+king-steps 2 --first d", "80\n4712\n"),
        ("bga 1", "72\n"),
        ("tabal 3", "9\n21\n61\n"),
        ("tabal 2 --first d", "9\n21\n"),
    ],
)
def test_perft_prints_a_line_a_depth(
    arguments: str, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", *arguments.split()]) == 0
    assert capsys.readouterr() == (printed, "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("chess 1", "konakis: no rule set is called 'chess'\n"),
        ("bga+king-four 1", "konakis: king-four is a module of larochelle, not of bga\n"),
        ("bga 1 --first l", "konakis: in bga the d side goes first\n"),
    ],
)
def test_what_is_no_rule_set_is_refused(
    arguments: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", *arguments.split()]) == 2
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize("arguments", ["", "perft", "perft bga", "perft bga 0", "perft bga x"])
def test_what_is_no_command_is_refused(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments.split())
    assert left.value.code == 2
    assert "usage: python -m games" in capsys.readouterr().err


def test_it_runs_as_a_module(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["games", "perft", "bga", "2"])
    monkeypatch.delitem(sys.modules, "games.__main__")
    with pytest.raises(SystemExit) as left:
        runpy.run_module("games", run_name="__main__")
    assert left.value.code == 0
    assert capsys.readouterr().out == "72\n3944\n"
