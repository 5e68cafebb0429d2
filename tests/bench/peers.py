"""The programs that we are measured beside: `make bench` installs them, and nothing else does.

They have an environment and a lock of their own, and their types are not known here.
"""

from __future__ import annotations

import importlib
from typing import Any


def peer(module: str) -> Any:  # noqa: ANN401  of programs that are not there when types are checked
    """A module of one of them."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        raise SystemExit(
            f"{missing.name} is not installed here; `make bench` brings it."
        ) from missing
