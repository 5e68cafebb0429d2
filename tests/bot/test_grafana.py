"""The dashboard in deploy/ asks for figures and labels that exist, and shows all of ours."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.metrics import Asked, Metrics, Why
from bot.store.store import Counts
from tests.every import for_every

DASHBOARD: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "deploy/grafana.json").read_text("utf-8")
)
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
ASKED = [target["expr"] for panel in PANELS for target in panel["targets"]]
NAMED = re.compile(r"\b(?:konakis|process)_\w+")
JOB = "job"  # which Prometheus adds


@pytest.fixture(scope="module")
def figures() -> dict[str, set[str]]:
    """Every figure that a bot gives once it was used, with the labels it has."""
    metrics = Metrics()
    asked = Asked("command", "tablut move")
    metrics.answered(asked, 0.1)
    metrics.failed(asked, Why.FAULT)
    metrics.requested(200)
    metrics.unread("GUILD_CREATE")
    metrics.delayed(0.1)
    told = metrics.exposition(ready=True, latencies=[(0, 0.1)], counts=Counts()).decode()
    labels: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(told):
        for sample in family.samples:
            labels.setdefault(sample.name, set()).update(sample.labels)
    return labels


@for_every("expression", ASKED)
def test_what_a_panel_asks_for_exists(expression: str, figures: dict[str, set[str]]) -> None:
    names = NAMED.findall(expression)
    assert names
    if sys.platform != "linux":  # where alone there are the process's own
        names = [name for name in names if not name.startswith("process_")]
    assert [name for name in names if name not in figures] == []
    selected = re.findall(r"(\w+)=~?\"", expression)
    grouped = [name for by in re.findall(r"by \(([^)]*)\)", expression) for name in by.split(", ")]
    assert JOB in selected
    known = {JOB}.union(*(figures[name] for name in names))
    assert {*selected, *grouped} <= known


@for_every("panel", PANELS)
def test_a_legend_names_labels_that_are_left(panel: dict[str, Any]) -> None:
    for target in panel["targets"]:
        named = set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
        grouped = re.findall(r"by \(([^)]*)\)", target["expr"])
        if grouped:
            assert named <= set(grouped[0].split(", "))


def test_every_figure_of_ours_is_shown(figures: dict[str, set[str]]) -> None:
    shown = {re.sub(r"_(bucket|count|sum)$", "", name) for name in NAMED.findall(str(ASKED))}
    ours = {re.sub(r"_(bucket|count|sum)$", "", name) for name in figures}
    assert {name for name in ours if name.startswith("konakis_")} <= shown


def test_panels_lie_beside_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert max(x for x, _ in cells) < 24
        assert not cells & taken
        taken |= cells
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
