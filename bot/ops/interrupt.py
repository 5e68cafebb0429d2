"""Ctrl-C while the program loads: it ends at once, and says nothing.

Python's own way is to raise KeyboardInterrupt anywhere, and what loads may well swallow it, or
turn it into another error. Law: only while there is nothing yet to leave in order.
"""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator


@contextmanager
def abrupt() -> Generator[None]:
    """Inside, Ctrl-C ends the process, unless somebody else listens to it or it is ignored."""
    heard = signal.getsignal(signal.SIGINT)
    if heard is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)
