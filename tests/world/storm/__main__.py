"""Run a storm: `python -m tests.world.storm --seed 7 --days 1`, or `--seeds 100` of them.

`--seeds`: how many, from the first seed on. `--tell`: print only the newest events. The command
restarts itself with a fixed PYTHONHASHSEED, so sets have the same order every time.
"""

from __future__ import annotations

import argparse
import os
import sys

from tests.world.storm.run import storm


def main() -> int:
    """Run the storms. Return 1 if anything was wrong."""
    reader = argparse.ArgumentParser(prog="python -m tests.world.storm")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--seeds", type=int, default=1)
    reader.add_argument("--days", type=float, default=1)
    reader.add_argument("--tell", action="store_true")
    asked = reader.parse_args()
    if "PYTHONHASHSEED" not in os.environ:
        again = [sys.executable, "-m", "tests.world.storm", *sys.argv[1:]]
        os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": "0"})  # noqa: S606  itself
    failed: list[int] = []
    for seed in range(asked.seed, asked.seed + asked.seeds):
        began = _used()
        report = storm(seed, asked.days)
        if asked.tell:
            print("\n".join(report.before))
        else:
            print(f"{report} ({_used() - began:.1f} s)", flush=True)
        if report.wrong:
            failed.append(seed)
    if failed:
        print(f"{len(failed)} of {asked.seeds} seeds failed: {failed}")
    return 1 if failed else 0


def _used() -> float:
    """The CPU seconds used so far."""
    return sum(os.times()[:2])


if __name__ == "__main__":
    sys.exit(main())
