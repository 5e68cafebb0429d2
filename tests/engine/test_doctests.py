"""The examples in the engine's docstrings hold."""

from __future__ import annotations

import doctest
import importlib

from tests.every import for_every

WITH_EXAMPLES = ("engine", "engine.solver", "engine.puzzles", "engine.review", "engine.balance")


@for_every("name", WITH_EXAMPLES)
def test_examples(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted
    assert not results.failed
