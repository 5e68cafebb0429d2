"""How the tests are run: their order on several cores (`make test`), and where their files lie.

A file is run by one core, since its stories share one running bot. The longest files go first, so
that no core waits for another at the end. Temporary files lie in memory where there is room, since
a database waits for its disk at each commit, and some disks are slow.
"""

from __future__ import annotations

import gc
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    import pytest

_HERE = Path(__file__).parent
_MEMORY = Path("/dev/shm")  # noqa: S108  where pytest makes its own folder
_ROOM = 2 * 1024**3  # bytes
LONGEST = (
    "world/test_failing.py",
    "world/storm",
    "bot/ui/test_phone_heights.py",
    "bot/features/tournaments/test_half_year.py",
    "bot/stories/test_writable.py",
    "bot/stories/test_whole_games.py",
    "sandbox/page",
    "bot/stories",
    "world",
    "bot/ops",
    "bot/features",
    "engine",
    "sandbox",
    "render",
    "games",
)


def pytest_configure(config: pytest.Config) -> None:
    """Let pytest make its temporary folders in memory, and Hypothesis take the same examples.

    So no run fails by chance. `make nightly` takes more with `--hypothesis-profile=thorough`;
    `--hypothesis-profile=explore` takes new ones.
    """
    gc.disable()  # until all is collected, which stays
    settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=25)
    settings.register_profile("thorough", derandomize=True, deadline=None, max_examples=100)
    settings.register_profile("explore", max_examples=2000, deadline=None)
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("repeatable")
    if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of the rules, and sort the longest to the front."""
    for item in items:
        if _name(item).startswith("games/"):
            item.add_marker("games")
    if hasattr(config, "workerinput"):  # one of several cores
        items.sort(key=_place)


def pytest_collection_finish() -> None:
    """Look through what a test leaves alone for garbage, not through all tests and modules."""
    gc.collect()
    gc.freeze()
    gc.enable()


def _name(item: pytest.Item) -> str:
    return item.path.relative_to(_HERE).as_posix()


def _place(item: pytest.Item) -> int:
    places = (i for i, start in enumerate(LONGEST) if _name(item).startswith(start))
    return next(places, len(LONGEST))
