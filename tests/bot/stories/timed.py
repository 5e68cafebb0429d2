"""The bot as it is, but for its clock, which is a file that a story writes: see hours.py.

`python -m tests.bot.stories.timed` looks at the time all along, and takes a step of up to a day
for time that passed; more than that is an outage to it, as more than a minute is to the real one.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from bot import logs
from bot.composition import run
from bot.config import read
from bot.service.services import Rhythm

FILE = "STORY_CLOCK"  # in the environment: where the time stands
DAY = 86_400
_RHYTHM = Rhythm(heartbeat=1, gap=DAY, nap=0.01)


def main() -> None:
    """Run until told to stop."""
    settings = read(os.environ)
    logs.start("info", settings.log_format, settings.token)
    file = Path(os.environ[FILE])
    asyncio.run(run(settings, lambda: int(file.read_text("ascii")), _RHYTHM))


if __name__ == "__main__":
    main()
