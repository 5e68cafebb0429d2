"""`python -m tests.world SEED` writes what happens in a world of that seed."""

import os
import sys

from tests.world.stories import days
from tests.world.world import run

if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # by which sets of texts are ordered
        line = [sys.executable, "-m", "tests.world", *sys.argv[1:]]
        os.execve(line[0], line, {**os.environ, "PYTHONHASHSEED": "0"})  # noqa: S606  itself
    for line in run(days, sys.argv[1]):
        print(line)
