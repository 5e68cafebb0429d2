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
            imported
            for node in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(node, ast.ImportFrom)
            for imported in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
            if imported in modules and imported != name
        }
        for name, file in modules.items()
    }


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(GAMES.parent).with_suffix("").parts).removesuffix(".__init__")


def test_the_imports_go_round_in_no_circle() -> None:
    graph = imports()
    assert {"games.core", "games.match"} <= graph["games.gamefile"] | graph["games.match"]
    tuple(TopologicalSorter(graph).static_order())  # raises CycleError for a circle
