"""`python -m tests.soak 10000`: so many moves with everything going wrong; says how it ended."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.soak.run import soak

_USUAL = 10_000


def main() -> int:
    """Play; 1 where something was not as it should be."""
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else _USUAL
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(soak(Path(folder) / "konakis.db", moves, tables=24))
    print(f"{report}, in {time.monotonic() - began:.0f} s")
    for wrong in report.wrong:
        print(f"WRONG: {wrong}")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
