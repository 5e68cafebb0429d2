"""Tuning weights by matches: what is moved exists, and the same seed tunes the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.start import start_of
from engine.tafl_rules import read_rules
from engine.tafl_search import TaflSearch
from engine.tafl_values import Weights, shape
from games import catalogue
from tests.every import for_every
from tools.__main__ import main
from tools.tuning import knobs

TAFL = [name for name in catalogue.NAMES if name != catalogue.TABAL]


@for_every("rules", TAFL)
def test_every_knob_moves_weights_that_there_are(rules: str) -> None:
    read = read_rules(catalogue.game(rules))
    sizes = shape(read.side).sizes
    names = [knob.name for knob in knobs(read)]
    assert len(set(names)) == len(names)
    for knob in knobs(read):
        assert knob.adds
        assert all(0 <= number < sizes[name] for name, number, _ in knob.adds)


def test_guards_of_corners_are_tuned_where_corners_are_goals() -> None:
    names = {
        rules: {knob.name for knob in knobs(read_rules(catalogue.game(rules)))} for rules in TAFL
    }
    assert {rules for rules in TAFL if "by corners" in names[rules]} == {
        "brandubh",
        "copenhagen",
        "fetlar",
        "fortresses",
        "bga",
    }


@pytest.mark.nightly
@pytest.mark.parametrize("begin", [None, "engine/weights/corner-7.json"])
def test_tuning_does_the_same_again_however_many_play(tmp_path: Path, begin: str | None) -> None:
    files = [tmp_path / f"{processes}.json" for processes in (1, 2)]
    more = ["--drawn", "2", "--begin", begin] if begin else []
    for processes, file in enumerate(files, 1):
        few = ["--rounds", "1", "--nodes", "20", "--processes", str(processes)]
        assert main(["tune", "brandubh", "--out", str(file), *few, *more]) == 0
    assert files[0].read_text() == files[1].read_text()
    written = json.loads(files[0].read_text())
    command = "python -m tools tune brandubh --rounds 1 --nodes 20 --seed 1"
    assert written["command"] == f"{command} {' '.join(more) if more else '--drawn 1'}"
    assert written["weights"].keys() == shape(7).sizes.keys()
    game = catalogue.game("brandubh")
    search = TaflSearch(game, Weights(read_rules(game), written["weights"]))
    assert search.glance(start_of(game)) == 0


def test_tuning_begins_with_the_weights_of_a_file(tmp_path: Path) -> None:
    begin, out = "engine/weights/corner-7.json", tmp_path / "out.json"
    none = ["--rounds", "0", "--processes", "1", "--begin", begin]
    assert main(["tune", "brandubh", "--out", str(out), *none]) == 0
    first, last = (json.loads(Path(file).read_text())["weights"] for file in (begin, out))
    assert {**last, "start": first["start"]} == first
