"""Shows on the error stream how far long work is; for the commands of the bot and of the tools.

The work says how far it is as a debug line of a logger below `progress`, and knows of no display:

    progress = logging.getLogger("progress.check")
    progress.debug("%s of %s games read", 1200, 100_000)

On a terminal one line renews itself; elsewhere there is a line every ten seconds. An empty line
takes it away, before something else is printed.

Law: nothing is said of work that takes less than two seconds.
"""

from __future__ import annotations

import logging
import sys
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

FIRST = 2.0  # seconds after which something is said
RENEWED, REPEATED = 0.2, 10.0  # seconds between two lines: on a terminal, elsewhere
_LONGEST = 79  # characters of a line that renews itself: a longer one could not be taken away
_MINUTE = 60  # seconds


class Display(logging.Handler):
    """Says the newest line when it is time to. `say`: writes one where there is no terminal."""

    def __init__(
        self,
        stream: TextIO,
        say: Callable[[str], object] | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__()
        self._stream, self._now = stream, now
        self._say = None if stream.isatty() else (say or self._write_line)
        self._began = now()
        self._next = self._began + FIRST
        self._text = ""  # the newest
        self._shown = 0  # characters of it that stand on the terminal

    def emit(self, record: logging.LogRecord) -> None:
        """The work is further on."""
        self._text = record.getMessage()
        if not self._text:
            self._take_away()
        self.look()

    def look(self) -> None:
        """Say it, if it is time to."""
        self.acquire()
        try:
            if self._text and self._now() >= self._next:
                self._show(f"{self._text} ({_duration(self._now() - self._began)})")
        finally:
            self.release()

    def _show(self, line: str) -> None:
        if self._say:
            self._next = self._now() + REPEATED
            self._say(line)
            return
        self._next = self._now() + RENEWED
        line = line[:_LONGEST]
        self._stream.write(f"\r{line.ljust(self._shown)}")
        self._stream.flush()
        self._shown = len(line)

    def _take_away(self) -> None:
        if self._shown:
            self._stream.write(f"\r{' ' * self._shown}\r")
            self._stream.flush()
        self._shown = 0

    def _write_line(self, line: str) -> None:
        self._stream.write(f"{line}\n")
        self._stream.flush()

    def close(self) -> None:
        """Take the line away: the work is done."""
        self._take_away()
        super().close()


@contextmanager
def shown(say: Callable[[str], object] | None = None) -> Generator[None]:
    """Inside this block, all that the work says of how far it is, is shown."""
    display, over = Display(sys.stderr, say), Event()
    looking = Thread(target=_keep_looking, args=(display, over), name="progress", daemon=True)
    logger = logging.getLogger("progress")
    before = logger.level, logger.propagate
    logger.addHandler(display)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    looking.start()
    try:
        yield
    finally:
        over.set()
        looking.join()
        logger.removeHandler(display)
        logger.setLevel(before[0])
        logger.propagate = before[1]
        display.close()


def _keep_looking(display: Display, over: Event) -> None:
    """What takes long may say nothing meanwhile: the seconds go on all the same."""
    while not over.wait(RENEWED):
        display.look()


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), _MINUTE)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
