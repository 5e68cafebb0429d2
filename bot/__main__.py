"""The entry point of `konakis` and `python -m bot`: light, so that Ctrl-C works while it loads."""

from __future__ import annotations

import gc
import sys

_INTERRUPTED = 130  # the status that shells give after Ctrl-C


class Loading:
    """Inside this block, which loads modules, Ctrl-C ends the process at once.

    Unless Ctrl-C is ignored or handled otherwise. No garbage is collected: modules leave little,
    and looking for it takes a tenth of the time.

    Python's own way is to raise KeyboardInterrupt anywhere, and a module that loads may swallow it
    or turn it into another error. Invariant: used only before anything is open that must be closed.
    """

    def __enter__(self) -> None:
        import signal  # noqa: PLC0415  even this takes a while

        self._collects = gc.isenabled()
        gc.disable()
        self._changed = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._changed:
            signal.signal(signal.SIGINT, signal.SIG_DFL)

    def __exit__(self, *_: object) -> None:
        import signal  # noqa: PLC0415  it is loaded

        if self._collects:
            gc.enable()
        if self._changed:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def main(arguments: list[str] | None = None) -> int:
    """Run a command, by default the one on the command line, and return its exit status."""
    try:
        with Loading():
            from bot.ops.cli import run_command  # noqa: PLC0415  this takes longer

        return run_command(sys.argv[1:] if arguments is None else arguments, Loading)
    except KeyboardInterrupt:
        return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
