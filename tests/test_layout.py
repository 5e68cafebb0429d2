"""The layout of the source tree: no import circles, no overlong files, not too many files."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
LONGEST = 400  # lines
PACKAGES = sorted({path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"})


def modules(*folders: str) -> dict[str, Path]:
    """The files below these folders, by the names they are imported by."""
    files = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return {".".join(_parts(path)): path for path in files}


def _parts(path: Path) -> tuple[str, ...]:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imported(path: Path) -> Iterator[str]:
    """All that a file imports, also in functions and for the type checker alone."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


def circle(folder: str) -> list[str]:
    """Files that import each other in a circle; empty where there are none."""
    found = modules(folder)
    graph = {
        name: {each for each in imported(path) if each in found and each != name}
        for name, path in found.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("folder", ["bot", "render", "sandbox"])
def test_no_files_import_each_other_in_a_circle(folder: str) -> None:
    assert circle(folder) == []


def test_the_interface_changes_nothing() -> None:
    """It reads through App.store, which has reading methods only, and calls use cases."""
    found = [
        f"{name}:{node.lineno} house.{node.attr}"
        for name, path in modules("bot/ui").items()
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr in {"store", "commit", "outbox"}
        and _last_name(node.value) == "house"
        and (name, node.attr) != ("bot.ui.answers", "store")  # App.store itself
    ]
    assert found == []


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


# 115 and 62 when the tree was redrawn; since then a file for each layer of a new feature.
@pytest.mark.parametrize(("folder", "most"), [("bot", 150), ("bot/ui", 80)])
def test_a_feature_lies_in_few_files(folder: str, most: int) -> None:
    assert 0 < len(modules(folder)) <= most


@pytest.mark.parametrize("folder", PACKAGES)
def test_no_file_is_longer_than_a_reader_likes(folder: str) -> None:
    lines = {name: path.read_text("utf-8").count("\n") for name, path in modules(folder).items()}
    assert {name: count for name, count in lines.items() if count > LONGEST} == {}
