"""`make bench`: every figure in one table, beside the peer's. `… rules` runs only that part.

It ends with an error, and names the rows, if a row misses its limit or a part breaks off.
"""

from __future__ import annotations

import importlib
import sys
import traceback

import pytest

from tests.bench.verdicts import is_missed

PARTS = (
    *(
        "rules",
        "pictures",
        "bot",
        "attacks",
        "engine",
        "practice",
        "ranks",
        "tournaments",
        "think",
        "votes",
        "weeks",
        "year",
    ),
    *("fairness", "memory"),
)
HEADINGS = ("what", "ours", "peer", "verdict")

Row = tuple[str, str, str, str]


def main(parts: list[str]) -> int:
    """Print the rows of each part as it is measured; 1 if a limit is missed, 2 for no such part."""
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        print(f"there is no benchmark called {unknown[0]}: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    _show(HEADINGS)
    missed: list[str] = []
    for part in parts or PARTS:
        try:
            for row in importlib.import_module(f"tests.bench.{part}").run():
                _show(row)
                missed += [row[0]] if is_missed(row[-1]) else []
        except (Exception, pytest.skip.Exception):  # noqa: BLE001  the others are measured
            traceback.print_exc()
            missed.append(f"{part} broke off")
    if missed:
        print(f"Missed: {'; '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


def _show(row: Row) -> None:
    what, ours, peer, verdict = row
    print(f"{what:<52} {ours:>22} {peer:>22}  {verdict}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
