"""How far long work is: what a terminal shows, what a file gets, and when."""

from __future__ import annotations

import io
import logging
from typing import TYPE_CHECKING

from engine import progress
from engine.progress import Display, shown

if TYPE_CHECKING:
    import pytest

work = logging.getLogger("progress.test")


class Stream(io.StringIO):
    """The error stream, on a terminal or elsewhere."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._terminal


class Clock:
    """Time that passes as a test says."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def told(display: Display, text: str) -> None:
    display.handle(logging.LogRecord("progress", logging.DEBUG, "", 0, text, None, None))


def screen(stream: Stream) -> str:
    """Return the line of a terminal after everything that was written."""
    line = ""
    for part in stream.getvalue().split("\r"):
        line = part + line[len(part) :]
    return line.rstrip()


def test_nothing_is_said_of_what_takes_less_than_two_seconds() -> None:
    for terminal in (True, False):
        stream, clock = Stream(terminal=terminal), Clock()
        display = Display(stream, now=clock)
        for _ in range(19):
            clock.now += 0.1
            told(display, "reading")
        display.close()
        assert stream.getvalue() == ""


def test_a_file_gets_a_line_every_ten_seconds() -> None:
    stream, clock = Stream(terminal=False), Clock()
    display = Display(stream, now=clock)
    for number in range(50):
        told(display, f"{number} of 50 games read")
        clock.now += 0.5
    display.close()
    assert stream.getvalue().splitlines() == [
        "4 of 50 games read (2 s)",
        "24 of 50 games read (12 s)",
        "44 of 50 games read (22 s)",
    ]


def test_a_terminal_has_one_line_that_renews_itself_and_goes() -> None:
    stream, clock = Stream(terminal=True), Clock()
    display = Display(stream, now=clock)
    told(display, "looking through the pages of the file")
    clock.now += 2.5
    display.look()
    assert screen(stream) == "looking through the pages of the file (2 s)"
    clock.now += 70
    told(display, "2 of 3 games read")
    assert screen(stream) == "2 of 3 games read (1 min 12 s)"
    told(display, "")
    assert screen(stream) == ""
    display.look()
    assert screen(stream) == ""
    clock.now += 1
    told(display, "x" * 200)
    assert len(screen(stream)) == 79
    display.close()
    assert screen(stream) == ""
    assert "\n" not in stream.getvalue()


def test_lines_can_go_to_a_log() -> None:
    lines, clock = list[str](), Clock()
    display = Display(Stream(terminal=False), lines.append, clock)
    clock.now += 3
    told(display, "half")
    assert lines == ["half (3 s)"]


def test_it_is_shown_while_the_block_lasts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "FIRST", 0)
    work.debug("before")
    with shown():
        work.debug("%s of %s", 1, 2)
    work.debug("after")
    assert capsys.readouterr().err == "1 of 2 (0 s)\n"
    assert not work.isEnabledFor(logging.DEBUG)
