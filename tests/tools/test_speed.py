"""The measure of speed: nodes for each second, and the mean depth."""

from __future__ import annotations

import pytest

from engine.plain import PlainSearch
from games.catalogue import game
from tools.__main__ import main
from tools.speed import Sample, measure


@pytest.mark.slow
def test_the_fast_search_sees_more_nodes_than_the_plain_one() -> None:
    bga, sample = game("bga"), Sample(seconds=0.1, positions=2)
    assert measure(bga, sample).nodes > 3 * measure(bga, sample, PlainSearch(bga)).nodes


@pytest.mark.slow
def test_the_command_prints_a_line_for_each_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["speed", "bga", "tabal", "--seconds", "0.05", "--positions", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["bga", "tabal"]
    assert all("kn/s  depth" in line for line in lines)
