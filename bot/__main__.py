"""`konakis` and `python -m bot`: the way in, so light that Ctrl-C is heard while the rest loads."""

from __future__ import annotations

import sys

_INTERRUPTED = 130  # as shells count what Ctrl-C ended


def main(arguments: list[str] | None = None) -> int:
    """Do what these words say, or those of the command line; with the exit status."""
    try:
        from bot.ops.interrupt import abrupt  # noqa: PLC0415  even this takes a while, as `typing` does

        with abrupt():
            from bot.ops.cli import obey  # noqa: PLC0415  this takes longer

        return obey(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
