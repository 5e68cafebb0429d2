"""`python -m tests.world SEED` writes what happens in a world of that seed."""

import sys

from tests.world.stories import a_game
from tests.world.world import run

if __name__ == "__main__":
    for line in run(a_game, sys.argv[1]):
        print(line)
