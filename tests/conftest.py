"""The order of the tests when they run on several cores (`make test`).

A file is run by one core, since its stories share one running bot. The longest files go first, so
that no core waits for another at the end.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

_HERE = Path(__file__).parent
_LONGEST = ("soak", "bot/stories", "sandbox", "engine", "render", "games")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the longest to the front."""
    if hasattr(config, "workerinput"):  # one of several cores
        items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    path = item.path.relative_to(_HERE).as_posix()
    places = (i for i, folder in enumerate(_LONGEST) if path.startswith(f"{folder}/"))
    return next(places, len(_LONGEST))
