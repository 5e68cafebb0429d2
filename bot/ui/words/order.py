"""Puts a catalogue's file in the order that translation platforms read and write.

They know tables and plain keys: no dots in keys, each table once, a table before its subtables, and
subtables of one table together. Comments stay above the line they describe.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import groupby, takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PART = re.compile(r'"[^"]+"|[^."\s]+')  # one part of a key
_KEY = re.compile(r'((?:"[^"]+"|[^="\s])+)\s*=\s*(.*)')
_TABLE = re.compile(r"\[([^\]]+)\]")
_LONG = '"""'

Path = tuple[str, ...]


@dataclass(slots=True)
class _Table:
    """A table: the comments above it, and its entries in order."""

    above: list[str] = field(default_factory=list[str])
    entries: list[list[str]] = field(default_factory=list[list[str]])


def ordered(text: str) -> str:
    r"""Return a catalogue with its tables and entries in the usual order.

    >>> print(ordered('# About\n\n[a]\nb.c = "1"\nd = "2"\n[e]\nf = "3"\n[a.b]\ng = "4"\n'), end="")
    # About
    <BLANKLINE>
    [a]
    d = "2"
    <BLANKLINE>
    [a.b]
    c = "1"
    g = "4"
    <BLANKLINE>
    [e]
    f = "3"
    """
    lines = text.splitlines()
    head = [*takewhile(lambda line: line.startswith("#"), lines)]
    tables = _tables(lines[len(head) :])
    blocks = ["\n".join(head)] if head else []
    blocks += [_written(path, tables[path]) for path in _together(tables, 0)]
    return "\n\n".join(blocks) + "\n"


def _tables(lines: list[str]) -> dict[Path, _Table]:
    """Return all tables by path. A key with dots becomes an entry of the table that it names."""
    tables: dict[Path, _Table] = {}
    table: Path = ()
    above: list[str] = []
    rest = iter(lines)
    for line in rest:
        if header := _TABLE.match(line):
            table = tuple(_PART.findall(header[1]))
            tables.setdefault(table, _Table()).above += above
            above = []
        elif entry := _KEY.match(line):
            *within, key = _PART.findall(entry[1])
            value = [f"{key} = {entry[2]}", *_continued(line, rest)]
            tables.setdefault((*table, *within), _Table()).entries.append([*above, *value])
            above = []
        elif line:
            above.append(line)
    return tables


def _continued(line: str, rest: Iterator[str]) -> Iterator[str]:
    """Yield the remaining lines of a multi-line text."""
    if line.count(_LONG) == 1:
        for further in rest:
            yield further
            if _LONG in further:
                return


def _together(paths: Iterable[Path], depth: int) -> Iterator[Path]:
    """Yield a table before its subtables, and subtables of one table together, in file order."""
    paths = list(paths)
    yield from (path for path in paths if len(path) == depth)
    below = [path for path in paths if len(path) > depth]
    first = {path[depth]: below.index(path) for path in reversed(below)}
    below.sort(key=lambda path: first[path[depth]])
    for _, alike in groupby(below, key=lambda path: path[depth]):
        yield from _together(alike, depth + 1)


def _written(path: Path, table: _Table) -> str:
    header = [f"[{'.'.join(path)}]"] if path else []
    return "\n".join([*table.above, *header, *(line for entry in table.entries for line in entry)])
