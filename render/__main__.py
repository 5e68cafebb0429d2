"""`python -m render gallery FOLDER`: write the README's pictures."""

from __future__ import annotations

import sys
from pathlib import Path

from render import gallery


def main(arguments: list[str]) -> int:
    """0, or 2 for what cannot be understood."""
    match arguments:
        case ["gallery", folder]:
            gallery.write(Path(folder))
            return 0
        case _:
            sys.stderr.write(f"{__doc__}\n")
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
