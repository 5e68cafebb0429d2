"""No file of games imports, not even for types, one that imports it."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

GAMES = Path(__file__).parents[2] / "games"


def imports() -> dict[str, set[str]]:
    """Each module of games with those it imports, at any depth of its text."""
    modules = {module_of(file): file for file in GAMES.rglob("*.py")}
    return {
        name: {
            found
            for node in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(node, ast.ImportFrom)
            for found in (node.module, *(f"{node.module}.{each.name}" for each in node.names))
            if found in modules and found != name
        }
        for name, file in modules.items()
    }


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(GAMES.parent).with_suffix("").parts).removesuffix(".__init__")


def test_the_imports_go_round_in_no_circle() -> None:
    found = imports()
    assert {"games.core", "games.match"} <= found["games.gamefile"] | found["games.match"]
    tuple(TopologicalSorter(found).static_order())  # raises CycleError for a circle
