"""The bot as it is, but for its clock, which is a file that a story writes: see hours.py.

`python -m tests.bot.stories.timed` takes a step of up to a day for time that passed; more than that
is an outage to it, as more than a minute is to the real one.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.composition import Machine
    from bot.config import Settings

FILE = "STORY_CLOCK"  # in the environment: where the time stands
DAY = 86_400
_LOOK = 0.01  # seconds between two looks at the file


def main() -> None:
    """Run until told to stop."""
    # Not above: the processes that the bot starts load this file again, and need none of these.
    from bot import logs  # noqa: PLC0415
    from bot.composition import THIS_MACHINE  # noqa: PLC0415
    from bot.config import read  # noqa: PLC0415

    settings = read(os.environ)
    logs.start("info", settings.log_format, settings.token)
    asyncio.run(serve(settings, THIS_MACHINE, os.environ))


async def serve(settings: Settings, machine: Machine, environment: Mapping[str, str]) -> None:
    """Run the bot by that clock until told to stop."""
    from bot.composition import run  # noqa: PLC0415
    from bot.service.services import Rhythm  # noqa: PLC0415

    file = Path(environment[FILE])

    def now() -> int:
        return int(file.read_text("ascii"))

    def when_moved(tell: Callable[[], None]) -> None:
        looking.append(asyncio.create_task(_look(now, tell)))

    looking: list[asyncio.Task[None]] = []
    await run(settings, now, Rhythm(heartbeat=1, gap=DAY), when_moved, machine)


async def _look(now: Callable[[], int], tell: Callable[[], None]) -> None:
    """Look at the time all along, and tell when it was set."""
    known = now()
    while True:
        await asyncio.sleep(_LOOK)
        if known != (known := now()):
            tell()


if __name__ == "__main__":
    main()
