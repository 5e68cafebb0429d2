"""The one list of all features. A part of the composition.

Each name is a folder of `bot/features/`. Its `feature.py` declares its `FEATURE`, and each of its
files whose name ends with `tables` declares the `EXTENSION` that these tables need.

Invariant: only the requested part is loaded, so that `konakis check` reads tables without
discord.py.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from bot.store.extension import Extension
    from bot.ui.app import Features

NAMES = (  # in the order in which their additions are shown
    "vote_games",
    "finished",
    "lessons",
    "onlookers",
    "together",
    "puzzles",
    "ratings",
    "review",
    "showing",
    "think",
    "tournaments",
    "turn_list",
)


def load_features() -> Features:
    """Load the declarations of all features, which need discord.py."""
    from bot.ui.app import Features  # noqa: PLC0415  commands that need no Discord load none of it

    return Features(*(_module(name, "feature").FEATURE for name in NAMES))


def _extensions() -> Iterator[Extension]:
    for name in NAMES:
        files = [file.name for file in iter_modules(_module(name).__path__)]
        for file in files:
            if file.endswith("tables"):
                yield _module(name, file).EXTENSION


def _module(*names: str) -> ModuleType:
    return import_module(".".join(("bot.features", *names)))


EXTENSIONS = tuple(_extensions())  # all additions of features to the store
