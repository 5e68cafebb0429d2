"""Learning weights: the fit approaches the results, and the same seed gives the same weights."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from tools.__main__ import main
from tools.learning import fit, loss

if TYPE_CHECKING:
    from pathlib import Path

    from tools.learning import Sample

# A side with feature 0 wins three of four games, a side with feature 1 one of four.
SAMPLES: list[Sample] = [((0,), (1,), 0.75), ((1,), (1,), 0.25)] * 200


def test_the_fit_approaches_the_logits_of_the_results() -> None:
    weights = [0.0, 0.0]
    for seed in range(20):
        weights = fit(SAMPLES, weights, [0.1, 0.1], seed)
    assert weights == pytest.approx([math.log(3), -math.log(3)], abs=0.02)


def test_the_loss_is_the_mean_surprise() -> None:
    assert loss(SAMPLES, [0.0, 0.0]) == pytest.approx(math.log(2))
    assert loss([((0,), (1,), 1.0)], [math.log(3)]) == pytest.approx(-math.log(0.75))


REPORTS = (
    ("bga-rim", "round 1: 193 positions, loss 0.5540, unseen 0.5320 -> 0.5926"),
    ("tabal", "round 1: 271 positions, loss 0.5864, unseen 0.6943 -> 0.6986"),
)


@pytest.mark.nightly
@pytest.mark.parametrize(("rules", "report"), REPORTS)
def test_training_learns_the_same_again(
    rules: str, report: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / f"{number}.json" for number in (1, 2)]
    for file in files:
        few = ["--rounds", "1", "--games", "4", "--nodes", "60"]
        assert main(["train", rules, "--out", str(file), *few]) == 0
    assert files[0].read_text() == files[1].read_text()
    assert f"python -m tools train {rules} --rounds 1 --games 4" in files[0].read_text()
    assert capsys.readouterr().out.splitlines() == [report, report]
