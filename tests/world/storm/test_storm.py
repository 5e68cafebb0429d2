"""Nothing goes wrong in storms of a day or a week, and each can be replayed from its seed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.world.storm.run import storm

pytestmark = pytest.mark.slow

QUICK, DAYS, WEEKS = range(1, 3), range(1, 1001), range(1, 101)


def failed(seeds: range, days: float) -> str:
    """Report the storms in which something was wrong, and how to replay each."""
    reports = (storm(seed, days) for seed in seeds)
    return "\n\n".join(str(report) for report in reports if report.wrong)


def test_nothing_goes_wrong_in_storms_of_a_day() -> None:
    assert failed(QUICK, 1) == ""


@pytest.mark.nightly
def test_nothing_goes_wrong_in_a_thousand_storms_of_a_day() -> None:
    assert failed(DAYS, 1) == ""


@pytest.mark.nightly
def test_nothing_goes_wrong_in_a_hundred_storms_of_a_week() -> None:
    assert failed(WEEKS, 7) == ""


def test_a_storm_is_the_same_again_from_its_seed() -> None:
    def told() -> str:
        command = [
            sys.executable,
            "-m",
            "tests.world.storm",
            "--seed",
            "3",
            "--days",
            "0.2",
            "--tell",
        ]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    assert told() == told() != ""
