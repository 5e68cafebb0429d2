"""`konakis` and `python -m bot`: the way in, so light that Ctrl-C is heard while the rest loads."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_INTERRUPTED = 130  # as shells count what Ctrl-C ended


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what these words say, or those of the command line; with the exit status."""
    try:
        from bot.host.line import obey  # noqa: PLC0415  it takes a while, in which Ctrl-C may come

        return obey(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
