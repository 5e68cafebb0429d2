"""The examples in the docstrings of games are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import games
from tests.every import for_every

MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(games.__path__, "games.")
    if not name.endswith("__main__")
]
PUBLIC = ("core", "notation", "diagram", "catalogue", "match", "events", "gamefile", "perft")


@for_every("name", MODULES)
def test_what_the_docstrings_show_happens(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0


@for_every("name", PUBLIC)
def test_what_other_code_builds_on_is_shown_in_use(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"games.{name}")).attempted > 0
