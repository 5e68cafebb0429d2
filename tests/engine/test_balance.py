"""How even the rule sets are: measured, written, resumed, looked up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.balance import Lean, lean, row, sensible, table
from games.catalogue import NAMES, every_name, game


def test_every_name_leans_somewhere() -> None:
    for name in every_name():
        found = lean(name)
        assert 0 <= found.share <= 1
        assert 0 <= found.error <= 1


def test_what_was_not_measured_leans_like_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        "larochelle": Lean(0.9, 0.1, 10),
        "larochelle+king-four": Lean(0.6, 0.1, 10),
        "bga": Lean(0.5, 0.1, 10),
    }
    monkeypatch.setattr("engine.balance.table", lambda: known)
    assert lean("larochelle") == known["larochelle"]
    assert lean("larochelle+king-four+diamond") == known["larochelle+king-four"]
    assert lean("larochelle+diamond") == known["larochelle"]
    assert lean("ludens") == Lean(0.5, 0.5, 0)


def test_the_table_speaks_of_rule_sets_that_there_are() -> None:
    for name, found in table().items():
        assert game(name).name == name
        assert found.games > 0


def test_the_page_shows_the_table() -> None:
    page = (Path(__file__).parents[2] / "docs" / "BALANCE.md").read_text("utf-8")
    for name, found in table().items():
        assert row(name, found) in page


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
    assert both["command"] == "python -m engine balance --games 2 --nodes 50 --seed 1"
    assert capsys.readouterr().out.count("| 2 |") >= 2
