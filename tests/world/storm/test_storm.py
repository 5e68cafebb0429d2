"""Nothing goes wrong in storms of a day or a week, and each can be replayed from its seed."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

pytestmark = pytest.mark.slow

QUICK, DAYS, WEEKS = range(1, 3), range(1, 1001), range(1, 101)
_TOGETHER = 10  # storms one after the other in a process


def storms(*options: object) -> subprocess.CompletedProcess[str]:
    """Run storms by the command that replays them."""
    command = [sys.executable, "-m", "tests.world.storm", *map(str, options)]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def failed(seeds: range, days: int) -> str:
    """Return the output of each process in which a storm went wrong; one process per core."""

    def run(part: range) -> str:
        done = storms("--seed", part[0], "--seeds", len(part), "--days", days)
        return done.stdout + done.stderr if done.returncode else ""

    parts = [seeds[first : first + _TOGETHER] for first in range(0, len(seeds), _TOGETHER)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return "\n\n".join(filter(None, pool.map(run, parts)))


def test_nothing_goes_wrong_in_storms_of_a_day() -> None:
    assert failed(QUICK, 1) == ""


@pytest.mark.nightly
def test_nothing_goes_wrong_in_a_thousand_storms_of_a_day() -> None:
    assert failed(DAYS, 1) == ""


@pytest.mark.nightly
def test_nothing_goes_wrong_in_a_hundred_storms_of_a_week() -> None:
    assert failed(WEEKS, 7) == ""


def test_a_storm_is_the_same_again_from_its_seed() -> None:
    first, again = (storms("--seed", 3, "--days", 0.2, "--tell") for _ in range(2))
    assert not first.returncode
    assert first.stdout == again.stdout != ""
