"""`make bench`: every figure in one table, beside the peer's. `… rules` runs only that part."""

from __future__ import annotations

import importlib
import sys

PARTS = (
    *(
        "rules",
        "pictures",
        "bot",
        "attacks",
        "engine",
        "practice",
        "ranks",
        "cups",
        "votes",
        "year",
    ),
    *("fairness", "memory"),
)
HEADINGS = ("what", "ours", "peer", "verdict")

Row = tuple[str, str, str, str]


def main(parts: list[str]) -> int:
    """Print the rows of each part as it is measured; 2 for a part that there is not."""
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        print(f"there is no benchmark called {unknown[0]}: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    _show(HEADINGS)
    for part in parts or PARTS:
        for row in importlib.import_module(f"tests.bench.{part}").run():
            _show(row)
    return 0


def _show(row: Row) -> None:
    what, ours, peer, verdict = row
    print(f"{what:<52} {ours:>22} {peer:>22}  {verdict}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
