"""Show the progress of long work on the error stream, for commands of the bot and the tools.

Work reports progress as debug lines of a logger below `progress`, and knows no display:

    progress = logging.getLogger("progress.check")
    progress.debug("%s of %s games read", 1200, 100_000)

On a terminal one line updates itself; elsewhere a line appears every ten seconds. An empty line
removes the display before other output.

Invariant: work of less than two seconds shows nothing.
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

FIRST = 2.0  # seconds until the first line
RENEWED, REPEATED = 0.2, 10.0  # seconds between lines: on a terminal, elsewhere
_LONGEST = 79  # characters of a line that updates itself: longer lines couldn't be erased
_MINUTE = 60  # seconds


class Display(logging.Handler):
    """Shows the newest line when due; `say` writes lines if there is no terminal."""

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
        self._text = ""  # the newest line
        self._shown = 0  # characters now on the terminal

    def emit(self, record: logging.LogRecord) -> None:
        """Take a new line of progress."""
        self._text = record.getMessage()
        if not self._text:
            self._take_away()
        self.look()

    def look(self) -> None:
        """Show the newest line if due."""
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
        """Erase the line: the work is done."""
        self._take_away()
        super().close()


@contextmanager
def shown(say: Callable[[str], object] | None = None) -> Generator[None]:
    """Show all progress reported inside this block."""
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
    """Keep the seconds counting even if the work reports nothing."""
    while not over.wait(RENEWED):
        display.look()


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), _MINUTE)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
