"""Measuring how even the rule sets are: what is measured, resumed, and shown by its page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.balance import table
from games.catalogue import NAMES
from tools.__main__ import main
from tools.balance import row, sensible


def test_the_page_shows_the_table() -> None:
    page = (Path(__file__).parents[2] / "docs" / "BALANCE.md").read_text("utf-8")
    for name, balance in table().items():
        assert row(name, balance) in page


def test_presets_and_single_modules_are_measured() -> None:
    names = list(sensible())
    assert set(NAMES) <= set(names)
    assert len(names) == len(set(names))
    assert "larochelle+king-four" in names


@pytest.mark.slow
def test_measuring_goes_on_where_it_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "balance.json"
    few = ["--games", "2", "--nodes", "50", "--out", str(out)]
    assert main(["balance", "bga", *few]) == 0
    first = json.loads(out.read_text())
    assert main(["balance", "bga", "tabal", *few]) == 0
    both = json.loads(out.read_text())
    assert list(both["rules"]) == ["bga", "tabal"]
    assert both["rules"]["bga"] == first["rules"]["bga"]
    assert both["command"] == "python -m tools balance --games 2 --nodes 50 --seed 1"
    assert [line.split("|")[1] for line in capsys.readouterr().out.splitlines()] == [
        " `bga` ",
        " `tabal` ",
    ]
