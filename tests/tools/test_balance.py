"""Measuring how even the rule sets are: what is measured, and resumed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from games.catalogue import NAMES
from tools.balance import Plan, mark, run, sensible

if TYPE_CHECKING:
    from pathlib import Path


def test_presets_and_single_modules_are_measured() -> None:
    names = list(sensible())
    assert set(NAMES) <= set(names)
    assert len(names) == len(set(names))
    assert "larochelle+king-four" in names


def test_a_handicap_has_the_mark_of_its_rules_and_other_rules_another() -> None:
    assert mark("bga+diamond") == mark("bga")
    assert len({mark(name) for name in NAMES}) == len(NAMES)


FEW = Plan(games=2, nodes=(50,), error=1.0)


def lines(tmp_path: Path, plan: Plan, *names: str) -> list[str]:
    return list(run(names, plan, tmp_path / "balance.json", tmp_path / "games.txt"))


def rows(tmp_path: Path) -> dict[str, list[dict[str, object]]]:
    return json.loads((tmp_path / "balance.json").read_text())["rules"]


@pytest.mark.slow
def test_measuring_goes_on_where_it_ended(tmp_path: Path) -> None:
    lines(tmp_path, FEW, "bga")
    first = rows(tmp_path)
    played = (tmp_path / "games.txt").read_text()
    lines(tmp_path, FEW, "bga", "tabal")
    both = rows(tmp_path)
    assert list(both) == ["bga", "tabal"]
    assert both["bga"] == first["bga"]
    assert (tmp_path / "games.txt").read_text().startswith(played)
    assert len((tmp_path / "games.txt").read_text().splitlines()) == 4


@pytest.mark.slow
def test_a_run_that_was_stopped_ends_as_one_that_was_not(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    for folder in (whole, parts):
        folder.mkdir()
    plan = replace(FEW, games=4, nodes=(30, 60))
    lines(whole, replace(plan, processes=2), "brandubh")
    lines(parts, plan, "brandubh")
    journal = parts / "games.txt"
    journal.write_text("".join(journal.read_text().splitlines(keepends=True)[:3]))
    (parts / "balance.json").unlink()
    lines(parts, plan, "brandubh")
    assert rows(parts) == rows(whole)
    assert [row["nodes"] for row in rows(parts)["brandubh"]] == [30, 60]


@pytest.mark.slow
def test_games_of_another_engine_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines(tmp_path, FEW, "bga")
    monkeypatch.setattr("tools.balance.mark", {"bga": "another"}.__getitem__)
    lines(tmp_path, FEW, "bga")
    (row,) = rows(tmp_path)["bga"]
    assert row["engine"] == "another"
    assert len((tmp_path / "games.txt").read_text().splitlines()) == 4


def test_no_more_are_played_than_the_error_asks_for(tmp_path: Path) -> None:
    journal = tmp_path / "games.txt"
    games = [f"{mark('bga')} bga 50 1 {number} 1.0" for number in range(40)]
    journal.write_text("\n".join(games) + "\n")
    (line,) = lines(tmp_path, Plan(games=200, nodes=(50,), error=0.035), "bga")
    assert line.startswith("bga at 50 nodes: 100 % ± 4, 26 games")
    (row,) = rows(tmp_path)["bga"]
    assert row["won"] == 26  # the first count whose error is 3.5 % at most


def test_without_time_nothing_is_begun_and_that_is_said(tmp_path: Path) -> None:
    assert lines(tmp_path, replace(FEW, seconds=-1.0), "bga", "tabal") == [
        "stopped: 2 are left, and the next run goes on there"
    ]
    assert not (tmp_path / "games.txt").exists()
