"""Ctrl-C while the program loads: it ends at once, without a traceback.

Python's own way is to raise KeyboardInterrupt anywhere, and a module that loads may swallow it or
turn it into another error. Law: used only before anything is open that must be closed.
"""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator


@contextmanager
def end_at_once() -> Generator[None]:
    """Inside, Ctrl-C ends the process, unless there is another handler or it is ignored."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
