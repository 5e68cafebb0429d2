"""The layout of the source tree: no import circles, and an interface that changes nothing."""

from __future__ import annotations

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import LONGEST
from tests.every import for_every

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent


def test_the_longest_tests_are_there() -> None:
    assert [name for name in LONGEST if not (ROOT / "tests" / name).exists()] == []


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
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def circle(folder: str) -> list[str]:
    """Files that import each other in a circle; empty where there are none."""
    files = modules(folder)
    graph = {
        name: {module for module in imported(path) if module in files and module != name}
        for name, path in files.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.slow
@for_every("folder", ["bot", "engine", "render", "sandbox", "tools"])
def test_no_files_import_each_other_in_a_circle(folder: str) -> None:
    assert circle(folder) == []


def writing_methods() -> set[str]:
    """The methods by which the store is changed: those that hand a job to its writer."""
    return {
        method.name
        for path in modules("bot/store").values()
        for kind in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(kind, ast.ClassDef)
        for method in kind.body
        if isinstance(method, ast.AsyncFunctionDef)
        and re.search(r"database\.(write|execute)\(", ast.unparse(method))
    }


def changes(source: str, writing: set[str]) -> list[str]:
    """Return the places that change the store, commit or post without a use case."""
    chains = (
        ast.unparse(node).split(".")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
    )
    return [
        ".".join(names)
        for names in chains
        if ("store" in names[:-1] and names[-1] in writing)
        or (names[-2] == "services" and names[-1] in {"commit", "outbox"})
    ]


@pytest.mark.slow
def test_the_interface_changes_nothing() -> None:
    """It reads from the store, and calls use cases for all else."""
    writing = writing_methods()
    assert {"commit", "change", "erase"} <= writing
    assert changes("app.services.store.people.change(1)", writing)
    assert changes("services.commit(change)", writing)
    changing = {
        name: changes(path.read_text("utf-8"), writing) for name, path in interface().items()
    }
    assert {name: lines for name, lines in changing.items() if lines} == {}


def interface() -> dict[str, Path]:
    """The files of the interface: the core's, and the pages, actions and posting of features."""
    parts = ("pages", "actions", "posting")
    of_features = {
        name: path
        for name, path in modules("bot/features").items()
        if any(part in name.split(".")[3:] for part in parts)
    }
    return modules("bot/ui") | of_features


VAGUE = {"each", "found", "made", "kept"}


def vague_names(source: str) -> list[str]:
    """Variables and arguments whose name does not say what they hold; fields have a class to."""
    tree = ast.parse(source)
    fields = {
        id(line.target)
        for kind in ast.walk(tree)
        if isinstance(kind, ast.ClassDef)
        for line in kind.body
        if isinstance(line, ast.AnnAssign)
    }
    names = (
        node.arg if isinstance(node, ast.arg) else node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.arg)
        or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
        if id(node) not in fields
    )
    return [name for name in names if name in VAGUE]


@pytest.mark.slow
def test_names_say_what_is_held() -> None:
    assert vague_names("for each in (kept := 1, 2): pass") == ["each", "kept"]
    assert vague_names("class Cup:\n made: int") == []
    files = modules("bot", "games", "engine", "render", "sandbox", "tools", "tests")
    vague = {name: vague_names(path.read_text("utf-8")) for name, path in files.items()}
    assert {name: names for name, names in vague.items() if names} == {}
