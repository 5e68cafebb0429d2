"""The entry point of `konakis` and `python -m bot`: light, so that Ctrl-C works while it loads."""

from __future__ import annotations

import sys

_INTERRUPTED = 130  # the status that shells give after Ctrl-C


def main(arguments: list[str] | None = None) -> int:
    """Run the command in these arguments, or on the command line; the exit status."""
    try:
        from bot.ops.interrupt import end_at_once  # noqa: PLC0415  even this takes a while, as `typing` does

        with end_at_once():
            from bot.ops.cli import run_command  # noqa: PLC0415  this takes longer

        return run_command(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
