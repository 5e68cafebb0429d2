"""`python -m engine`: speak the lines of engine/protocol.py over standard input and output."""

from __future__ import annotations

import argparse
import gc
import sys
import time
from io import TextIOWrapper

from engine.protocol import Protocol


def main(arguments: list[str] | None = None) -> int:
    """Answer lines until `quit` or the end of input."""
    options = _parser().parse_args(arguments)
    gc.disable()  # the search makes no cycles, and its memory is bounded
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    clock = time.process_time if options.clock == "cpu" else time.perf_counter
    Protocol(_print, clock, plain=options.plain).run(sys.stdin)
    return 0


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall")
    parser.add_argument("--plain", action="store_true", help="search by plain alpha-beta")
    return parser


if __name__ == "__main__":
    sys.exit(main())
