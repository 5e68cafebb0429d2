"""`python -m tests.world SEED` prints the log of a world with that seed."""

import os
import sys

from tests.world.stories import days
from tests.world.world import run

if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # sets of strings are ordered by it
        line = [sys.executable, "-m", "tests.world", *sys.argv[1:]]
        os.execve(line[0], line, {**os.environ, "PYTHONHASHSEED": "0"})  # noqa: S606  itself
    for line in run(days, sys.argv[1]):
        print(line)
