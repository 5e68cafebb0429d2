"""The bot as it is, but for its clock, which is a file that a story writes: see hours.py.

`python -m tests.bot.stories.timed` looks at the time all along, and takes a step of up to a day
for time that passed; more than that is an outage to it, as more than a minute is to the real one.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

FILE = "STORY_CLOCK"  # in the environment: where the time stands
DAY = 86_400


def main() -> None:
    """Run until told to stop."""
    # Not above: the processes that the bot starts load this file again, and need none of these.
    from bot import logs  # noqa: PLC0415
    from bot.composition import run  # noqa: PLC0415
    from bot.config import read  # noqa: PLC0415
    from bot.service.services import Rhythm  # noqa: PLC0415

    settings = read(os.environ)
    logs.start("info", settings.log_format, settings.token)
    file = Path(os.environ[FILE])
    rhythm = Rhythm(heartbeat=1, gap=DAY, nap=0.01)
    asyncio.run(run(settings, lambda: int(file.read_text("ascii")), rhythm))


if __name__ == "__main__":
    main()
