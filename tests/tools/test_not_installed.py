"""Installing Konakis gives the engine and no tools."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_engine_is_installed_and_the_tools_are_not() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns = settings["tool"]["setuptools"]["packages"]["find"]["include"]
    assert any(fnmatch("engine", pattern) for pattern in patterns)
    assert not any(fnmatch("tools", pattern) for pattern in patterns)
